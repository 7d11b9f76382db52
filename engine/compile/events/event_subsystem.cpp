// SPDX-License-Identifier: Apache-2.0
#include "compile/events/event_subsystem.h"

#include "multibody/multibody_system.h"
#include "system/event_handler.h"

namespace trammel {

class EventSubsystem::Guts : public Subsystem::Guts {
public:
    struct Action {
        std::shared_ptr<const EventAction> element;
        DiscreteVariableIndex parameters;
    };
    struct Row {
        std::shared_ptr<const EventTrigger> trigger;
        bool enabledByDefault = true;
        std::vector<Action> actions = {};
        std::vector<Measure::SampleAndHold> samples = {};
        DiscreteVariableIndex enabled = {}, occurrences = {}, parameters = {};
    };
    mutable std::vector<Row> rows;
    std::shared_ptr<NumberSetter> setter;
    mutable DiscreteVariableIndex setNumbers;

    Guts() : Subsystem::Guts("model events", "1.0") {}
    Subsystem::Guts* cloneImpl() const override { return new Guts(*this); }

    int realizeSubsystemTopologyImpl(State& s) const override {
        for (Row& row : rows) {
            const std::string& name = row.trigger->getName();
            row.enabled =
                allocateDiscreteVariable(s, Stage::Instance, new Value<bool>(row.enabledByDefault), name + " enabled");
            row.occurrences = allocateDiscreteVariable(s, Stage::Report, new Value<int>(0), "occurrences of " + name);
            row.parameters = allocateDiscreteVariable(s, Stage::Time,
                                                      new Value<EventParameters>(row.trigger->getDefaultParameters()),
                                                      "parameters of " + name);
            // Read by handlers only.
            for (Action& action : row.actions)
                action.parameters = allocateDiscreteVariable(
                    s, Stage::Report, new Value<EventParameters>(action.element->getDefaultParameters()),
                    "parameters of " + action.element->getName());
        }
        if (setter)
            setNumbers = allocateDiscreteVariable(s, Stage::Report, new Value<SetNumbers>(), "numbers set by events");
        return 0;
    }

    bool isEnabled(const State& s, const Row& row) const {
        return Value<bool>::downcast(getDiscreteVariable(s, row.enabled));
    }
    const EventParameters& parameters(const State& s, DiscreteVariableIndex v) const {
        return Value<EventParameters>::downcast(getDiscreteVariable(s, v)).get();
    }
    /// Writing a variable invalidates stages, so equal values are not written.
    void setIfDifferent(State& s, DiscreteVariableIndex v, const AbstractValue& value) const {
        if (!getDiscreteVariable(s, v).equals(value)) setDiscreteVariable(s, v, value);
    }

    Real calcWitness(const State& s, std::size_t event) const {
        const Row& row = rows[event];
        return isEnabled(s, row) ? row.trigger->calcWitness(s, parameters(s, row.parameters)) : 1;
    }
    Real calcNextTime(const State& s, std::size_t event, bool includeCurrentTime) const {
        const Row& row = rows[event];
        if (!isEnabled(s, row)) return Infinity;
        return row.trigger->calcNextTime(s, parameters(s, row.parameters), includeCurrentTime);
    }
    void occur(State& s, std::size_t event, bool& endsRun) const {
        const Row& row = rows[event];
        // An event at the same time may have disabled it.
        if (!isEnabled(s, row)) return;
        const int count = Value<int>::downcast(getDiscreteVariable(s, row.occurrences));
        setDiscreteVariable(s, row.occurrences, Value<int>(count + 1));
        if (parameters(s, row.parameters).once) setIfDifferent(s, row.enabled, Value<bool>(false));
        for (const auto& measure : row.samples) {
            // A sample that was taken invalidates Time.
            getSystem().realize(s, Stage::Velocity);
            measure.sample(s);
        }
        for (const Action& action : row.actions) {
            getSystem().realize(s, Stage::Velocity);
            action.element->act(s, parameters(s, action.parameters), endsRun);
        }
    }
};

namespace {

/// An event where its witness function crosses zero.
template <class Guts>
class WitnessHandler : public TriggeredEventHandler {
public:
    WitnessHandler(const Guts& events, std::size_t event, Stage stage, Event::Trigger direction)
        : TriggeredEventHandler(stage), events_(events), event_(event) {
        getTriggerInfo()
            .setTriggerOnRisingSignTransition(direction & Event::Rising)
            .setTriggerOnFallingSignTransition(direction & Event::Falling);
    }
    Real getValue(const State& s) const override { return events_.calcWitness(s, event_); }
    void handleEvent(State& s, Real, bool& endsRun) const override { events_.occur(s, event_, endsRun); }

private:
    const Guts& events_;
    std::size_t event_;
};

/// An event at times known in advance.
template <class Guts>
class ScheduleHandler : public ScheduledEventHandler {
public:
    ScheduleHandler(const Guts& events, std::size_t event) : events_(events), event_(event) {}
    Real getNextEventTime(const State& s, bool includeCurrentTime) const override {
        return events_.calcNextTime(s, event_, includeCurrentTime);
    }
    void handleEvent(State& s, Real, bool& endsRun) const override { events_.occur(s, event_, endsRun); }

private:
    const Guts& events_;
    std::size_t event_;
};

}  // namespace

EventSubsystem::EventSubsystem(MultibodySystem& system) {
    adoptSubsystemGuts(new Guts());
    system.adoptSubsystem(*this);
}
const EventSubsystem::Guts& EventSubsystem::guts() const { return dynamic_cast<const Guts&>(getSubsystemGuts()); }
EventSubsystem::Guts& EventSubsystem::upd() { return dynamic_cast<Guts&>(updSubsystemGuts()); }

int EventSubsystem::addEvent(std::unique_ptr<EventTrigger> trigger, bool enabledByDefault) {
    Guts& g = upd();
    g.invalidateSubsystemTopologyCache();
    const std::size_t event = g.rows.size();
    const EventTrigger& added = *trigger;
    g.rows.push_back({std::move(trigger), enabledByDefault});
    const auto give = [&](auto handler) {
        handler->setName(added.getName());
        updSystem().addEventHandler(handler.release());
    };
    if (const std::optional<Stage> stage = added.getWitnessStage())
        give(std::make_unique<WitnessHandler<Guts>>(g, event, *stage, added.getDirection()));
    else
        give(std::make_unique<ScheduleHandler<Guts>>(g, event));
    return int(event);
}
void EventSubsystem::addAction(int event, std::unique_ptr<EventAction> action) {
    upd().invalidateSubsystemTopologyCache();
    upd().rows[std::size_t(event)].actions.push_back({std::move(action), {}});
}
void EventSubsystem::addSample(int event, const Measure::SampleAndHold& measure) {
    upd().rows[std::size_t(event)].samples.push_back(measure);
}
void EventSubsystem::setNumberSetter(std::unique_ptr<NumberSetter> setter) {
    upd().invalidateSubsystemTopologyCache();
    upd().setter = std::move(setter);
}
NumberSetter& EventSubsystem::updNumberSetter() { return *upd().setter; }
const NumberSetter& EventSubsystem::getNumberSetter() const { return *guts().setter; }

int EventSubsystem::getNumEvents() const { return int(guts().rows.size()); }
bool EventSubsystem::isEnabled(const State& s, int event) const {
    return guts().isEnabled(s, guts().rows[std::size_t(event)]);
}
void EventSubsystem::setEnabled(State& s, int event, bool enabled) const {
    guts().setIfDifferent(s, guts().rows[std::size_t(event)].enabled, Value<bool>(enabled));
}
int EventSubsystem::getNumOccurrences(const State& s, int event) const {
    return Value<int>::downcast(guts().getDiscreteVariable(s, guts().rows[std::size_t(event)].occurrences));
}
void EventSubsystem::setParameters(State& s, const std::function<EventParameters(ElementId)>& read) const {
    const auto set = [&](const EventPart& part, DiscreteVariableIndex v) {
        guts().setIfDifferent(s, v, Value<EventParameters>(read(part.getElementId())));
    };
    for (const Guts::Row& row : guts().rows) {
        set(*row.trigger, row.parameters);
        for (const Guts::Action& action : row.actions) set(*action.element, action.parameters);
    }
}
SetNumbers EventSubsystem::getSetNumbers(const State& s) const {
    if (!guts().setter) return {};
    return Value<SetNumbers>::downcast(guts().getDiscreteVariable(s, guts().setNumbers)).get();
}
void EventSubsystem::replaceSetNumbers(State& s, const SetNumbers& numbers) const {
    if (guts().setter) guts().setIfDifferent(s, guts().setNumbers, Value<SetNumbers>(numbers));
}

}  // namespace trammel
