// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "multibody/bearing.h"

namespace trammel {

class MatterGuts;

/// Friction of all bearings of a model at one State, with scratch memory.
///
/// Joint forces are linear in the friction x of all bearings: v(x) = v(0) + C x, found by one evaluation of forward dynamics
/// for v(0) and one for each bearing in motion. Newton's method, started from x = 0, then solves
///
///   x_j + coefficient_j sum_i lever_ji |v_ji(x)| = 0
///
/// The solution is that of slowly increasing friction, while the derivative of the equations stays regular. Beyond, as in a
/// guide that jams, rigid bodies have no solution or several.
///
/// **Source:** derived here; for what is beyond: Génot and Brogliato, "New results on Painlevé paradoxes" (1999).
class BearingFriction {
public:
    std::vector<Bearing> bearings;
    /// By bearing; set by solve().
    std::vector<BearingLoad> loads;
    /// The bearing that locks if solve() returns false.
    int locked = -1;

    /// @param bodyForces, mobilityForces all other forces (Velocity)
    /// @return false if no solution was found
    bool solve(const MatterGuts&, const State&, const Vector_<SpatialVec>& bodyForces, const Vector& mobilityForces);

private:
    /// Across at both supports, and along.
    static constexpr int supports = 3;

    int count() const { return int(bearings.size()); }
    Real lever(int j, int support) const;
    std::size_t at(int j, int k, int support) const { return std::size_t((j * count() + k) * supports + support); }
    /// Forces of all joints due to those forces, at the State's speeds; or due to a unit force on one speed.
    void calcJointForces(const MatterGuts&, const State&, const SpatialVec* bodyForces, const Real* mobilityForces,
                         bool withMotion);
    void findSupports(const MatterGuts&, const State&, int bearing, Vec3* out) const;
    /// One step of Newton's method; the determinant of the equations has the sign @p isRegular. @return largest change of a
    /// load, N
    Real improve(bool& isRegular);
    Real sumOfLoads(int j, Real* derivative);

    std::vector<Vec3> offset_, slope_;
    std::vector<Real> friction_, matrix_, right_;
    std::vector<Real> udot_, change_, errors_, lambda_, residual_, unit_, onSpeeds_;
    std::vector<SpatialVec> A_GB_, dA_GB_, onBodies_, jointForces_;
    ForwardDynamicsWork dynamics_;
};

}  // namespace trammel
