// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "math/scalar.h"

namespace trammel {

/// Dissipation c (s/m) of a Hunt-Crossley force k x^n (1 + 3/2 c xdot) whose impact at @p speed (m/s) has the coefficient of
/// restitution @p restitution, for any k and n: the root of  u - ln(1 + u) = -e u - ln(1 - e u),  u = 3/2 c v.
///
/// Restitution 1 gives 0; below 0.01 counts as 0.01, since no finite c gives 0.
///
/// **Source:** Hunt and Crossley, "Coefficient of restitution interpreted as damping in vibroimpact", J. Appl. Mech. 42
/// (1975), equation of motion integrated here.
Real calcDissipation(Real restitution, Real speed);

/// The inverse: coefficient of restitution of an impact at @p speed, for @p dissipation c.
Real calcRestitution(Real dissipation, Real speed);

}  // namespace trammel
