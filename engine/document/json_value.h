// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "meta/property.h"

namespace trammel {

/// What a file holds for a property; a value of another kind, which describeInvalidValue() will reject, if the JSON
/// is not of the property's kind. Whole numbers stand for real ones, and 2.0 for 2.
PropertyValue valueFromJson(const PropertyDescriptor& property, const nlohmann::ordered_json& json);

nlohmann::ordered_json jsonFromValue(const PropertyValue& value);

}  // namespace trammel
