// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compile/event_family.h"
#include "compile/events/event_parameters.h"
#include "document/document.h"
#include "meta/type_catalog.h"
#include "meta/units.h"
#include "multibody/element_inputs.h"
#include "system/event.h"
#include "system/state.h"

namespace trammel {

struct BuiltSystem;

/// Inputs for building a trigger or action.
struct EventInputs {
    const Document& document;
    const Element& element;
    /// Complete except for events and actions.
    BuiltSystem& built;
    ElementInputs values;

    /// The element in a required input.
    const Element& target(const std::string& socket) const;
    /// Throws UnusableElement unless the formula in a property has the dimension @p required, named @p what.
    void requireDimension(const std::string& key, const Dimension& required, const std::string& what) const;
};

/// Common part of triggers and actions: name, and formulas of the State.
class EventPart {
public:
    explicit EventPart(const EventInputs& in);
    virtual ~EventPart() = default;
    EventPart(const EventPart&) = delete;
    EventPart& operator=(const EventPart&) = delete;

    const std::string& getName() const { return name_; }
    ElementId getElementId() const { return id_; }
    /// Parameters of new States.
    const EventParameters& getDefaultParameters() const { return defaults_; }

protected:
    const BuiltSystem& built() const { return built_; }
    const StateFormula& formula(std::size_t i) const { return formulas_[i]; }
    /// The value of a formula, by the order of properties. Requires its stage.
    Real calcFormula(std::size_t i, const State& s, const EventParameters& parameters) const;

private:
    std::string name_;
    ElementId id_;
    const BuiltSystem& built_;
    std::vector<StateFormula> formulas_;
    EventParameters defaults_;
};

/// Determines when an event occurs: where a witness function crosses zero, or at times known in advance.
///
/// **Source:** Advanced Programming Guide, "Event handlers and reporters".
class EventTrigger : public EventPart {
public:
    using EventPart::EventPart;
    /// The stage that the witness function requires; none if the times are known in advance.
    virtual std::optional<Stage> getWitnessStage() const { return std::nullopt; }
    virtual Event::Trigger getDirection() const { return Event::AnySignChange; }
    virtual Real calcWitness(const State&, const EventParameters&) const { return 1; }
    /// The next time, s; Infinity: never.
    virtual Real calcNextTime(const State&, const EventParameters&, bool includeCurrentTime) const {
        (void)includeCurrentTime;
        return Infinity;
    }
};

/// Changes the State when its event occurs.
class EventAction : public EventPart {
public:
    using EventPart::EventPart;
    /// @param s realized to Velocity
    /// @param endsRun set to true to end the run
    virtual void act(State& s, const EventParameters&, bool& endsRun) const = 0;
};

/// Implementation of a type of family "event".
class EventTriggerType : public TypeImplementation {
public:
    virtual std::unique_ptr<EventTrigger> create(const EventInputs&) const = 0;
};
/// Implementation of a type of family "action".
class EventActionType : public TypeImplementation {
public:
    virtual std::unique_ptr<EventAction> create(const EventInputs&) const = 0;
};

/// Registry row from a trigger T: T(const EventInputs&), key, label, doc, choose, properties(), and sockets() where it has
/// inputs.
template <class T>
TypeDescriptor describeTrigger() {
    struct Type : EventTriggerType {
        std::unique_ptr<EventTrigger> create(const EventInputs& in) const override { return std::make_unique<T>(in); }
    };
    TypeDescriptor type = describeType<T>(eventFamily);
    if constexpr (requires { T::sockets(); }) type.sockets = T::sockets();
    if constexpr (!requires { T::occursOnce; })
        type.properties.push_back(
            PropertyDescriptor::boolean(onceKey, "Once", false, "Disable the event when it has occurred.")
                .at(Stage::Instance));
    type.properties.push_back(
        PropertyDescriptor::boolean("enabled", "Enabled", true, "Let the event occur.").at(Stage::Instance));
    type.implementation = std::make_shared<Type>();
    return type;
}

/// Registry row from an action A, in the form of describeTrigger().
template <class A>
TypeDescriptor describeAction() {
    struct Type : EventActionType {
        std::unique_ptr<EventAction> create(const EventInputs& in) const override { return std::make_unique<A>(in); }
    };
    TypeDescriptor type = describeType<A>(actionFamily);
    if constexpr (requires { A::sockets(); }) type.sockets = A::sockets();
    type.implementation = std::make_shared<Type>();
    return type;
}

/// All types of families "event" and "action".
std::vector<TypeDescriptor> eventTypes();
std::vector<TypeDescriptor> actionTypes();

}  // namespace trammel
