// SPDX-License-Identifier: Apache-2.0
// How far a step may go without two surfaces passing each other unseen.
#include <algorithm>
#include <cmath>

#include "contact/bounds_sweep.h"
#include "contact/contact_force.h"
#include "contact/shapes/ball.h"
#include "multibody/matter/guts.h"

namespace trammel {

namespace {

/// Depth that one step may add, by the thickness of the thinner surface.
constexpr Real depthPerStep = 0.2;

SurfaceMotion calcMotion(const ContactSurface& surface, const Transform& X_GB, const SpatialVec& V,
                         const SpatialVec& A) {
    const AxisBox box = surface.shape->calcBounds();
    const bool unbounded = surface.shape->isUnbounded();
    const Vec3 center_S = unbounded ? Vec3(0.) : Vec3((box.lower + box.upper) / 2);
    const Vec3 arm = Vec3(X_GB.R() * Vec3(surface.X_BS * center_S));
    SurfaceMotion m;
    m.center = Vec3(X_GB.p() + arm);
    m.velocity = Vec3(V[1] + V[0].cross(arm));
    m.acceleration = Vec3(A[1] + A[0].cross(arm) + V[0].cross(Vec3(V[0].cross(arm))));
    if (unbounded || surface.shape->key() == BallContactShape::kind) return m;
    const Real reach = Vec3(box.upper - box.lower).norm() / 2;
    m.turningSpeed = V[0].norm() * reach;
    m.turningAcceleration = (A[0].norm() + V[0].normSqr()) * reach;
    return m;
}

/// Time in which a motion with at most these covers @p distance.
Real calcTimeToCover(Real distance, Real speed, Real acceleration) {
    const Real sum = speed + std::sqrt(speed * speed + 2 * acceleration * distance);
    return sum > 0 ? 2 * distance / sum : Infinity;
}

}  // namespace

Real ContactForce::calcLongestStep(const State& s, Real horizon) const {
    getCandidates(s);
    const PositionKinematics& position = matter_->ensurePosition(s);
    const VelocityKinematics& velocity = matter_->ensureVelocity(s);
    const std::vector<SpatialVec>& acceleration = matter_->getAcceleration(s).A_GB;
    // Only the scratch memory is written: the candidates stay as they are.
    ContactCandidates& work = Value<ContactCandidates>::updDowncast(s.updCacheEntry(forces_, candidatesEntry_)).upd();
    const auto n = std::size_t(surfaces_.size());
    work.movers.resize(n);
    work.sweptBounds.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
        const ContactSurface& surface = surfaces_[int(i)];
        const auto b = std::size_t(int(surface.body));
        const SurfaceMotion m = calcMotion(surface, position.bodies[b].X_GB, velocity.bodies[b].V_GB, acceleration[b]);
        work.movers[i] = m;
        const Real path = horizon * (m.velocity.norm() + m.turningSpeed +
                                     horizon / 2 * (m.acceleration.norm() + m.turningAcceleration));
        work.sweptBounds[i] = {Vec3(work.bounds[i].lower - Vec3(path)), Vec3(work.bounds[i].upper + Vec3(path))};
    }
    Real longest = Infinity;
    sweepBounds(work.sweptBounds, work.sweptOrder, [&](int i, int j) {
        const ContactSurfaces::Pair pair = surfaces_.findPair(i, j);
        if (pair.type) longest = std::min(longest, calcLongestStep(pair, work, s));
    });
    return longest;
}

Real ContactForce::calcLongestStep(const ContactSurfaces::Pair& pair, const ContactCandidates& sweep,
                                   const State& s) const {
    const ContactSurface &a = surfaces_[pair.a], &b = surfaces_[pair.b];
    const SurfaceMotion &A = sweep.movers[std::size_t(pair.a)], &B = sweep.movers[std::size_t(pair.b)];
    const Vec3 v = Vec3(B.velocity - A.velocity), dv = Vec3(B.acceleration - A.acceleration);
    const Real turning = A.turningSpeed + B.turningSpeed, turningRate = A.turningAcceleration + B.turningAcceleration;
    const Real thickness = std::min(a.shape->smallestThickness(), b.shape->smallestThickness());
    Real gap, speed = v.norm(), acceleration = dv.norm();
    if (a.shape->isUnbounded()) {
        // Half-space and something: only the motion along its normal counts.
        const Transform X_GA = matter_->ensurePosition(s).bodies[std::size_t(int(a.body))].X_GB * a.X_BS;
        const Vec3 normal = Vec3(X_GA.R() * Vec3(0, 1, 0));
        gap = std::max<Real>(0, calcHeight(X_GA, sweep.bounds[std::size_t(pair.b)]));
        speed = std::abs(v.dot(normal));
        acceleration = std::abs(dv.dot(normal));
    } else {
        gap = calcGap(sweep.bounds[std::size_t(pair.a)], sweep.bounds[std::size_t(pair.b)]);
    }
    return calcTimeToCover(gap + depthPerStep * thickness, speed + turning, acceleration + turningRate);
}

}  // namespace trammel
