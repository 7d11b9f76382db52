// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <array>
#include <vector>

#include "compile/realization.h"

namespace trammel::ui {

/// Keeps what one State reports about its realization: how long each stage took last, and what was lost last.
class RealizationLog : public RealizationObserver {
public:
    RealizationLog();

    void clear();

    /// Seconds that realizing @p stage took last, for a subsystem, or for the whole system when @p subsystem is
    /// invalid; negative: not realized since clear().
    double seconds(SubsystemIndex subsystem, Stage stage) const;
    /// How often stages were lost since clear().
    long losses() const { return losses_; }
    /// The lowest stage lost last, and what was written.
    Stage lastLost() const { return lastLost_; }
    const QString& lastCause() const { return lastCause_; }
    /// What was known of one entry's computations since clear().
    struct EntryCost {
        long times = 0;
        /// Of the last one; negative: not known.
        double seconds = -1;
    };
    EntryCost costOf(CacheEntryKey entry) const;
    /// Cache entries computed since clear().
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
    /// By subsystem and entry.
    std::vector<std::vector<EntryCost>> entries_;
    long losses_ = 0;
    long entriesComputed_ = 0;
    Stage lastLost_ = Stage::Infinity;
    QString lastCause_;
};

}  // namespace trammel::ui
