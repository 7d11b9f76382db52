// SPDX-License-Identifier: Apache-2.0
#include "multibody/matter/bearing_friction.h"

#include <algorithm>
#include <cmath>

#include "multibody/matter/guts.h"

namespace trammel {

Real BearingFriction::lever(int j, int support) const {
    const Bearing& b = bearings[std::size_t(j)];
    return support == supports - 1 ? b.thrustLever : b.lever;
}

void BearingFriction::calcJointForces(const MatterGuts& g, const State& s, const SpatialVec* bodyForces,
                                      const Real* mobilityForces, bool withMotion) {
    const Tree& tree = g.treeOf(s);
    const PositionKinematics& pos = g.ensurePosition(s);
    const BodyInertias& inertias = g.ensureInertias(s);
    const VelocityKinematics* const vel = withMotion ? &g.ensureVelocity(s) : nullptr;
    const PrescribedSet& prescribed = g.ensurePrescribedSet(s);
    const ArticulatedInertias& abi = g.ensureArticulated(s);
    const std::size_t nu = std::size_t(tree.nu), nb = std::size_t(tree.size());

    udot_.assign(nu, 0.);
    if (withMotion && prescribed.any) g.calcKnownUDots(s, udot_.data());
    calcForwardDynamics(tree, pos, inertias, vel, abi, prescribed, bodyForces, mobilityForces, udot_.data(), A_GB_,
                        dynamics_);
    onBodies_.assign(nb, SpatialVec(0.));
    const int m = g.constraints.empty() ? 0 : g.getLayout(s).size();
    if (m > 0) {
        errors_.resize(std::size_t(m));
        lambda_.resize(std::size_t(m));
        change_.resize(nu);
        onSpeeds_.assign(nu, 0.);
        if (withMotion) {
            ConstraintKinematics k = g.kinematics(s, Stage::Velocity);
            k.A_GB = &A_GB_;
            k.udot = udot_.data();
            g.calcAccelerationErrors(k, s, errors_.data());
        } else {
            g.multiplyByG(s, udot_.data(), m, errors_.data());
        }
        ConstraintMatrices& matrices = g.ensureConstraintMatrices(s, m);
        matrices.solve(m, errors_.data(), lambda_.data());
        g.calcMInvGt(s, pos, abi, prescribed, matrices, lambda_.data(), m, change_.data(), dA_GB_);
        for (std::size_t b = 1; b < nb; ++b) A_GB_[b] -= dA_GB_[b];
        g.addInConstraintForces(s, lambda_.data(), onBodies_.data(), onSpeeds_.data());
    }
    for (std::size_t b = 0; b < nb; ++b)
        onBodies_[b] = bodyForces ? SpatialVec(bodyForces[b] - onBodies_[b]) : SpatialVec(-onBodies_[b]);
    residual_.resize(nu);
    calcInverseDynamics(tree, pos, inertias, vel, udot_.data(), A_GB_, onBodies_.data(), nullptr, residual_.data(),
                        jointForces_);
}

void BearingFriction::findSupports(const MatterGuts& g, const State& s, int j, Vec3* out) const {
    const Bearing& bearing = bearings[std::size_t(j)];
    const PositionKinematics& pos = g.ensurePosition(s);
    const std::size_t b = std::size_t(int(bearing.joint));
    const SpatialVec F = shiftForceFrom(jointForces_[b], pos.bodies[b].p_MB_G);
    const SpatialVec& H = pos.H[std::size_t(bearing.speed)];
    const Vec3 axis = Vec3(H[0].normSqr() > 0 ? H[0] : H[1]).normalize();
    const Vec3 along = dot(axis, F[1]) * axis, across = F[1] - along;
    if (bearing.spacing > 0) {
        const Vec3 couple = F[0].cross(axis) / bearing.spacing;
        out[0] = across / 2 + couple;
        out[1] = across / 2 - couple;
    } else {
        out[0] = across;
        out[1] = Vec3(0.);
    }
    out[2] = along;
}

Real BearingFriction::sumOfLoads(int j, Real* derivative) {
    const int n = count();
    const Bearing& bearing = bearings[std::size_t(j)];
    Real sum = bearing.lever * bearing.preload;
    if (derivative) std::fill(derivative, derivative + n, 0.);
    for (int i = 0; i < supports; ++i) {
        Vec3 v = offset_[std::size_t(j * supports + i)];
        for (int k = 0; k < n; ++k) v += friction_[std::size_t(k)] * slope_[at(j, k, i)];
        const Real size = v.norm();
        sum += lever(j, i) * size;
        if (i < supports - 1) loads[std::size_t(j)].load += size;
        if (!derivative || size == 0) continue;
        for (int k = 0; k < n; ++k) derivative[k] += lever(j, i) * dot(v, slope_[at(j, k, i)]) / size;
    }
    return sum;
}

Real BearingFriction::improve(bool& isRegular) {
    const int n = count();
    const auto element = [&](int row, int column) -> Real& { return matrix_[std::size_t(row * n + column)]; };
    for (int j = 0; j < n; ++j) {
        const Bearing& bearing = bearings[std::size_t(j)];
        loads[std::size_t(j)].load = bearing.preload;
        Real* const row = &element(j, 0);
        right_[std::size_t(j)] = -friction_[std::size_t(j)] - bearing.coefficient * sumOfLoads(j, row);
        for (int k = 0; k < n; ++k) row[k] *= bearing.coefficient;
        row[j] += 1;
    }
    // Elimination with pivots from the rows below.
    isRegular = true;
    for (int c = 0; c < n; ++c) {
        int best = c;
        for (int r = c + 1; r < n; ++r)
            if (std::abs(element(r, c)) > std::abs(element(best, c))) best = r;
        if (best != c) {
            std::swap_ranges(&element(c, 0), &element(c, 0) + n, &element(best, 0));
            std::swap(right_[std::size_t(c)], right_[std::size_t(best)]);
            isRegular = !isRegular;
        }
        const Real pivot = element(c, c);
        if (pivot < 0) isRegular = !isRegular;
        if (pivot == 0) {
            isRegular = false;
            return Infinity;
        }
        for (int r = c + 1; r < n; ++r) {
            const Real factor = element(r, c) / pivot;
            for (int k = c; k < n; ++k) element(r, k) -= factor * element(c, k);
            right_[std::size_t(r)] -= factor * right_[std::size_t(c)];
        }
    }
    Real change = 0;
    for (int r = n - 1; r >= 0; --r) {
        Real& x = right_[std::size_t(r)];
        for (int k = r + 1; k < n; ++k) x -= element(r, k) * right_[std::size_t(k)];
        x /= element(r, r);
        friction_[std::size_t(r)] += x;
    }
    // In the unit of loads, which are common to rotations and translations.
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < supports; ++i) {
            Vec3 moved(0.);
            for (int k = 0; k < n; ++k) moved += right_[std::size_t(k)] * slope_[at(j, k, i)];
            change = std::max(change, moved.norm());
        }
    return change;
}

bool BearingFriction::solve(const MatterGuts& g, const State& s, const Vector_<SpatialVec>& bodyForces,
                            const Vector& mobilityForces) {
    const int n = count();
    const std::size_t size = std::size_t(n);
    loads.assign(size, {});
    friction_.assign(size, 0.);
    right_.resize(size);
    matrix_.resize(size * size);
    offset_.resize(size * supports);
    slope_.assign(size * size * supports, Vec3(0.));
    locked = -1;

    calcJointForces(g, s, bodyForces.data(), mobilityForces.data(), true);
    Real largest = 0;
    for (int j = 0; j < n; ++j) {
        findSupports(g, s, j, &offset_[std::size_t(j * supports)]);
        for (int i = 0; i < supports; ++i) largest = std::max(largest, offset_[std::size_t(j * supports + i)].norm());
    }
    unit_.assign(std::size_t(g.treeOf(s).nu), 0.);
    for (int k = 0; k < n; ++k) {
        if (bearings[std::size_t(k)].coefficient == 0) continue;
        const std::size_t speed = std::size_t(bearings[std::size_t(k)].speed);
        unit_[speed] = 1;
        calcJointForces(g, s, nullptr, unit_.data(), false);
        unit_[speed] = 0;
        for (int j = 0; j < n; ++j) findSupports(g, s, j, &slope_[at(j, k, 0)]);
    }

    constexpr int mostSteps = 60;
    // The step after one this small reaches rounding.
    constexpr Real tolerance = 1e-9;
    bool isRegular = true, isDone = false;
    for (int step = 0; step < mostSteps && !isDone; ++step) isDone = improve(isRegular) <= tolerance * largest;
    if (!isDone || !isRegular) {
        Real worst = -1;
        for (int j = 0; j < n; ++j) {
            Real gain = 0;
            for (int i = 0; i < supports; ++i) gain += lever(j, i) * slope_[at(j, j, i)].norm();
            gain *= std::abs(bearings[std::size_t(j)].coefficient);
            if (gain > worst) worst = gain, locked = j;
        }
        return false;
    }
    for (int j = 0; j < n; ++j) {
        BearingLoad& load = loads[std::size_t(j)];
        load.load = bearings[std::size_t(j)].preload;
        load.friction = -bearings[std::size_t(j)].coefficient * sumOfLoads(j, nullptr);
    }
    return true;
}

}  // namespace trammel
