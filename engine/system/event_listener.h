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
    PeriodicTimes(Real interval, const std::string& where);
    Real getInterval() const { return interval_; }
    /// The first multiple after @p now, or at @p now if that is included.
    Real next(Real now, bool includeCurrentTime) const;

private:
    Real interval_;
};

/// The stage required to evaluate a witness function, and the localization of its zeros.
class WitnessDescription {
public:
    /// Throws Exception, which names the kind of listener, unless @p stage is one of Time .. Report.
    /// @param listener EventHandler or EventReporter
    WitnessDescription(Stage stage, const char* listener);
    Stage getStage() const { return stage_; }
    EventTriggerInfo& updInfo() { return info_; }
    const EventTriggerInfo& getInfo() const { return info_; }

private:
    Stage stage_;
    EventTriggerInfo info_;
};

/// A listener called at times known in advance.
/// @tparam Listener EventHandler or EventReporter
template <class Listener>
class ScheduledListener : public Listener {
public:
    /// The time of the next call, s; a past time, or Infinity, means never.
    /// @param state the current State; realized through Acceleration for a handler
    /// @param includeCurrentTime whether the current time is a valid result
    virtual Real getNextEventTime(const State& state, bool includeCurrentTime) const = 0;
};

/// A listener called at t = 0 and then periodically.
/// @tparam Scheduled ScheduledEventHandler or ScheduledEventReporter
template <class Scheduled>
class PeriodicListener : public Scheduled {
public:
    /// @param eventInterval s; throws Exception unless positive and finite
    explicit PeriodicListener(Real eventInterval) : times_(eventInterval, nameOfClass() + "()") {}
    Real getEventInterval() const { return times_.getInterval(); }
    void setEventInterval(Real eventInterval) {
        times_ = PeriodicTimes(eventInterval, nameOfClass() + "::setEventInterval()");
    }
    Real getNextEventTime(const State& state, bool includeCurrentTime) const override {
        return times_.next(state.getTime(), includeCurrentTime);
    }

private:
    static std::string nameOfClass() { return std::string("Periodic") + Scheduled::className; }
    PeriodicTimes times_;
};

/// A listener called when its witness function crosses zero.
/// @tparam Listener EventHandler or EventReporter
template <class Listener>
class TriggeredListener : public Listener {
public:
    /// @param requiredStage the stage required by getValue(); throws Exception unless one of Time .. Report
    explicit TriggeredListener(Stage requiredStage) : witness_(requiredStage, Listener::className) {}
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
