// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "math/scalar.h"

namespace trammel {

/// Force of Hertz' theory,  f = E* s x^(3/2),  by the relative principal curvatures of the two surfaces.
///
/// For equal curvatures 1/R: s = 4/3 sqrt(R). For others the pressure acts on an ellipse whose axes follow from complete
/// elliptic integrals.
/// @param larger,smaller relative principal curvatures, 1/m, larger >= smaller > 0
/// @returns s, m^(1/2)
///
/// **Source:** Johnson, "Contact Mechanics", 1985, chapter 4.
Real calcHertzFactor(Real larger, Real smaller);

}  // namespace trammel
