// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "system/event_handler.h"

namespace trammel {

/// Observes the State at an event; cannot affect the study.
///
/// Derive from ScheduledEventReporter, PeriodicEventReporter or TriggeredEventReporter and pass a new object to
/// System::addEventReporter(). Threads: as for EventHandler.
class EventReporter : public EventListener {
public:
    /// @param state realized through Acceleration for a triggered reporter; for a scheduled one it may be interpolated:
    ///        call System::realize() for the required stage
    virtual void handleEvent(const State& state) const = 0;
};

/// A reporter called at times known in advance. Its State may be interpolated; step sizes are not affected.
class ScheduledEventReporter : public EventReporter {
public:
    /// The time of the next call, s; a past time, or Infinity, means never.
    /// @param includeCurrentTime whether the present time is a valid result
    virtual Real getNextEventTime(const State& state, bool includeCurrentTime) const = 0;
};

/// A reporter called at t = 0 and then periodically.
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

/// A reporter called when its witness function crosses zero, after all handlers at that time.
class TriggeredEventReporter : public EventReporter {
public:
    /// @param requiredStage the stage required by getValue()
    explicit TriggeredEventReporter(Stage requiredStage) : witness_(requiredStage, "TriggeredEventReporter()") {}
    /// The witness function.
    virtual Real getValue(const State& state) const = 0;
    /// Directions and localization; set before the study starts.
    EventTriggerInfo& getTriggerInfo() { return witness_.updInfo(); }
    const EventTriggerInfo& getTriggerInfo() const { return witness_.getInfo(); }
    Stage getRequiredStage() const { return witness_.getStage(); }

private:
    WitnessDescription witness_;
};

}  // namespace trammel
