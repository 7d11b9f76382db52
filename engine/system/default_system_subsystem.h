// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "system/subsystem.h"

namespace trammel {

class ScheduledEventHandler;
class TriggeredEventHandler;
class ScheduledEventReporter;
class TriggeredEventReporter;

/// Subsystem 0 of every System: holds event handlers and reporters, assigns event ids, and owns measures that belong to
/// no other subsystem.
///
/// It is realized after all others, so that values they compute at a stage are available to witness functions and
/// measures of that stage. Use the methods of the same names in System; a System converts to a Subsystem.
class DefaultSystemSubsystem : public Subsystem {
public:
    class Guts;

    explicit DefaultSystemSubsystem(System& system);

    /// Takes ownership of the handler. Topological.
    void addEventHandler(ScheduledEventHandler* handler);
    void addEventHandler(TriggeredEventHandler* handler);
    /// Takes ownership of the reporter. Topological.
    void addEventReporter(ScheduledEventReporter* reporter) const;
    void addEventReporter(TriggeredEventReporter* reporter) const;

    /// A new event of a subsystem; call while that subsystem realizes Topology, Model or Instance. The k-th event of a
    /// subsystem has the same id in every State of a System.
    EventId createEventId(SubsystemIndex subsystem, const State& state) const;
    /// Selects the events of one subsystem.
    void findSubsystemEventIds(SubsystemIndex subsystem, const State& state, const Array_<EventId>& allEvents,
                               Array_<EventId>& eventsForSubsystem) const;
    /// Name of an event's handler or reporter, otherwise of the subsystem that created it (Instance).
    std::string getEventName(const State& state, EventId id) const;

private:
    friend class System;
    friend class Subsystem::Guts;
    Guts& guts() const;
};

/// Implementation of the default subsystem, and the register of all events of a State.
class DefaultSystemSubsystem::Guts : public Subsystem::Guts {
public:
    Guts();
    ~Guts() override;
    Subsystem::Guts* cloneImpl() const override;

    // --- Register of events ---
    /// Allocates the register in a new State.
    void allocateRegister(State&) const;
    /// Removes the events that subsystem @p ix created while realizing @p stage or a higher one.
    void forgetEvents(const State&, SubsystemIndex ix, Stage stage) const;
    EventId registerEvent(const State&, SubsystemIndex ix) const;
    EventId registerTrigger(const State&, SubsystemIndex ix, Stage stage, EventTriggerByStageIndex slot) const;
    SubsystemIndex getSubsystemOfEvent(EventId id) const;
    std::string getEventName(const State&, EventId id) const;
    /// Throws Exception unless the event was created by @p ix.
    void requireEvent(const State&, SubsystemIndex ix, EventId id) const;
    /// One info per witness slot of @p ix, by stage and then by slot.
    /// @param provided infos from the subsystem itself
    Array_<EventTriggerInfo> completeTriggerInfo(const State&, SubsystemIndex ix,
                                                 const Array_<EventTriggerInfo>& provided) const;

    // --- Handlers and reporters ---
    void add(ScheduledEventHandler*);
    void add(TriggeredEventHandler*);
    void add(ScheduledEventReporter*);
    void add(TriggeredEventReporter*);

    int realizeSubsystemTopologyImpl(State&) const override;
    int realizeSubsystemInstanceImpl(const State&) const override;
    int realizeSubsystemTimeImpl(const State& s) const override { return fillWitnesses(s, Stage::Time); }
    int realizeSubsystemPositionImpl(const State& s) const override { return fillWitnesses(s, Stage::Position); }
    int realizeSubsystemVelocityImpl(const State& s) const override { return fillWitnesses(s, Stage::Velocity); }
    int realizeSubsystemDynamicsImpl(const State& s) const override { return fillWitnesses(s, Stage::Dynamics); }
    int realizeSubsystemAccelerationImpl(const State& s) const override {
        return fillWitnesses(s, Stage::Acceleration);
    }
    int realizeSubsystemReportImpl(const State& s) const override { return fillWitnesses(s, Stage::Report); }
    bool hasWorkAt(Stage) const override { return hasWitnesses_; }
    void calcEventTriggerInfoImpl(const State&, Array_<EventTriggerInfo>&) const override;
    void calcTimeOfNextScheduledEventImpl(const State&, Real& t, Array_<EventId>&, bool) const override;
    void calcTimeOfNextScheduledReportImpl(const State&, Real& t, Array_<EventId>&, bool) const override;
    void handleEventsImpl(State&, Event::Cause, const Array_<EventId>&, const HandleEventsOptions&,
                          HandleEventsResults&) const override;
    void reportEventsImpl(const State&, Event::Cause, const Array_<EventId>&) const override;

private:
    struct Register;
    struct Slots;
    int fillWitnesses(const State& s, Stage stage) const { return hasWitnesses_ ? writeWitnesses(s, stage) : 0; }
    int writeWitnesses(const State&, Stage) const;
    Register& updRegister(const State&) const;
    const Slots& getSlots(const State&) const;

    std::vector<std::unique_ptr<ScheduledEventHandler>> scheduledHandlers_;
    std::vector<std::unique_ptr<TriggeredEventHandler>> triggeredHandlers_;
    std::vector<std::unique_ptr<ScheduledEventReporter>> scheduledReporters_;
    std::vector<std::unique_ptr<TriggeredEventReporter>> triggeredReporters_;
    bool hasWitnesses_ = false;
    mutable CacheEntryIndex register_, slots_;
};

}  // namespace trammel
