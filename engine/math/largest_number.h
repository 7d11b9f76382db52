// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "math/scalar.h"

namespace trammel {

/// Largest magnitude of a number in a model and of a variable or its rate in a run: products of three such numbers, as in
/// energies, are still finite.
inline constexpr Real largestNumber = 1e100;

}  // namespace trammel
