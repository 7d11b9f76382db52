// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "meta/property.h"

namespace trammel {

/// The shortest decimal text that reads back as @p x, with a decimal point in any locale: "0.1".
std::string numberText(Real x);

/// A value for display, in SI units: "1.5 kg", "(0, 0, 1)", "true", "'steel'".
std::string valueText(const PropertyDescriptor& property, const PropertyValue& value);

/// The allowed values: "> 0", "≥ 0 and ≤ 1", "one of full, light"; empty if any.
std::string rangeText(const PropertyDescriptor& property);

}  // namespace trammel
