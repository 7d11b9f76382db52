// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "base/index.h"
#include "base/stage.h"
#include "math/vector.h"

namespace trammel {

/// Causes of interruptions of continuous motion, and classification of zero crossings of witness functions.
///
/// Simultaneous causes are handled in the order of the enumeration.
class Event {
public:
    class Cause {
    public:
        enum Num {
            /// A study starts; no ids.
            Initialization = 1,
            /// Witness functions crossed zero.
            Triggered = 2,
            /// A time known in advance was reached.
            Scheduled = 3,
            /// A step was completed and will not be repeated; no ids. See System::setHasTimeAdvancedEvents().
            TimeAdvanced = 4,
            /// Signaled by a call of System::handleEvents().
            Signaled = 5,
            /// The study has ended; no ids.
            Termination = 6,
            Invalid = -1
        };
        constexpr Cause() = default;
        constexpr Cause(Num value) : value_(value) {}
        constexpr operator Num() const { return value_; }
        constexpr bool isValid() const { return Initialization <= value_ && value_ <= Termination; }
        /// True if the subsystem receives the ids of its events, rather than just the cause.
        constexpr bool hasEventIds() const { return value_ == Triggered || value_ == Scheduled || value_ == Signaled; }

    private:
        Num value_ = Invalid;
    };
    static const char* getCauseName(Cause cause);

    enum Trigger : unsigned {
        NoEventTrigger = 0,
        PositiveToNegative = 1,
        NegativeToPositive = 2,
        Falling = PositiveToNegative,
        Rising = NegativeToPositive,
        AnySignChange = 3
    };
    static std::string eventTriggerString(Trigger trigger);
    /// From the signs (-1, 0, 1) at both ends. Leaving zero is not a transition; arriving at zero is.
    static constexpr Trigger classifyTransition(int before, int after) {
        if (before == after || before == 0) return NoEventTrigger;
        return before > 0 ? PositiveToNegative : NegativeToPositive;
    }
    static constexpr Trigger maskTransition(Trigger transition, Trigger mask) { return Trigger(transition & mask); }
};

/// Localization settings of one witness function's zero crossings.
class EventTriggerInfo {
public:
    EventTriggerInfo() = default;
    explicit EventTriggerInfo(EventId id) : id_(id) {}
    EventId getEventId() const { return id_; }
    bool shouldTriggerOnRisingSignTransition() const { return rising_; }
    bool shouldTriggerOnFallingSignTransition() const { return falling_; }
    /// Width of the localization window, in units of the system's time scale times the accuracy.
    Real getRequiredLocalizationTimeWindow() const { return window_; }
    EventTriggerInfo& setEventId(EventId id) { return id_ = id, *this; }
    EventTriggerInfo& setTriggerOnRisingSignTransition(bool on) { return rising_ = on, *this; }
    EventTriggerInfo& setTriggerOnFallingSignTransition(bool on) { return falling_ = on, *this; }
    EventTriggerInfo& setRequiredLocalizationTimeWindow(Real w) { return window_ = w, *this; }

    Event::Trigger calcTransitionMask() const {
        return Event::Trigger((rising_ ? Event::Rising : 0U) | (falling_ ? Event::Falling : 0U));
    }

private:
    EventId id_;
    bool rising_ = true, falling_ = true;
    Real window_ = 0.1;
};

/// Settings of the study, for handlers.
class HandleEventsOptions {
public:
    HandleEventsOptions() = default;
    explicit HandleEventsOptions(Real accuracy) : accuracy_(accuracy) {}
    /// Relative accuracy of the study.
    Real getAccuracy() const { return accuracy_; }
    HandleEventsOptions& setAccuracy(Real accuracy) { return accuracy_ = accuracy, *this; }
    /// Constraint tolerance of the study.
    Real getConstraintTolerance() const { return constraintTolerance_; }
    HandleEventsOptions& setConstraintTolerance(Real tolerance) { return constraintTolerance_ = tolerance, *this; }

private:
    Real accuracy_ = 1e-4;
    Real constraintTolerance_ = 1e-4;
};

/// Outcome of handling events.
class HandleEventsResults {
public:
    enum Status {
        Invalid = -1,
        Succeeded = 0,
        /// Success, but the study should end here.
        ShouldTerminate = 1,
        /// The study cannot continue; see getMessage().
        Failed = 2
    };

    HandleEventsResults& clear() { return *this = HandleEventsResults(); }
    bool isValid() const { return status_ != Invalid; }
    Status getExitStatus() const { return status_; }
    /// True if a variable was changed.
    bool getAnyChangeMade() const { return lowestModified_ < Stage::Infinity; }
    /// The lowest stage whose variables a handler changed; Infinity for none. Changes at Report do not affect the
    /// integrator. Determined by System::handleEvents().
    Stage getLowestModifiedStage() const { return lowestModified_; }
    const std::string& getMessage() const { return message_; }
    HandleEventsResults& setExitStatus(Status status) { return status_ = status, *this; }
    HandleEventsResults& setLowestModifiedStage(Stage stage) { return lowestModified_ = stage, *this; }
    HandleEventsResults& setMessage(std::string message) { return message_ = std::move(message), *this; }

private:
    Status status_ = Invalid;
    Stage lowestModified_ = Stage::Infinity;
    std::string message_;
};

}  // namespace trammel
