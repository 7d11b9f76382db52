// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "base/index.h"
#include "base/stage.h"
#include "system/state_info.h"

namespace trammel {

class State;

/// Told what happens inside one State. Attach with State::setObserver(); costs one null check when absent.
///
/// Called on the thread that realizes or writes the State. A callback must not write to the State.
class RealizationObserver {
public:
    virtual ~RealizationObserver() = default;
    /// A subsystem's work for a stage took @p seconds.
    virtual void subsystemRealized(const State&, SubsystemIndex, Stage, double seconds) = 0;
    /// The whole system reached @p stage.
    virtual void systemRealized(const State&, Stage, double seconds) = 0;
    /// All stages from @p lowest on were lost. @p cause says what was written ("q", "u", "spring stiffness of Damper").
    virtual void stagesInvalidated(const State&, Stage lowest, std::string_view cause) = 0;
    /// A cache entry was marked realized.
    virtual void entryComputed(const State&, CacheEntryKey) = 0;
    /// A cache entry was read while out of date; an exception follows.
    virtual void entryReadWhileInvalid(const State&, CacheEntryKey) = 0;
};

}  // namespace trammel
