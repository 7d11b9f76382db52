// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "system/event_handler.h"

namespace trammel {

/// Observes the State when something happens; it cannot change the course of the study.
///
/// Derive from ScheduledEventReporter, PeriodicEventReporter or TriggeredEventReporter and hand a new object to
/// System::addEventReporter(). Threads: as for EventHandler.
class EventReporter : public EventListener {
public:
    /// @param state realized through Acceleration for a triggered reporter; for a scheduled one it may be interpolated:
    ///        call System::realize() for what is to be looked at
    virtual void handleEvent(const State& state) const = 0;
};

/// A reporter whose time is known in advance. Its State may be interpolated; it does not influence the steps taken.
class ScheduledEventReporter : public EventReporter {
public:
    /// When it is to be called next, s; a time that is past, and Infinity, mean never.
    /// @param includeCurrentTime whether the present time is a possible answer
    virtual Real getNextEventTime(const State& state, bool includeCurrentTime) const = 0;
};

/// A reporter that is called at t = 0 and then each time an interval has passed.
class PeriodicEventReporter : public ScheduledEventReporter {
public:
    /// @param eventInterval s
    explicit PeriodicEventReporter(Real eventInterval) : times_(eventInterval, "PeriodicEventReporter()") {}
    Real getEventInterval() const { return times_.getInterval(); }
    void setEventInterval(Real eventInterval) {
        times_ = PeriodicTimes(eventInterval, "PeriodicEventReporter::setEventInterval()");
    }
    Real getNextEventTime(const State& state, bool includeCurrentTime) const override {
        return times_.next(state.getTime(), includeCurrentTime);
    }

private:
    PeriodicTimes times_;
};

/// A reporter that is called when its witness function crosses zero, after all handlers of that moment.
class TriggeredEventReporter : public EventReporter {
public:
    /// @param requiredStage the stage from which on getValue() can be evaluated
    explicit TriggeredEventReporter(Stage requiredStage) : witness_(requiredStage, "TriggeredEventReporter()") {}
    /// The witness function.
    virtual Real getValue(const State& state) const = 0;
    /// Directions and localization; to be set before the study starts.
    EventTriggerInfo& getTriggerInfo() { return witness_.updInfo(); }
    const EventTriggerInfo& getTriggerInfo() const { return witness_.getInfo(); }
    Stage getRequiredStage() const { return witness_.getStage(); }

private:
    WitnessDescription witness_;
};

}  // namespace trammel
