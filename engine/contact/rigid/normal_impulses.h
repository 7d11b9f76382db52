// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "math/vector.h"

namespace trammel {

/// Impulses without friction that end the approach of points, by the least kinetic energy:
///
///   0 <= P  ⊥  v + W P >= 0
///
/// A solution exists if @p v are velocities of points of one mechanism, and @p W is their response to impulses, symmetric
/// and positive semidefinite. Slower approach than @p negligible remains. The number of passes is finite: each lowers
/// the energy, so that no set of pressed points recurs; rounding ends them after a few per point.
///
/// **Source:** Lawson, Hanson, Solving Least Squares Problems (1974), chapter 23.
Vector calcNormalImpulses(const Matrix& W, const Vector& v, Real negligible);

}  // namespace trammel
