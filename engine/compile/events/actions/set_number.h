// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compile/compiled_data.h"
#include "compile/events/event_part.h"
#include "compile/events/event_subsystem.h"

namespace trammel {

/// Sets a number of an element to the value of a formula.
class SetNumberAction : public EventAction {
public:
    static constexpr const char* key = "setNumber";
    static constexpr const char* label = "Set a number";
    static constexpr const char* doc = "Sets a number of an element, or a parameter, to the value of a formula.";
    static constexpr const char* reference =
        "Formulas that name the number follow, as after an edit. Numbers that determine the structure of the model "
        "cannot be set. While a model sets numbers, every edit of a value rebuilds the system.";
    static constexpr const char* choose =
        "For a stiffness, damping, mass, motor rate or parameter that changes during a run.";
    static std::vector<PropertyDescriptor> properties() {
        PropertyDescriptor value = PropertyDescriptor::formula("value", "Value", Quantity::None, "0",
                                                               "Formula of the new value, evaluated at the event.");
        value.takesAnyUnit = true;
        return {PropertyDescriptor::text("number", "Number", "value",
                                         "Label or key of the number, as in the element's properties."),
                std::move(value)};
    }
    static std::vector<SocketDescriptor> sockets() {
        return {{"element",
                 "Element",
                 "The element whose number is set.",
                 {"parameter", "force", "constraint", "motion", "body", eventFamily},
                 false}};
    }

    explicit SetNumberAction(const EventInputs& in)
        : EventAction(in),
          target_(in.built.events->updNumberSetter().addTarget(in.target("element"), in.values.text("number"))) {
        const std::optional<Quantity> quantity = in.built.events->getNumberSetter().findQuantity(target_);
        if (quantity) in.requireDimension("value", dimensionOf(*quantity), quantityName(*quantity));
    }
    void act(State& s, const EventParameters& parameters, bool&) const override {
        built().events->getNumberSetter().set(s, target_, calcFormula(0, s, parameters), getName());
    }

private:
    int target_;
};

}  // namespace trammel
