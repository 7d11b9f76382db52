// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <array>
#include <vector>

#include "inspect/realization.h"

namespace trammel::ui {

/// Records the realization of one State: time of each stage's last realization, and the last invalidation.
class RealizationLog : public RealizationObserver {
public:
    RealizationLog();

    void clear();

    /// Time of the last realization of @p stage for a subsystem, or for the whole system if @p subsystem is invalid, s;
    /// negative: none since clear().
    double seconds(SubsystemIndex subsystem, Stage stage) const;
    /// Number of stage invalidations since clear().
    long losses() const { return losses_; }
    /// Lowest stage of the last invalidation, and the variable written.
    Stage lastLost() const { return lastLost_; }
    const QString& lastCause() const { return lastCause_; }
    /// Cost of one cache entry since clear().
    struct EntryCost {
        long times = 0;
        /// Time of the last computation, s; negative: unknown.
        double seconds = -1;
    };
    EntryCost costOf(CacheEntryKey entry) const;
    /// Number of cache entries computed since clear().
    long entriesComputed() const { return entriesComputed_; }

    void subsystemRealized(const State&, SubsystemIndex, Stage, double seconds) override;
    void systemRealized(const State&, Stage, double seconds) override;
    void stagesInvalidated(const State&, Stage lowest, const StateChange& change) override;
    void entryComputed(const State&, CacheEntryKey, double seconds) override;

private:
    using Column = std::array<double, Stage::NValid>;
    static Column unknownColumn();

    Column system_;
    std::vector<Column> subsystems_;
    /// Indexed by subsystem, then entry.
    std::vector<std::vector<EntryCost>> entries_;
    long losses_ = 0;
    long entriesComputed_ = 0;
    Stage lastLost_ = Stage::Infinity;
    QString lastCause_;
};

}  // namespace trammel::ui
