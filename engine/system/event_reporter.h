// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "system/event_listener.h"

namespace trammel {

/// Observes the State at an event; cannot affect the study.
///
/// Derive from ScheduledEventReporter, PeriodicEventReporter or TriggeredEventReporter and pass a new object to
/// System::addEventReporter(). Threads: as for EventHandler.
class EventReporter : public EventListener {
public:
    static constexpr const char* className = "EventReporter";
    /// @param state realized through Acceleration for a triggered reporter; for a scheduled one it may be interpolated:
    ///        call System::realize() for the required stage
    virtual void handleEvent(const State& state) const = 0;
};

/// A reporter called at times known in advance. Its State may be interpolated; step sizes are not affected.
class ScheduledEventReporter : public ScheduledListener<EventReporter> {};

/// A reporter called at t = 0 and then periodically.
class PeriodicEventReporter : public PeriodicListener<ScheduledEventReporter> {
public:
    using PeriodicListener::PeriodicListener;
};

/// A reporter called when its witness function crosses zero, after all handlers at that time.
class TriggeredEventReporter : public TriggeredListener<EventReporter> {
public:
    using TriggeredListener::TriggeredListener;
};

}  // namespace trammel
