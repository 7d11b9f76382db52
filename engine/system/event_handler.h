// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "system/event.h"
#include "system/state.h"

namespace trammel {

/// Common base of handlers and reporters: a name for messages, by default that of the class.
class EventListener {
public:
    virtual ~EventListener() = default;
    std::string getName() const;
    void setName(std::string name) { name_ = std::move(name); }

private:
    std::string name_;
};

/// Multiples of an interval from t = 0; each is k·interval rounded once, so that errors do not accumulate.
class PeriodicTimes {
public:
    /// @param interval s; throws Exception, prefixed with @p where, unless positive and finite
    PeriodicTimes(Real interval, const char* where);
    Real getInterval() const { return interval_; }
    /// The first multiple after @p now, or at @p now if that is included.
    Real next(Real now, bool includeCurrentTime) const;

private:
    Real interval_;
};

/// The stage required to evaluate a witness function, and the localization of its zeros.
class WitnessDescription {
public:
    /// Throws Exception, prefixed with @p where, unless @p stage is one of Time .. Report.
    WitnessDescription(Stage stage, const char* where);
    Stage getStage() const { return stage_; }
    EventTriggerInfo& updInfo() { return info_; }
    const EventTriggerInfo& getInfo() const { return info_; }

private:
    Stage stage_;
    EventTriggerInfo info_;
};

/// Changes the State at an event. Part of the System; to observe only, use an EventReporter.
///
/// Derive from ScheduledEventHandler, PeriodicEventHandler or TriggeredEventHandler and pass a new object to
/// System::addEventHandler(). Called on the thread of the study; the System, and therefore the handler, is const then
/// and may be shared by several threads.
class EventHandler : public EventListener {
public:
    /// Changes @p state, except for its time. The State is realized through Acceleration.
    ///
    /// Changed q and u are projected onto the constraints afterward; the study resumes from the lowest stage that was
    /// changed.
    /// @param accuracy the relative accuracy of the study
    /// @param shouldTerminate set to true to end the study
    virtual void handleEvent(State& state, Real accuracy, bool& shouldTerminate) const = 0;
};

/// A handler called at times known in advance.
class ScheduledEventHandler : public EventHandler {
public:
    /// The time of the next call, s; a past time, or Infinity, means never.
    /// @param state the present State, realized through Acceleration
    /// @param includeCurrentTime whether the present time is a valid result
    virtual Real getNextEventTime(const State& state, bool includeCurrentTime) const = 0;
};

/// A handler called at t = 0 and then periodically.
class PeriodicEventHandler : public ScheduledEventHandler {
public:
    /// @param eventInterval s
    explicit PeriodicEventHandler(Real eventInterval) : times_(eventInterval, "PeriodicEventHandler()") {}
    Real getEventInterval() const { return times_.getInterval(); }
    void setEventInterval(Real eventInterval) {
        times_ = PeriodicTimes(eventInterval, "PeriodicEventHandler::setEventInterval()");
    }
    Real getNextEventTime(const State& state, bool includeCurrentTime) const override {
        return times_.next(state.getTime(), includeCurrentTime);
    }

private:
    PeriodicTimes times_;
};

/// A handler called when its witness function crosses zero.
class TriggeredEventHandler : public EventHandler {
public:
    /// @param requiredStage the stage required by getValue()
    explicit TriggeredEventHandler(Stage requiredStage) : witness_(requiredStage, "TriggeredEventHandler()") {}
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
