// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "meta/property.h"

namespace trammel {

/// Converts a JSON value of a property; if its kind does not match, returns a value of another kind, which
/// describeInvalidValue() rejects. Integers are accepted for reals, and 2.0 for 2.
PropertyValue valueFromJson(const PropertyDescriptor& property, const nlohmann::ordered_json& json);

nlohmann::ordered_json jsonFromValue(const PropertyValue& value);

}  // namespace trammel
