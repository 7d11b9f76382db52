// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "math/scalar.h"

namespace trammel {

/// A number for a message: at least three significant digits, and no exponent below a million: "0.012", "1235", "2.5e+07".
std::string roundedText(Real x);

/// A length (m) for a message, in millimeters, or in meters where millimeters do not help: "1235 mm", "2.5e+04 m".
std::string lengthText(Real length);

}  // namespace trammel
