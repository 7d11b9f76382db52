// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/index.h"
#include "base/stage.h"
#include "math/vector.h"

namespace trammel {

/// Why an event handler is called.
struct Event {
    enum class Cause { Initialization, Triggered, Scheduled, TimeAdvanced, Signaled, Termination };
    enum Trigger : unsigned { NoEventTrigger = 0, PositiveToNegative = 1, NegativeToPositive = 2, AnySignChange = 3 };
};

/// How the zero crossing of one witness function is to be found.
class EventTriggerInfo {
public:
    EventTriggerInfo() = default;
    explicit EventTriggerInfo(EventId id) : id_(id) {}
    EventId getEventId() const { return id_; }
    bool shouldTriggerOnRisingSignTransition() const { return rising_; }
    bool shouldTriggerOnFallingSignTransition() const { return falling_; }
    /// Width of the window the crossing is isolated to, in units of the system's time scale.
    Real getRequiredLocalizationTimeWindow() const { return window_; }
    EventTriggerInfo& setEventId(EventId id) { return id_ = id, *this; }
    EventTriggerInfo& setTriggerOnRisingSignTransition(bool on) { return rising_ = on, *this; }
    EventTriggerInfo& setTriggerOnFallingSignTransition(bool on) { return falling_ = on, *this; }
    EventTriggerInfo& setRequiredLocalizationTimeWindow(Real w) { return window_ = w, *this; }

private:
    EventId id_;
    bool rising_ = true, falling_ = true;
    Real window_ = 0.1;
};

struct HandleEventsOptions {
    /// Relative accuracy the study works to.
    Real accuracy = 1e-3;
    /// Tolerance to which a handler should satisfy the constraints, should it move q or u.
    Real constraintTolerance = 1e-4;
};

struct HandleEventsResults {
    enum class ExitStatus { Succeeded, ShouldTerminate, Failed };
    ExitStatus status = ExitStatus::Succeeded;
    /// The lowest stage whose variables a handler changed; Report or above: nothing that matters to the integrator.
    Stage lowestModifiedStage = Stage::Infinity;
    std::string message;
};

}  // namespace trammel
