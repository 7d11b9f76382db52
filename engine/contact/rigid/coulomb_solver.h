// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "math/vector.h"

namespace trammel {

/// Forces or impulses at rigid points that touch, with Coulomb friction.
///
/// Point i has v_i of the second body relative to the first, a velocity or an acceleration, in the axes (x, y, z) of its
/// contact frame; P changes v by W P. At each point
///
///   0 <= P_n  ⊥  v_n+ >= target,   |P_t| <= mu P_n,   P_t = -mu P_n v_t+/|v_t+| where v_t+ ≠ 0
///
/// or, where it slides, P_t = -mu P_n direction.
///
/// **Source:** nonlinear Gauss-Seidel iteration: Jean, Comput. Methods Appl. Mech. Eng. 177 (1999) 235.
struct CoulombProblem {
    struct Point {
        Real friction = 0, target = 0;
        bool slides = false;
        Eigen::Matrix<Real, 2, 1> direction{0, 0};
    };
    std::vector<Point> points;
    /// 3 rows and columns for each point.
    Matrix W;
    Vector v;
    /// Sweeps end where v changes less than this, relative to the fastest.
    Real tolerance = 1e-14;

    /// v+, and P.
    struct Solution {
        Vector v, P;
        /// False where sweeps do not converge, or friction jams a point that slides.
        bool isSolved = false;
        /// Over all points.
        int sweeps = 0;
    };
    Solution solve() const;
};

}  // namespace trammel
