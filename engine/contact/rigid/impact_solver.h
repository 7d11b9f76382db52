// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "math/vector.h"

namespace trammel {

/// Impulses of rigid impacts at points that touch, with Coulomb friction.
///
/// Point i has the velocity v_i of the second body relative to the first, in the axes (x, y, z) of its contact frame; an
/// impulse P changes v by W P. At each point that is hit
///
///   0 <= P_n  ⊥  v_n+ + e v_n- >= 0,   |P_t| <= mu P_n,   P_t = -mu P_n v_t+/|v_t+| where v_t+ ≠ 0
///
/// which is Newton's law of restitution with Coulomb's law for the impulses. Points of one group are hit at once; groups one
/// after another, the fastest approach first, until none approaches. Once no rebound remains, or after many impacts, all
/// points are hit at once without rebound. What approaches even then, since Coulomb's law is not solved exactly, stops by
/// impulses without friction.
///
/// **Source:** Moreau, Unilateral contact and dry friction in finite freedom dynamics (1988), solved by nonlinear
/// Gauss-Seidel iteration; sequences of impacts: Ivanov, J. Appl. Math. Mech. 59 (1995) 887.
struct ImpactProblem {
    struct Point {
        int group = 0;
        Real restitution = 0, friction = 0;
        /// Slower rebounds are set to zero, m/s.
        Real restSpeed = 0;
    };
    std::vector<Point> points;
    /// 3 rows and columns for each point.
    Matrix W;
    Vector v;

    /// v+, and the sum of impulses.
    struct Solution {
        Vector v, impulse;
        /// By point: kinetic energy lost, J.
        std::vector<Real> lostEnergy;
    };
    Solution solve() const;

private:
    /// Hits the points in @p hit at once; adds to @p s.
    void hitAtOnce(const std::vector<int>& hit, bool withRestitution, Solution& s) const;
    /// Ends the approach of all points without rebound; adds to @p s. Slower approach than @p negligible remains.
    void endApproach(Real negligible, Solution& s) const;
    /// Adds impulses @p P at the points in @p hit to @p s.
    void apply(const std::vector<int>& hit, const Vector& P, Solution& s) const;
    static Real calcApproach(const Solution& s);
};

}  // namespace trammel
