// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "simbody/vocabulary.h"

namespace SimTK {

/// A unilateral contact among the rows of the compliance matrix A = G M^-1 G^T.
struct ContactRows {
    int normal = 0;
    /// The first of two rows; -1: none.
    int friction = -1;
    /// 1 or -1: impulses have this sign, and so have velocities of separation.
    Real sign = 1;
    /// Friction coefficient.
    Real mu = 0;
    /// Velocity of separation at which it is left, not negative.
    Real rebound = 0;
    /// Whether its normal impulse is given, with the sign of its row.
    bool isKnown = false;
    Real known = 0;
};

/// Impulses p that lead from velocities v0 to v = v0 + A p:  v = 0 in all rows that belong to no contact, and in contacts
///
///   sign p_n >= 0,  sign v_n >= rebound,  with equality in one of them;
///   |p_t| <= mu |p_n|,  v_t opposite to p_t where it slips
///
/// **Source:** projected Gauss-Seidel iteration; Jean, "The non-smooth contact dynamics method" (1999).
Vector calcContactImpulses(const Matrix& A, const Vector& v0, const std::vector<ContactRows>& contacts);

}  // namespace SimTK
