// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <complex>
#include <string>

#include "math/scalar.h"

namespace trammel::test {

inline constexpr const char* bicycleSource =
    "Meijaard, Papadopoulos, Ruina and Schwab, Proceedings of the Royal Society A 463, 2007";

/// Weave, capsize and castering modes of an uncontrolled bicycle, 1/s, in the order of real parts, then imaginary.
using BicycleEigenvalues = std::array<std::complex<Real>, 4>;

/// Eigenvalues of the published linear equations, v the forward speed in m/s:
///
///   M q'' + v C1 q' + (g K0 + v^2 K2) q = 0,  q = (lean, steer)
BicycleEigenvalues publishedBicycleEigenvalues(Real speed);

/// Eigenvalues of the model `bicycle`, linearized about upright straight riding.
BicycleEigenvalues calcBicycleEigenvalues(Real speed);

/// Largest distance between corresponding eigenvalues.
Real difference(const BicycleEigenvalues& a, const BicycleEigenvalues& b);
/// "-14.078, -0.775 ± 4.465 i, -0.323"
std::string toText(const BicycleEigenvalues&);

}  // namespace trammel::test
