// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "system/event_listener.h"

namespace trammel {

/// Changes the State at an event. Part of the System; to observe only, use an EventReporter.
///
/// Derive from ScheduledEventHandler, PeriodicEventHandler or TriggeredEventHandler and pass a new object to
/// System::addEventHandler(). Called on the thread of the study; the System, and therefore the handler, is const then
/// and may be shared by several threads.
class EventHandler : public EventListener {
public:
    static constexpr const char* className = "EventHandler";
    /// Changes @p state, except for its time. The State is realized through Acceleration.
    ///
    /// Changed q and u are projected onto the constraints afterward; the study resumes from the lowest stage that was
    /// changed.
    /// @param accuracy the relative accuracy of the study
    /// @param shouldTerminate set to true to end the study
    virtual void handleEvent(State& state, Real accuracy, bool& shouldTerminate) const = 0;
};

/// A handler called at times known in advance.
class ScheduledEventHandler : public ScheduledListener<EventHandler> {};

/// A handler called at t = 0 and then periodically.
class PeriodicEventHandler : public PeriodicListener<ScheduledEventHandler> {
public:
    using PeriodicListener::PeriodicListener;
};

/// A handler called when its witness function crosses zero.
class TriggeredEventHandler : public TriggeredListener<EventHandler> {
public:
    using TriggeredListener::TriggeredListener;
};

}  // namespace trammel
