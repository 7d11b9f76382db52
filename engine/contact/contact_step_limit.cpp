// SPDX-License-Identifier: Apache-2.0
// Limits steps so that no two surfaces pass each other unnoticed.
#include <algorithm>
#include <cmath>

#include "contact/bounds_sweep.h"
#include "contact/contact_force.h"
#include "contact/shapes/ball.h"
#include "contact/surface_motion.h"
#include "multibody/matter/guts.h"

namespace trammel {

namespace {

/// Depth that one step may add, by the thickness of the thinner surface.
constexpr Real depthPerStep = 0.2;

/// Time in which a motion within these bounds covers @p distance.
Real calcTimeToCover(Real distance, Real speed, Real acceleration) {
    const Real sum = speed + std::sqrt(speed * speed + 2 * acceleration * distance);
    return sum > 0 ? 2 * distance / sum : Infinity;
}

}  // namespace

SurfaceMotion calcSurfaceMotion(const ContactSurface& surface, const Transform& X_GB, const SpatialVec& V,
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

Real calcTimeToPass(const MovingSurface& a, const MovingSurface& b) {
    const Vec3 v = Vec3(b.motion.velocity - a.motion.velocity),
               dv = Vec3(b.motion.acceleration - a.motion.acceleration);
    const Real turning = a.motion.turningSpeed + b.motion.turningSpeed,
               turningRate = a.motion.turningAcceleration + b.motion.turningAcceleration;
    const Real thickness = std::min(a.surface.shape->smallestThickness(), b.surface.shape->smallestThickness());
    Real gap, speed = v.norm(), acceleration = dv.norm();
    if (a.surface.shape->isUnbounded()) {
        // Half-space and something: only the motion along its normal counts.
        const Vec3 normal = Vec3(a.X_GS.R() * Vec3(0, 1, 0));
        gap = std::max<Real>(0, calcHeight(a.X_GS, b.bounds));
        speed = std::abs(v.dot(normal));
        acceleration = std::abs(dv.dot(normal));
    } else {
        gap = calcGap(a.bounds, b.bounds);
    }
    return calcTimeToCover(gap + depthPerStep * thickness, speed + turning, acceleration + turningRate);
}

Real ContactForce::calcLongestStep(const State& s, Real horizon) const {
    getCandidates(s);
    const PositionKinematics& position = matter_->ensurePosition(s);
    const VelocityKinematics& velocity = matter_->ensureVelocity(s);
    const std::vector<SpatialVec>& acceleration = matter_->getAcceleration(s).A_GB;
    // Only the scratch memory is written: the candidates are unchanged.
    ContactCandidates& work = Value<ContactCandidates>::updDowncast(s.updCacheEntry(forces_, candidatesEntry_)).upd();
    const auto n = std::size_t(surfaces_.size());
    work.movers.resize(n);
    work.sweptBounds.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
        const ContactSurface& surface = surfaces_[int(i)];
        const auto b = std::size_t(int(surface.body));
        const SurfaceMotion m =
            calcSurfaceMotion(surface, position.bodies[b].X_GB, velocity.bodies[b].V_GB, acceleration[b]);
        work.movers[i] = m;
        const Real path = horizon * (m.velocity.norm() + m.turningSpeed +
                                     horizon / 2 * (m.acceleration.norm() + m.turningAcceleration));
        work.sweptBounds[i] = {Vec3(work.bounds[i].lower - Vec3(path)), Vec3(work.bounds[i].upper + Vec3(path))};
    }
    Real longest = Infinity;
    sweepBounds(work.sweptBounds, work.sweptOrder, [&](int i, int j) {
        const ContactSurfaces::Pair pair = surfaces_.findPair(i, j);
        if (!pair.type) return;
        const auto moving = [&](int k) {
            const auto at = std::size_t(k);
            return MovingSurface{surfaces_[k], work.poses[at], work.bounds[at], work.movers[at]};
        };
        longest = std::min(longest, calcTimeToPass(moving(pair.a), moving(pair.b)));
    });
    return longest;
}

}  // namespace trammel
