// SPDX-License-Identifier: Apache-2.0
#include "integrate/integrator_type.h"

#include "base/exceptions.h"

namespace trammel {

namespace {
struct Option {
    PropertyDescriptor property;
    void (Integrator::*set)(Real);
};

const std::vector<Option>& options() {
    // These affect the integration, not the State: no stage is invalidated.
    const auto seconds = [](const char* key, const char* label, const char* doc) {
        return PropertyDescriptor::real(key, label, Quantity::Time, 0, doc).min(0).at(Stage::Infinity);
    };
    static const std::vector<Option> all{
        {seconds("initialStep", "Initial step size",
                 "Size of the first step; 0 derives it from the model's time scale."),
         &Integrator::setInitialStepSize},
        {seconds("maximumStep", "Maximum step size", "Upper limit of the step size; 0: no limit."),
         &Integrator::setMaximumStepSize},
        {seconds("minimumStep", "Minimum step size", "The run fails rather than take a smaller step; 0: no limit."),
         &Integrator::setMinimumStepSize},
        {seconds("fixedStep", "Fixed step size", "Size of all steps, regardless of the error; 0: error control."),
         &Integrator::setFixedStepSize}};
    return all;
}
}  // namespace

const std::vector<PropertyDescriptor>& commonIntegratorProperties() {
    static const std::vector<PropertyDescriptor> properties = [] {
        std::vector<PropertyDescriptor> list;
        for (const Option& option : options()) list.push_back(option.property);
        return list;
    }();
    return properties;
}

void setIntegratorProperty(Integrator& integrator, const std::string& key, const PropertyValue& value) {
    for (const Option& option : options()) {
        if (option.property.key != key) continue;
        if (const std::string wrong = describeInvalidValue(option.property, value); !wrong.empty())
            throw Exception("setIntegratorProperty(): '" + option.property.label + "' " + wrong + ".");
        return (integrator.*option.set)(std::get<Real>(value));
    }
    throw Exception("setIntegratorProperty(): integrators have no property '" + key + "'.");
}

}  // namespace trammel
