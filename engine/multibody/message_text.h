// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "math/scalar.h"

namespace trammel {

/// A number in a message: three significant digits.
std::string toText(Real x);
/// "'A', 'B' and 'C'".
std::string listOf(const std::vector<std::string>& names);

}  // namespace trammel
