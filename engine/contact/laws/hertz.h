// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/contact_geometry.h"

namespace trammel {

/// Hertz' theory at a depth x: force  f = E* s sqrt(x) x  on an ellipse with half axes  a = major sqrt(x),
/// b = minor sqrt(x).  The pressure is  p0 sqrt(1 - (u/a)^2 - (v/b)^2),  p0 = 3 f/(2 pi a b).
struct HertzContact {
    /// s; 4/3 sqrt(R) for equal curvatures 1/R, m^(1/2).
    Real factor = 0;
    /// sqrt(R) for equal curvatures, m^(1/2).
    Real major = 0, minor = 0;
};

/// The axes follow from complete elliptic integrals; the minor one is in the direction of the larger curvature.
/// @param larger,smaller relative principal curvatures of the two surfaces, 1/m, larger >= smaller > 0
///
/// **Source:** Johnson, "Contact Mechanics", 1985, chapter 4.
HertzContact calcHertzContact(Real larger, Real smaller);
/// For a region without a patch, where a flat direction, as along a cylinder, counts as wide as the smaller shape.
HertzContact calcHertzContact(const ContactRegion& region, const ContactShape& a, const ContactShape& b);

}  // namespace trammel
