// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "math/vec.h"

namespace trammel::test {

/// Jacobi's elliptic functions of argument @p u and modulus @p k in [0, 1).
struct Jacobi {
    Real sn, cn, dn;
    Jacobi(Real u, Real k);
};

/// A pendulum released at rest at @p amplitude (rad from hanging): its angle after @p t, and its period.
///
///   theta'' = -omega0^2 sin theta,  sin(theta/2) = k cd(omega0 t),  k = sin(amplitude/2)
struct PendulumFormula {
    Real amplitude, omega0;
    Real angle(Real t) const;
    Real period() const;
};

/// A point at given distances from two others, in the xy-plane.
/// @param side +1: to the left of the line from @p a to @p b; -1: to the right
Vec3 intersectCircles(const Vec3& a, Real ra, const Vec3& b, Real rb, int side);

/// Least and largest cosine of the tilt of a heavy symmetric top.
///
/// A, C moments about the fixed point, across and along the axis; mgl its weight moment; momenta about the vertical and
/// about its axis; energy, with potential energy mgl cos(tilt).
/// **Source:** Goldstein, Classical Mechanics, section 5.7.
struct TopLimits {
    Real least, largest;
    TopLimits(Real A, Real C, Real mgl, Real verticalMomentum, Real axialMomentum, Real energy);
};

}  // namespace trammel::test
