// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/index.h"
#include "base/stage.h"
#include "system/state_info.h"

namespace trammel {

class State;

/// Told what happens inside one State. Attach with State::setObserver(); costs one null check when absent.
///
/// On whose behalf something happens is told by State::getActivity() at any time. Called on the thread that realizes
/// or writes the State. A callback must not write to the State.
class RealizationObserver {
public:
    virtual ~RealizationObserver() = default;
    /// A subsystem's work for a stage took @p seconds.
    virtual void subsystemRealized(const State&, SubsystemIndex, Stage, double seconds) { (void)seconds; }
    /// The whole system reached @p stage.
    virtual void systemRealized(const State&, Stage, double seconds) { (void)seconds; }
    /// All stages from @p lowest on were lost because of @p change.
    virtual void stagesInvalidated(const State&, Stage lowest, const StateChange& change) {
        (void)lowest;
        (void)change;
    }
    /// A value became out of date because of a prerequisite, while its stages stayed or before they go.
    virtual void entryInvalidated(const State&, CacheEntryKey, const StateChange& change) { (void)change; }
    /// A cache entry was marked realized, or became so when its latest stage was reached. @p seconds: since somebody
    /// asked and was told that it is not realized; NaN if nobody did.
    virtual void entryComputed(const State&, CacheEntryKey, double seconds) { (void)seconds; }
    /// Somebody was given a valid cache value, or asked whether it is realized and was told that it is.
    virtual void entryRead(const State&, CacheEntryKey) {}
    /// Somebody asked whether a cache value is realized and was told that it is not; he will compute it now.
    virtual void entryMissed(const State&, CacheEntryKey) {}
    /// Somebody was given a discrete variable to read.
    virtual void variableRead(const State&, DiscreteVarKey) {}
    /// Somebody was given something to read that is one vector for all subsystems: "time", "q", "constraint
    /// multipliers".
    virtual void vectorRead(const State&, const char* what) { (void)what; }
    /// A cache entry was read while out of date; an exception follows.
    virtual void entryReadWhileInvalid(const State&, CacheEntryKey) {}
};

}  // namespace trammel
