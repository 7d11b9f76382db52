// SPDX-License-Identifier: Apache-2.0
#include "contact/rigid/rigid_point.h"

#include "contact/shapes/ball.h"
#include "contact/shapes/box.h"
#include "contact/shapes/capsule.h"
#include "contact/shapes/half_space.h"
#include "contact/shapes/polyhedron.h"

namespace trammel {

namespace {

/// A point, a line or a plane of a shape, in its frame S, and the radius of the shape about it.
struct Feature {
    /// 0: point, 1: line along the axis, 2: plane perpendicular to it.
    int dimension = 2;
    Vec3 origin{0.}, axis{0, 1, 0};
    Real radius = 0;
};

/// Face, edge or corner of a box nearest to @p p; the nearest face from inside.
Feature findNearest(const BoxContactShape& box, const Vec3& p) {
    const Vec3& half = box.halfLengths();
    Feature f;
    int outside = 0, last = 0, inside = 0;
    for (int i = 0; i < 3; ++i) {
        const bool beyond = std::abs(p[i]) > half[i];
        f.origin[i] = beyond ? (p[i] < 0 ? -half[i] : half[i]) : 0;
        if (beyond)
            ++outside, last = i;
        else
            inside = i;
    }
    f.axis = Vec3(0.);
    if (outside == 0) {
        last = 0;
        for (int i = 1; i < 3; ++i)
            if (half[i] - std::abs(p[i]) < half[last] - std::abs(p[last])) last = i;
        f.origin[last] = p[last] < 0 ? -half[last] : half[last];
    }
    f.dimension = outside <= 1 ? 2 : 3 - outside;
    if (f.dimension == 2) f.axis[last] = f.origin[last] < 0 ? -1 : 1;
    if (f.dimension == 1) f.axis[inside] = 1;
    return f;
}

Feature findNearest(const ContactShape& shape, const Vec3& p) {
    if (const auto* box = dynamic_cast<const BoxContactShape*>(&shape)) return findNearest(*box, p);
    if (const auto* ball = dynamic_cast<const BallContactShape*>(&shape))
        return {.dimension = 0, .radius = ball->radius()};
    if (const auto* capsule = dynamic_cast<const CapsuleContactShape*>(&shape)) {
        if (std::abs(p[1]) < capsule->halfLength()) return {.dimension = 1, .radius = capsule->radius()};
        return {.dimension = 0,
                .origin = Vec3(0, p[1] < 0 ? -capsule->halfLength() : capsule->halfLength(), 0),
                .radius = capsule->radius()};
    }
    return {};
}

}  // namespace

RigidPoint::Place RigidPoint::find(const ConstraintKinematics& k) const {
    const Transform &X1 = k.X_GB(body1), &X2 = k.X_GB(body2);
    const Transform X_GS = X1 * X_BS1;
    const Vec3 p2 = X2 * center;
    const Feature f = findNearest(*shape1, Vec3(~X_GS * p2));
    const Vec3 axis = X_GS.R() * f.axis;
    Vec3 d = p2 - X_GS * f.origin;
    if (f.dimension == 1) d -= axis * axis.dot(d);
    const Vec3 n = f.dimension == 2 ? axis : Vec3(d).normalize();
    Place place;
    const Real distance = n.dot(d);
    place.gap = distance - f.radius - radius;

    ContactFrame& c = place.frame;
    c.z = n;
    c.p = p2 - radius * n;
    // The tangents follow from the axis of the first surface's frame that is least aligned with the normal.
    int least = 0;
    Vec3(X_GS.R().transpose() * n).cwiseAbs().minCoeff(&least);
    const Vec3 e = X_GS.R().col(least);
    if (!k.velocity) {
        c.x = Vec3(n.cross(e)).normalize();
        c.y = n.cross(c.x);
        return place;
    }
    const SpatialVec &V1 = k.V_GB(body1), &V2 = k.V_GB(body2);
    const Vec3& w1 = V1[0];
    const Vec3 v2 = V2[1] + V2[0].cross(Vec3(p2 - X2.p()));
    c.zdot = w1.cross(n);
    if (f.dimension < 2) {
        Vec3 across = v2 - V1[1] - w1.cross(Vec3(p2 - X1.p()));
        across -= n * n.dot(across);
        if (f.dimension == 1) across -= axis * axis.dot(across);
        c.zdot += across / distance;
    }
    c.pdot = v2 - radius * c.zdot;
    const Vec3 edot = w1.cross(e);
    const TurningDirection x(Vec3(n.cross(e)), Vec3(c.zdot.cross(e) + n.cross(edot)));
    c.x = x.n;
    c.xdot = x.ndot;
    c.y = n.cross(c.x);
    c.ydot = c.zdot.cross(c.x) + n.cross(c.xdot);
    return place;
}

namespace {
Vec3 materialVelocity(const ConstraintKinematics& k, MobilizedBodyIndex b, const Vec3& p) {
    const SpatialVec& V = k.V_GB(b);
    return V[1] + V[0].cross(Vec3(p - k.X_GB(b).p()));
}
Vec3 materialVelocityDot(const ConstraintKinematics& k, MobilizedBodyIndex b, const ContactFrame& c) {
    const SpatialVec &V = k.V_GB(b), &A = k.acceleration(b);
    return A[1] + A[0].cross(Vec3(c.p - k.X_GB(b).p())) + V[0].cross(Vec3(c.pdot - V[1]));
}
}  // namespace

Vec3 RigidPoint::calcSlip(const ConstraintKinematics& k, const Vec3& p) const {
    return materialVelocity(k, body2, p) - materialVelocity(k, body1, p);
}
Vec3 RigidPoint::calcSlipDot(const ConstraintKinematics& k, const ContactFrame& c) const {
    return materialVelocityDot(k, body2, c) - materialVelocityDot(k, body1, c);
}
void RigidPoint::addIn(const ConstraintKinematics& k, const Vec3& p, const Vec3& f,
                       const ConstraintForces& forces) const {
    forces.addInStationForce(body2, k.X_GB(body2).shiftBaseStationToFrame(p), f);
    forces.addInStationForce(body1, k.X_GB(body1).shiftBaseStationToFrame(p), Vec3(-f));
}

bool appendRigidPoints(const ContactSurfaces& surfaces, int i, int j, int patch, std::vector<RigidPoint>& out) {
    // Corners beyond this number make events too frequent and the equations too many.
    constexpr std::size_t mostCorners = 64;
    const ContactSurfaces::Pair pair = surfaces.findPair(i, j);
    if (!pair.type) return false;
    const auto add = [&](int first, int second, const Vec3& center_S, Real radius) {
        const ContactSurface &a = surfaces[first], &b = surfaces[second];
        out.push_back({first, second, a.body, b.body, a.X_BS, a.shape, b.X_BS * center_S, radius, patch});
    };
    const ContactShape &a = *surfaces[pair.a].shape, &b = *surfaces[pair.b].shape;
    const auto addCorners = [&](const Facets& facets) {
        if (facets.vertices.size() > mostCorners) return false;
        for (const Vec3& v : facets.vertices) add(pair.a, pair.b, v, 0);
        return true;
    };
    if (dynamic_cast<const HalfSpaceContactShape*>(&a)) {
        if (const auto* box = dynamic_cast<const BoxContactShape*>(&b)) return addCorners(box->facets());
        if (const auto* solid = dynamic_cast<const PolyhedronContactShape*>(&b)) return addCorners(solid->facets());
        if (const auto* capsule = dynamic_cast<const CapsuleContactShape*>(&b)) {
            for (const Real end : {-1., 1.})
                add(pair.a, pair.b, Vec3(0, end * capsule->halfLength(), 0), capsule->radius());
            return true;
        }
    }
    if (const auto* ball = dynamic_cast<const BallContactShape*>(&b);
        ball && (dynamic_cast<const HalfSpaceContactShape*>(&a) || dynamic_cast<const BallContactShape*>(&a))) {
        add(pair.a, pair.b, Vec3(0.), ball->radius());
        return true;
    }
    if (const auto* ball = dynamic_cast<const BallContactShape*>(&a);
        ball && (dynamic_cast<const BoxContactShape*>(&b) || dynamic_cast<const CapsuleContactShape*>(&b))) {
        add(pair.b, pair.a, Vec3(0.), ball->radius());
        return true;
    }
    return false;
}

}  // namespace trammel
