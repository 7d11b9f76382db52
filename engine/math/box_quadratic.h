// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "math/vector.h"

namespace trammel {

/// The x from @p lower to @p upper that minimizes x·H x/2 - c·x for a symmetric positive definite H.
///
/// Sweeps over single numbers, which leave bounds, alternate with the minimum for those between the bounds by Newton's steps.
/// **Source:** Moré and Toraldo, Algorithms for bound constrained quadratic programming problems, Numer. Math. 55 (1989).
/// @param start a guess
Vector minimizeInBox(const Matrix& H, const Vector& c, Real lower, Real upper, const Vector& start);

}  // namespace trammel
