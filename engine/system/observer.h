// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/index.h"
#include "base/stage.h"
#include "system/state_info.h"

namespace trammel {

class State;

/// Receives notifications about one State. Attach with State::setObserver(); costs one null check if absent.
///
/// State::getActivity() names the operation in progress. Called on the thread that realizes or writes the State. A
/// callback must not write to the State.
class RealizationObserver {
public:
    virtual ~RealizationObserver() = default;
    /// A subsystem was realized to a stage in @p seconds.
    virtual void subsystemRealized(const State&, SubsystemIndex, Stage, double seconds) { (void)seconds; }
    /// The whole system was realized to @p stage.
    virtual void systemRealized(const State&, Stage, double seconds) { (void)seconds; }
    /// @p change invalidated all stages from @p lowest on.
    virtual void stagesInvalidated(const State&, Stage lowest, const StateChange& change) {
        (void)lowest;
        (void)change;
    }
    /// A value became invalid because of a prerequisite, with its stages unchanged or about to be invalidated.
    virtual void entryInvalidated(const State&, CacheEntryKey, const StateChange& change) { (void)change; }
    /// A cache entry was marked realized, or became valid when its computed-by stage was realized. @p seconds: time
    /// since the preceding entryMissed(); NaN if none.
    virtual void entryComputed(const State&, CacheEntryKey, double seconds) { (void)seconds; }
    /// A valid cache value was read, or found to be realized.
    virtual void entryRead(const State&, CacheEntryKey) {}
    /// A cache value was found not to be realized; the caller computes it next.
    virtual void entryMissed(const State&, CacheEntryKey) {}
    /// A discrete variable was read.
    virtual void variableRead(const State&, DiscreteVarKey) {}
    /// A vector shared by all subsystems was read: "time", "q", "constraint multipliers".
    virtual void vectorRead(const State&, const char* what) { (void)what; }
    /// An invalid cache entry was read; an exception follows.
    virtual void entryReadWhileInvalid(const State&, CacheEntryKey) {}
};

}  // namespace trammel
