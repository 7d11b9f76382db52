// SPDX-License-Identifier: Apache-2.0
#include "compile/events/event_parameters.h"

#include <algorithm>

#include "meta/type_catalog.h"
#include "multibody/element_inputs.h"

namespace trammel {

EventParameters readEventParameters(const TypeDescriptor& type, const ElementInputs& in) {
    EventParameters all;
    for (const PropertyDescriptor& property : type.properties) {
        const std::string& key = property.key;
        if (key == onceKey) {
            all.once = in.boolean(key);
        } else if (property.isFormula) {
            all.formulas.push_back(in.requireFormula(key).numbers);
        } else if (property.kind == ValueKind::Real) {
            all.numbers.push_back(in.real(key));
        } else if (property.kind == ValueKind::Choice && !key.ends_with("Anchor")) {
            const auto option = std::ranges::find(property.options, in.text(key), &PropertyDescriptor::Option::key);
            all.numbers.push_back(Real(option - property.options.begin()));
        } else if (property.kind == ValueKind::Vec3 && type.findProperty(key + "Anchor")) {
            all.points.push_back(in.station("body", key));
        }
    }
    return all;
}

}  // namespace trammel
