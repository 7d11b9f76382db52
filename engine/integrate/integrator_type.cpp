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
    // They change how a State is carried on, not the State: no stage becomes invalid.
    const auto seconds = [](const char* key, const char* label, const char* doc) {
        return PropertyDescriptor::real(key, label, Quantity::Time, 0, doc).min(0).at(Stage::Infinity);
    };
    static const std::vector<Option> all{
        {seconds("initialStep", "First step", "Length of the first step; 0 chooses it from the model's time scale."),
         &Integrator::setInitialStepSize},
        {seconds("maximumStep", "Longest step", "No step is longer than this; 0 sets no limit."),
         &Integrator::setMaximumStepSize},
        {seconds("minimumStep", "Shortest step", "The run fails rather than take a shorter step; 0 sets no limit."),
         &Integrator::setMinimumStepSize},
        {seconds("fixedStep", "Fixed step", "All steps have this length, whatever their error; 0 controls the error."),
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
