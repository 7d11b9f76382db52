// SPDX-License-Identifier: Apache-2.0
#include "system/default_system_subsystem.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "base/exceptions.h"
#include "system/event_handler.h"
#include "system/event_reporter.h"
#include "system/system.h"

namespace trammel {

// --- Handle ---

DefaultSystemSubsystem::DefaultSystemSubsystem(System& system) {
    adoptSubsystemGuts(new Guts());
    system.adoptSubsystem(*this);
}
DefaultSystemSubsystem::Guts& DefaultSystemSubsystem::guts() const {
    // Reporters do not affect the behavior of a System, so they may be added to a const one.
    return const_cast<Guts&>(static_cast<const Guts&>(getSubsystemGuts()));
}
void DefaultSystemSubsystem::addEventHandler(ScheduledEventHandler* handler) { guts().add(handler); }
void DefaultSystemSubsystem::addEventHandler(TriggeredEventHandler* handler) { guts().add(handler); }
void DefaultSystemSubsystem::addEventReporter(ScheduledEventReporter* reporter) const { guts().add(reporter); }
void DefaultSystemSubsystem::addEventReporter(TriggeredEventReporter* reporter) const { guts().add(reporter); }

EventId DefaultSystemSubsystem::createEventId(SubsystemIndex subsystem, const State& state) const {
    return guts().registerEvent(state, subsystem);
}
void DefaultSystemSubsystem::findSubsystemEventIds(SubsystemIndex subsystem, const State&,
                                                   const Array_<EventId>& allEvents,
                                                   Array_<EventId>& eventsForSubsystem) const {
    eventsForSubsystem.clear();
    for (const EventId id : allEvents)
        if (guts().getSubsystemOfEvent(id) == subsystem) eventsForSubsystem.push_back(id);
}

std::string DefaultSystemSubsystem::getEventName(const State& state, EventId id) const {
    return guts().getEventName(state, id);
}

// --- Register of events ---

/// All events of a State. Event k of subsystem s of n has the id k n + s.
struct DefaultSystemSubsystem::Guts::Register {
    struct Record {
        /// Stage during whose realization it was created; invalidating the next stage removes it.
        Stage allocationStage;
        /// Stage of the witness function; Empty for an event without one.
        Stage witnessStage;
        EventTriggerByStageIndex slot;
        static auto valueFields(auto& self) { return std::tie(self.allocationStage, self.witnessStage, self.slot); }
    };
    std::vector<std::vector<Record>> bySubsystem;
    static auto valueFields(auto& self) { return std::tie(self.bySubsystem); }
};

/// Events of the default subsystem itself.
struct DefaultSystemSubsystem::Guts::Slots {
    struct Trigger {
        EventId id;
        EventTriggerByStageIndex slot;
        static auto valueFields(auto& self) { return std::tie(self.id, self.slot); }
    };
    std::vector<EventId> scheduledHandlers, scheduledReporters;
    std::vector<Trigger> triggeredHandlers, triggeredReporters;
    static auto valueFields(auto& self) {
        return std::tie(self.scheduledHandlers, self.scheduledReporters, self.triggeredHandlers,
                        self.triggeredReporters);
    }
};

DefaultSystemSubsystem::Guts::Guts() : Subsystem::Guts("events", "1.0") {}
DefaultSystemSubsystem::Guts::~Guts() = default;
Subsystem::Guts* DefaultSystemSubsystem::Guts::cloneImpl() const { return new Guts(); }

void DefaultSystemSubsystem::Guts::allocateRegister(State& s) const {
    Register empty;
    empty.bySubsystem.resize(std::size_t(s.getNumSubsystems()));
    register_ = allocateCacheEntry(s, Stage::Topology, new Value<Register>(std::move(empty)), "register of events");
}
DefaultSystemSubsystem::Guts::Register& DefaultSystemSubsystem::Guts::updRegister(const State& s) const {
    return Value<Register>::updDowncast(updCacheEntry(s, register_));
}

void DefaultSystemSubsystem::Guts::forgetEvents(const State& s, SubsystemIndex ix, Stage stage) const {
    auto& records = updRegister(s).bySubsystem[std::size_t(int(ix))];
    while (!records.empty() && records.back().allocationStage.next() >= stage) records.pop_back();
}

EventId DefaultSystemSubsystem::Guts::registerEvent(const State& s, SubsystemIndex ix) const {
    return registerTrigger(s, ix, Stage::Empty, {});
}
EventId DefaultSystemSubsystem::Guts::registerTrigger(const State& s, SubsystemIndex ix, Stage stage,
                                                      EventTriggerByStageIndex slot) const {
    const Stage now = s.getSubsystemStage(ix);
    if (now >= Stage::Instance)
        throw StageTooHigh("Subsystem::createScheduledEvent()",
                           "creating an event of subsystem '" + s.getSubsystemName(ix) + "'", Stage::Instance, now);
    auto& records = updRegister(s).bySubsystem[std::size_t(int(ix))];
    records.push_back({now, stage, slot});
    return EventId((int(records.size()) - 1) * s.getNumSubsystems() + int(ix));
}

SubsystemIndex DefaultSystemSubsystem::Guts::getSubsystemOfEvent(EventId id) const {
    return id.isValid() ? SubsystemIndex(int(id) % getSystem().getNumSubsystems()) : SubsystemIndex();
}
void DefaultSystemSubsystem::Guts::requireEvent(const State& s, SubsystemIndex ix, EventId id) const {
    const int n = s.getNumSubsystems();
    const auto& records = updRegister(s).bySubsystem[std::size_t(int(ix))];
    if (id.isValid() && id % n == ix && id / n < int(records.size())) return;
    throw Exception("System::calcTimeOfNextScheduledEvent(): subsystem '" + s.getSubsystemName(ix) +
                    "' returned an event that it has not created in this State. Call createScheduledEvent() while "
                    "realizing Instance stage.");
}

Array_<EventTriggerInfo> DefaultSystemSubsystem::Guts::completeTriggerInfo(const State& s, SubsystemIndex ix,
                                                                           const Array_<EventTriggerInfo>& told) const {
    Array_<EventTriggerInfo> all;
    std::vector<bool> known;
    int n = 0;
    std::array<int, Stage::NValid> start{};
    for (int g = Stage::Empty; g <= Stage::Report; ++g) {
        start[std::size_t(g)] = n;
        n += s.getNEventTriggersByStage(ix, Stage(g));
    }
    all.resize(std::size_t(n));
    known.resize(std::size_t(n));
    const auto& records = updRegister(s).bySubsystem[std::size_t(int(ix))];
    for (std::size_t k = 0; k < records.size(); ++k) {
        if (records[k].witnessStage == Stage::Empty) continue;
        const int i = start[std::size_t(int(records[k].witnessStage))] + records[k].slot;
        all[i] = EventTriggerInfo(EventId(int(k) * s.getNumSubsystems() + int(ix)));
        known[std::size_t(i)] = true;
    }
    int anonymous = 0;
    for (const EventTriggerInfo& info : told) {
        int i = 0;
        while (i < n && !(known[std::size_t(i)] && all[i].getEventId() == info.getEventId())) ++i;
        if (i == n) {
            while (anonymous < n && known[std::size_t(anonymous)]) ++anonymous;
            i = anonymous++;
        }
        if (i < n) all[i] = info;
    }
    while (anonymous < n && known[std::size_t(anonymous)]) ++anonymous;
    if (anonymous != n)
        throw Exception("System::calcEventTriggerInfo(): subsystem '" + s.getSubsystemName(ix) + "' has " +
                        std::to_string(n) + " witness functions but describes only " + std::to_string(told.size()) +
                        ". Create them with createTriggeredEvent(), or describe all in calcEventTriggerInfoImpl().");
    return all;
}

// --- Handlers and reporters ---

void DefaultSystemSubsystem::Guts::add(ScheduledEventHandler* handler) {
    scheduledHandlers_.emplace_back(handler);
    invalidateSubsystemTopologyCache();
}
void DefaultSystemSubsystem::Guts::add(TriggeredEventHandler* handler) {
    triggeredHandlers_.emplace_back(handler);
    hasWitnesses_ = true;
    invalidateSubsystemTopologyCache();
}
void DefaultSystemSubsystem::Guts::add(ScheduledEventReporter* reporter) {
    scheduledReporters_.emplace_back(reporter);
    invalidateSubsystemTopologyCache();
}
void DefaultSystemSubsystem::Guts::add(TriggeredEventReporter* reporter) {
    triggeredReporters_.emplace_back(reporter);
    hasWitnesses_ = true;
    invalidateSubsystemTopologyCache();
}

int DefaultSystemSubsystem::Guts::realizeSubsystemTopologyImpl(State& s) const {
    slots_ = allocateCacheEntry(s, Stage::Instance, new Value<Slots>(), "events of handlers and reporters");
    return 0;
}

int DefaultSystemSubsystem::Guts::realizeSubsystemInstanceImpl(const State& s) const {
    Slots& slots = Value<Slots>::updDowncast(updCacheEntry(s, slots_));
    slots = {};
    const auto schedule = [&](const auto& all, std::vector<EventId>& ids) {
        for (std::size_t i = 0; i < all.size(); ++i) createScheduledEvent(s, ids.emplace_back());
    };
    const auto watch = [&](const auto& all, std::vector<Slots::Trigger>& triggers) {
        for (const auto& one : all) {
            Slots::Trigger& trigger = triggers.emplace_back();
            createTriggeredEvent(s, trigger.id, trigger.slot, one->getRequiredStage());
        }
    };
    schedule(scheduledHandlers_, slots.scheduledHandlers);
    schedule(scheduledReporters_, slots.scheduledReporters);
    watch(triggeredHandlers_, slots.triggeredHandlers);
    watch(triggeredReporters_, slots.triggeredReporters);
    return 0;
}
const DefaultSystemSubsystem::Guts::Slots& DefaultSystemSubsystem::Guts::getSlots(const State& s) const {
    return Value<Slots>::downcast(getCacheEntry(s, slots_));
}

int DefaultSystemSubsystem::Guts::writeWitnesses(const State& s, Stage stage) const {
    const Slots& slots = getSlots(s);
    const auto write = [&](const auto& all, const std::vector<Slots::Trigger>& triggers) {
        for (std::size_t i = 0; i < all.size(); ++i)
            if (all[i]->getRequiredStage() == stage)
                updEventTriggersByStage(s, stage)[triggers[i].slot] = all[i]->getValue(s);
    };
    write(triggeredHandlers_, slots.triggeredHandlers);
    write(triggeredReporters_, slots.triggeredReporters);
    return 0;
}

void DefaultSystemSubsystem::Guts::calcEventTriggerInfoImpl(const State& s, Array_<EventTriggerInfo>& info) const {
    const Slots& slots = getSlots(s);
    const auto describe = [&](const auto& all, const std::vector<Slots::Trigger>& triggers) {
        for (std::size_t i = 0; i < all.size(); ++i) {
            info.push_back(std::as_const(*all[i]).getTriggerInfo());
            info.back().setEventId(triggers[i].id);
        }
    };
    describe(triggeredHandlers_, slots.triggeredHandlers);
    describe(triggeredReporters_, slots.triggeredReporters);
}

namespace {
/// The earliest time requested, and the ids of all events at that time. Past times are ignored.
template <class All>
void earliest(const All& all, const std::vector<EventId>& allIds, const State& s, Real& t, Array_<EventId>& ids,
              bool includeCurrentTime) {
    t = Infinity;
    ids.clear();
    const Real now = s.getTime();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Real next = all[i]->getNextEventTime(s, includeCurrentTime);
        const bool isAhead = includeCurrentTime ? next >= now : next > now;
        if (!isAhead || next > t || next == Infinity) continue;
        if (next < t) ids.clear();
        t = next;
        ids.push_back(allIds[i]);
    }
}
bool contains(const Array_<EventId>& ids, EventId id) { return std::find(ids.begin(), ids.end(), id) != ids.end(); }
}  // namespace

void DefaultSystemSubsystem::Guts::calcTimeOfNextScheduledEventImpl(const State& s, Real& t, Array_<EventId>& ids,
                                                                    bool includeCurrentTime) const {
    earliest(scheduledHandlers_, getSlots(s).scheduledHandlers, s, t, ids, includeCurrentTime);
}
void DefaultSystemSubsystem::Guts::calcTimeOfNextScheduledReportImpl(const State& s, Real& t, Array_<EventId>& ids,
                                                                     bool includeCurrentTime) const {
    earliest(scheduledReporters_, getSlots(s).scheduledReporters, s, t, ids, includeCurrentTime);
}

void DefaultSystemSubsystem::Guts::handleEventsImpl(State& s, Event::Cause, const Array_<EventId>& ids,
                                                    const HandleEventsOptions& options,
                                                    HandleEventsResults& results) const {
    if (ids.empty()) return;
    // The first handler may change the container of ids: look up all handlers before calling any.
    std::vector<const EventHandler*> handlers;
    std::vector<const TriggeredEventReporter*> reporters;
    const Slots& slots = getSlots(s);
    for (std::size_t i = 0; i < scheduledHandlers_.size(); ++i)
        if (contains(ids, slots.scheduledHandlers[i])) handlers.push_back(scheduledHandlers_[i].get());
    for (std::size_t i = 0; i < triggeredHandlers_.size(); ++i)
        if (contains(ids, slots.triggeredHandlers[i].id)) handlers.push_back(triggeredHandlers_[i].get());
    for (std::size_t i = 0; i < triggeredReporters_.size(); ++i)
        if (contains(ids, slots.triggeredReporters[i].id)) reporters.push_back(triggeredReporters_[i].get());

    // Each handler receives the State as left by the previous one.
    const auto realize = [&] {
        if (s.getSystemStage() < Stage::Model) getSystem().realizeModel(s);
        getSystem().realize(s, Stage::Acceleration);
    };
    const Real time = s.getTime();
    for (const EventHandler* handler : handlers) {
        realize();
        bool shouldTerminate = false;
        handler->handleEvent(s, options.getAccuracy(), shouldTerminate);
        if (s.getTime() != time)
            throw Exception("System::handleEvents(): event handler '" + handler->getName() +
                            "' changed the time from " + std::to_string(time) + " s to " + std::to_string(s.getTime()) +
                            " s. A handler must not change the time.");
        if (shouldTerminate) results.setExitStatus(HandleEventsResults::ShouldTerminate);
    }
    if (!reporters.empty()) realize();
    for (const TriggeredEventReporter* reporter : reporters) reporter->handleEvent(s);
}

std::string DefaultSystemSubsystem::Guts::getEventName(const State& s, EventId id) const {
    const Slots& slots = getSlots(s);
    for (std::size_t i = 0; i < scheduledHandlers_.size(); ++i)
        if (slots.scheduledHandlers[i] == id) return scheduledHandlers_[i]->getName();
    for (std::size_t i = 0; i < triggeredHandlers_.size(); ++i)
        if (slots.triggeredHandlers[i].id == id) return triggeredHandlers_[i]->getName();
    for (std::size_t i = 0; i < scheduledReporters_.size(); ++i)
        if (slots.scheduledReporters[i] == id) return scheduledReporters_[i]->getName();
    for (std::size_t i = 0; i < triggeredReporters_.size(); ++i)
        if (slots.triggeredReporters[i].id == id) return triggeredReporters_[i]->getName();
    return s.getSubsystemName(getSubsystemOfEvent(id));
}

void DefaultSystemSubsystem::Guts::reportEventsImpl(const State& s, Event::Cause, const Array_<EventId>& ids) const {
    const Slots& slots = getSlots(s);
    for (std::size_t i = 0; i < scheduledReporters_.size(); ++i)
        if (contains(ids, slots.scheduledReporters[i])) scheduledReporters_[i]->handleEvent(s);
}

}  // namespace trammel
