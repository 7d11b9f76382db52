// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "system/event.h"
#include "system/state.h"

namespace trammel {

/// What all handlers and reporters have: a name for messages. Unless set, it is that of the class.
class EventListener {
public:
    virtual ~EventListener() = default;
    std::string getName() const;
    void setName(std::string name) { name_ = std::move(name); }

private:
    std::string name_;
};

/// Multiples of an interval, from t = 0 on; each is k·interval rounded once, so nothing adds up.
class PeriodicTimes {
public:
    /// @param interval s; throws Exception, in the name of @p where, unless positive and finite
    PeriodicTimes(Real interval, const char* where);
    Real getInterval() const { return interval_; }
    /// The first multiple after @p now, or at @p now if that counts.
    Real next(Real now, bool includeCurrentTime) const;

private:
    Real interval_;
};

/// The stage from which on a witness function can be evaluated, and how its zeros are to be found.
class WitnessDescription {
public:
    /// Throws Exception, in the name of @p where, unless @p stage is one of Time .. Report.
    WitnessDescription(Stage stage, const char* where);
    Stage getStage() const { return stage_; }
    EventTriggerInfo& updInfo() { return info_; }
    const EventTriggerInfo& getInfo() const { return info_; }

private:
    Stage stage_;
    EventTriggerInfo info_;
};

/// Changes the State when something happens. Part of the System: to observe only, use an EventReporter.
///
/// Derive from ScheduledEventHandler, PeriodicEventHandler or TriggeredEventHandler and hand a new object to
/// System::addEventHandler(). It is called on the thread of the study; the System, and so the handler, is const then
/// and may be shared by several threads.
class EventHandler : public EventListener {
public:
    /// Change anything about @p state but the time. The State comes realized through Acceleration.
    ///
    /// What is changed in q and u is brought back to the constraints afterwards; the study goes on from the lowest
    /// stage that was changed.
    /// @param accuracy the relative accuracy of the study
    /// @param shouldTerminate set to true to end the study
    virtual void handleEvent(State& state, Real accuracy, bool& shouldTerminate) const = 0;
};

/// A handler whose time is known in advance.
class ScheduledEventHandler : public EventHandler {
public:
    /// When it is to be called next, s; a time that is past, and Infinity, mean never.
    /// @param state the present State, realized through Acceleration
    /// @param includeCurrentTime whether the present time is a possible answer
    virtual Real getNextEventTime(const State& state, bool includeCurrentTime) const = 0;
};

/// A handler that is called at t = 0 and then each time an interval has passed.
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

/// A handler that is called when its witness function crosses zero.
class TriggeredEventHandler : public EventHandler {
public:
    /// @param requiredStage the stage from which on getValue() can be evaluated
    explicit TriggeredEventHandler(Stage requiredStage) : witness_(requiredStage, "TriggeredEventHandler()") {}
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
