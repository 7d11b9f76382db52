// SPDX-License-Identifier: Apache-2.0
#include "contact/rigid/rigid_point.h"

#include <algorithm>
#include <cmath>

#include "contact/rigid/moving_vector.h"
#include "contact/rigid/outline.h"
#include "contact/rigid/solid_pair.h"
#include "contact/shapes/ball.h"
#include "contact/shapes/box.h"
#include "contact/shapes/capsule.h"
#include "contact/shapes/cylinder.h"
#include "contact/shapes/polyhedron.h"

namespace trammel {

namespace {

/// A point, a line or a plane of a shape, in its frame S, and the radius of the shape about it.
struct Feature {
    /// 0: point, 1: line along the axis, 2: plane perpendicular to it.
    int dimension = 2;
    Vec3 origin{0.}, axis{0, 1, 0};
    Real radius = 0;
    /// How far a point follows motion along the axis, as a share: 0, or for the nearest point of a circle with this tangent its
    /// radius by the distance from its axis.
    Real follows = 0;
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

/// Face, edge or corner of a convex polyhedron nearest to @p p; the nearest face from inside.
Feature findNearest(const Facets& facets, const Vec3& p) {
    Feature nearest, inside;
    Real least = Infinity, highest = -Infinity;
    const auto consider = [&](const Vec3& origin, Real squared, int dimension, const Vec3& axis) {
        if (!(squared < least)) return;
        least = squared;
        nearest.origin = origin;
        nearest.dimension = dimension;
        nearest.axis = axis;
    };
    for (const Facets::Face& face : facets.faces) {
        const Real height = face.normal.dot(p) - face.offset;
        if (height > highest) {
            highest = height;
            inside.origin = facets.corner(face, 0);
            inside.axis = face.normal;
        }
        bool isAbove = height > 0;
        for (int i = 0; i < face.count && isAbove; ++i) {
            const Vec3 &from = facets.corner(face, i), &to = facets.corner(face, (i + 1) % face.count);
            isAbove = face.normal.dot(Vec3(to - from).cross(Vec3(p - from))) >= 0;
        }
        if (isAbove) consider(facets.corner(face, 0), square(height), 2, face.normal);
    }
    if (highest <= 0) return inside;
    for (const Facets::Edge& edge : facets.edges) {
        const Vec3& from = facets.vertices[std::size_t(edge.from)];
        const Vec3 along = facets.vertices[std::size_t(edge.to)] - from, r = p - from;
        const Real at = r.dot(along) / along.normSqr();
        if (at > 0 && at < 1) consider(from, Vec3(r - at * along).normSqr(), 1, Vec3(along).normalize());
    }
    for (const Vec3& corner : facets.vertices) consider(corner, Vec3(p - corner).normSqr(), 0, Vec3(0.));
    return nearest;
}

/// Edge or corner of a part nearest to @p p, as a plane or a line.
Feature findNearest(const OutlinePart& part, const Vec3& p) {
    const Outline& outline = part.outline();
    const Outline::Nearest nearest = outline.findNearest(p, &part.part());
    const Outline::Edge& edge = outline.edges()[std::size_t(nearest.edge)];
    const bool isOnEdge = nearest.at > 0 && nearest.at < edge.length;
    if (isOnEdge && edge.normal.dot(Vec3(p - edge.from)) >= 0) return {.origin = edge.from, .axis = edge.normal};
    const bool inside = outline.contains(p);
    if (isOnEdge && inside) return {.origin = edge.from, .axis = edge.normal};
    const Vec3 place = edge.from + nearest.at * edge.along;
    if (!inside) return {.dimension = 1, .origin = place, .axis = Vec3(0, 0, 1)};
    const Vec3 toPlace(place[0] - p[0], place[1] - p[1], 0);
    return {.origin = place, .axis = Vec3(toPlace).normalize()};
}

/// End, side or rim of a cylinder nearest to @p p; the nearest end or the side from inside.
Feature findNearest(const CylinderContactShape& cylinder, const Vec3& p) {
    const Real across = std::hypot(p[0], p[2]), R = cylinder.radius(), h = cylinder.halfLength();
    const Real side = p[1] < 0 ? -1 : 1, beyond = std::abs(p[1]) - h;
    if (across > R && beyond > 0) {
        const Vec3 out(p[0] / across, 0, p[2] / across);
        return {.dimension = 0,
                .origin = Vec3(R * out[0], side * h, R * out[2]),
                .axis = Vec3(-out[2], 0, out[0]),
                .follows = R / across};
    }
    if (beyond > across - R) return {.origin = Vec3(0, side * h, 0), .axis = Vec3(0, side, 0)};
    return {.dimension = 1, .radius = R};
}

Feature findNearest(const ContactShape& shape, const Vec3& p) {
    if (const auto* cylinder = dynamic_cast<const CylinderContactShape*>(&shape)) return findNearest(*cylinder, p);
    if (const auto* part = dynamic_cast<const OutlinePart*>(&shape)) return findNearest(*part, p);
    if (const auto* box = dynamic_cast<const BoxContactShape*>(&shape)) return findNearest(*box, p);
    if (const auto* solid = dynamic_cast<const PolyhedronContactShape*>(&shape)) return findNearest(solid->facets(), p);
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

Vec3 materialVelocity(const ConstraintKinematics& k, MobilizedBodyIndex b, const Vec3& p) {
    const SpatialVec& V = k.V_GB(b);
    return V[1] + V[0].cross(Vec3(p - k.X_GB(b).p()));
}

/// Sets the tangents of a frame with a normal: they follow from the first axis of the first surface's frame that is not
/// close to the normal. @p w1 null: without rates
void setTangents(const Rotation& R_GS, const Vec3* w1, ContactFrame& c) {
    // Beyond 1/sqrt(3), so that there is one; rounding must not decide for normals along an axis.
    constexpr Real close = 0.83;
    const Vec3 normal = R_GS.transpose() * c.z;
    int axis = 0;
    while (axis < 2 && std::abs(normal[axis]) > close) ++axis;
    const Vec3 e = R_GS.col(axis);
    if (!w1) {
        c.x = Vec3(c.z.cross(e)).normalize();
        c.y = c.z.cross(c.x);
        return;
    }
    const Vec3 edot = w1->cross(e);
    const TurningDirection x(Vec3(c.z.cross(e)), Vec3(c.zdot.cross(e) + c.z.cross(edot)));
    c.x = x.n;
    c.xdot = x.ndot;
    c.y = c.z.cross(c.x);
    c.ydot = c.zdot.cross(c.x) + c.z.cross(c.xdot);
}

}  // namespace

RigidPoint::Place RigidPoint::findEdges(const ConstraintKinematics& k) const {
    const Transform &X1 = k.X_GB(body1), &X2 = k.X_GB(body2);
    const Vec3 a = X1.R() * edge1.along, b = X2.R() * edge2.along, from1 = X1 * edge1.from, from2 = X2 * edge2.from;
    const Vec3 r = from2 - from1;
    Place place;
    ContactFrame& frame = place.frame;
    // Edges that are nearly parallel do not cross.
    constexpr Real parallel = 1e-6, rounding = 1e-9;
    Vec3 c = a.cross(b);
    place.isOutside = c.norm() > parallel;
    if (!place.isOutside) c = edge1.isAxis ? perpendicularTo(a) : a.cross(Vec3(X1.R() * edge1.inward[0]));
    const bool isInward =
        edge1.isAxis ? c.dot(r) < 0 : c.dot(Vec3(X1.R() * Vec3(edge1.inward[0] + edge1.inward[1]))) > 0;
    const Real sign = isInward ? -1 : 1;
    frame.z = sign * c / c.norm();
    // The normals of an axis have no limits.
    for (int i = 0; i < 2; ++i)
        place.isOutside = place.isOutside && frame.z.dot(Vec3(X1.R() * edge1.inward[i])) <= rounding &&
                          frame.z.dot(Vec3(X2.R() * edge2.inward[i])) >= -rounding;
    // from1 + s a and from2 + t b are nearest to each other.
    const Vec3 m = a.cross(c);
    const Real D = c.normSqr(), t = r.dot(m) / D, s = r.dot(a) + t * a.dot(b);
    place.gap = frame.z.dot(r) - edge1.radius - edge2.radius;
    frame.p = from2 + t * b - edge2.radius * frame.z;
    const Real ends[] = {s, edge1.length - s, t, edge2.length - t};
    place.margin = *std::ranges::min_element(ends);
    const Rotation R_GS = (X1 * X_BS1).R();
    if (!k.velocity) {
        setTangents(R_GS, nullptr, frame);
        return place;
    }
    const Vec3 &w1 = k.V_GB(body1)[0], &w2 = k.V_GB(body2)[0];
    const Vec3 v2 = materialVelocity(k, body2, from2), rdot = v2 - materialVelocity(k, body1, from1);
    const Vec3 adot = w1.cross(a), bdot = w2.cross(b), cdot = adot.cross(b) + a.cross(bdot);
    const Vec3 mdot = adot.cross(c) + a.cross(cdot);
    const Real tdot = (rdot.dot(m) + r.dot(mdot) - 2 * t * c.dot(cdot)) / D;
    const Real sdot = rdot.dot(a) + r.dot(adot) + tdot * a.dot(b) + t * (adot.dot(b) + a.dot(bdot));
    frame.zdot = TurningDirection(Vec3(sign * c), Vec3(sign * cdot)).ndot;
    frame.pdot = v2 + tdot * b + t * bdot - edge2.radius * frame.zdot;
    const Real rates[] = {sdot, -sdot, tdot, -tdot};
    for (int i = 0; i < 4; ++i)
        if (ends[i] < endOfFeature) place.marginRate = std::min(place.marginRate, rates[i]);
    setTangents(R_GS, &w1, frame);
    return place;
}

void RigidPoint::findMargin(const ConstraintKinematics& k, const Transform& X_GS, const Vec3& p, const Vec3& pdot,
                            Place& place) const {
    const Facets& facets = *findFacets(*shape1);
    const Facets::Face& f = facets.faces[std::size_t(face)];
    const Vec3 p_S = ~X_GS * p;
    Vec3 v_S(0.);
    if (k.velocity) v_S = X_GS.R().transpose() * Vec3(pdot - materialVelocity(k, body1, p));
    for (int i = 0; i < f.count; ++i) {
        const Vec3 &from = facets.corner(f, i), &to = facets.corner(f, (i + 1) % f.count);
        const Vec3 inward = Vec3(f.normal.cross(Vec3(to - from))).normalize();
        const Real inset = inward.dot(Vec3(p_S - from));
        place.margin = std::min(place.margin, inset);
        if (k.velocity && inset < endOfFeature) place.marginRate = std::min(place.marginRate, inward.dot(v_S));
    }
}

void RigidPoint::findMarginOfCylinder(const ConstraintKinematics& k, const Transform& X_GS, const Vec3& p,
                                      Place& place) const {
    const auto& cylinder = static_cast<const CylinderContactShape&>(*shape1);
    const Vec3 p_S = ~X_GS * p;
    const Real across = std::hypot(p_S[0], p_S[2]);
    place.margin = kind == Kind::cornerOnEnd ? cylinder.radius() - across : cylinder.halfLength() - std::abs(p_S[1]);
    if (!k.velocity || place.margin >= endOfFeature) return;
    const Vec3 v_S = X_GS.R().transpose() * Vec3(materialVelocity(k, body2, p) - materialVelocity(k, body1, p));
    const Real along = p_S[1] < 0 ? v_S[1] : -v_S[1];
    place.marginRate = kind == Kind::cornerOnEnd ? -(p_S[0] * v_S[0] + p_S[2] * v_S[2]) / across : along;
}

void RigidPoint::findPartMargin(const ConstraintKinematics& k, const Transform& X_GS, const Vec3& p,
                                Place& place) const {
    const auto& shape = static_cast<const OutlinePart&>(*shape1);
    const Outline::Part& part = shape.part();
    const Outline::Nearest nearest = shape.outline().findNearest(Vec3(~X_GS * p), &part);
    const Outline::Edge& edge = shape.outline().edges()[std::size_t(nearest.edge)];
    // The next part takes over in the last quarter of an edge that both have.
    constexpr Real quarter = 0.25;
    const auto look = [&](bool isShared, int shared, Real inset, Real direction) {
        if (!isShared || shared != nearest.edge) return;
        place.margin = std::min(place.margin, inset);
        if (!k.velocity || inset >= endOfFeature) return;
        const Vec3 v_S = X_GS.R().transpose() * Vec3(materialVelocity(k, body2, p) - materialVelocity(k, body1, p));
        place.marginRate = std::min(place.marginRate, direction * edge.along.dot(v_S));
    };
    look(part.isSharedAtStart, part.edges.front(), nearest.at - quarter * edge.length, 1);
    look(part.isSharedAtEnd, part.edges.back(), (1 - quarter) * edge.length - nearest.at, -1);
}

RigidPoint::Place RigidPoint::findRim(const ConstraintKinematics& k) const {
    const Transform& X2 = k.X_GB(body2);
    const Transform X_GS = k.X_GB(body1) * X_BS1;
    Vec3 n_S(0, 1, 0), from_S(0.);
    if (face >= 0) {
        const Facets& facets = *findFacets(*shape1);
        n_S = facets.faces[std::size_t(face)].normal;
        from_S = facets.corner(facets.faces[std::size_t(face)], 0);
    }
    const Vec3 middle = X2 * center, a = X2.R() * axis, n = X_GS.R() * n_S;
    const Vec3 m = n - n.dot(a) * a;
    const Real size = m.norm();
    // Sines of the angle to the plane: below the first, corners replace the rim, which rises above the plane by this,
    // m; below the other the lowest point is undetermined.
    constexpr Real flush = 1e-6, above = 1e-8, unknown = 1e-7;
    const Real tilted = std::min<Real>(size / flush, 1), share = tilted * tilted * (3 - 2 * tilted);
    const Vec3 e = size > unknown ? Vec3(m / size) : Vec3(X2.R() * across);
    Place place;
    place.isFlush = size < flush;
    place.gap = n.dot(Vec3(middle - X_GS * from_S)) - share * rim * size + (1 - share) * above;
    ContactFrame& c = place.frame;
    c.z = n;
    c.p = middle - rim * e;
    if (!k.velocity) {
        if (face >= 0) findMargin(k, X_GS, c.p, Vec3(0.), place);
        setTangents(X_GS.R(), nullptr, c);
        return place;
    }
    const Vec3 &w1 = k.V_GB(body1)[0], &w2 = k.V_GB(body2)[0];
    c.zdot = w1.cross(n);
    c.pdot = materialVelocity(k, body2, c.p);
    if (size > unknown) {
        const Vec3 adot = w2.cross(a), mdot = c.zdot - (c.zdot.dot(a) + n.dot(adot)) * a - n.dot(a) * adot;
        c.pdot = materialVelocity(k, body2, middle) - rim / size * Vec3(mdot - e.dot(mdot) * e);
    }
    if (face >= 0) findMargin(k, X_GS, c.p, c.pdot, place);
    setTangents(X_GS.R(), &w1, c);
    return place;
}

RigidPoint::Place RigidPoint::findRimOnEdge(const ConstraintKinematics& k) const {
    const Transform &X1 = k.X_GB(body1), &X2 = k.X_GB(body2);
    const auto movePoint = [&](MobilizedBodyIndex b, const Vec3& p) {
        return MovingVec3{p, k.velocity ? materialVelocity(k, b, p) : Vec3(0.)};
    };
    const auto turn = [&](MobilizedBodyIndex b, const Vec3& d) {
        return MovingVec3{d, k.velocity ? Vec3(k.V_GB(b)[0].cross(d)) : Vec3(0.)};
    };
    const MovingVec3 from = movePoint(body1, X1 * edge1.from), d = turn(body1, X1.R() * edge1.along);
    const MovingVec3 middle = movePoint(body2, X2 * center), a = turn(body2, X2.R() * axis);
    const MovingVec3 w = from - middle;
    const MovingReal da = d.dot(a), wa = w.dot(a), R{rim}, length{edge1.length};
    Place place;
    MovingReal s, ends[5];
    int numEnds = 3;
    if (crossing == 0) {
        s = MovingReal{} - wa / da;
    } else {
        const MovingVec3 across = d - da * a, start = w - wa * a;
        const MovingReal A = across.dot(across), B = across.dot(start), D = B * B - A * (start.dot(start) - R * R);
        place.isOutside = D.v > 0 && A.v > 0;
        if (place.isOutside) {
            const MovingReal half = sqrt(D);
            s = (MovingReal{Real(crossing)} * half - B) / A;
            ends[numEnds++] = half / A;
        }
    }
    ends[0] = s;
    ends[1] = length - s;
    const MovingVec3 place1 = from + s * d, out = place1 - middle;
    const MovingReal above = out.dot(a);
    // Farther behind the end, edges cross the side prolonged beyond the other end.
    if (crossing != 0) ends[numEnds++] = above + MovingReal{halfLength};
    const MovingVec3 e = (out - above * a).normalize(), along = a.cross(e).cross(d);
    // An edge that is nearly tangent to the rim has no normal with it. Otherwise the distance from the rim is well defined
    // either in its plane or along its axis, depending on whether the edge is more parallel to the axis or to the radius.
    constexpr Real tangent = 1e-6;
    place.isOutside = place.isOutside && along.v.norm() > tangent && std::isfinite(s.v);
    const MovingReal de = d.dot(e), R1{da.v < 0 ? -rim : rim}, R2{de.v < 0 ? -rim : rim};
    ends[2] = crossing == 0 ? R1 * da - R2 * de : R2 * de - R1 * da;
    const MovingVec3 n = place.isOutside ? along.normalize() : a;
    const Real sign = n.v.dot(Vec3(X1.R() * Vec3(edge1.inward[0] + edge1.inward[1]))) > 0 ? -1 : 1;
    ContactFrame& c = place.frame;
    c.z = sign * n.v;
    c.zdot = sign * n.d;
    c.p = place1.v;
    c.pdot = place1.d;
    constexpr Real rounding = 1e-9;
    for (const Vec3& inward : edge1.inward)
        place.isOutside = place.isOutside && c.z.dot(Vec3(X1.R() * inward)) <= rounding;
    place.isOutside = place.isOutside && c.z.dot(a.v) <= rounding && c.z.dot(e.v) <= rounding;
    // From the edge to the rim.
    place.gap = c.z.dot(Vec3(middle.v + rim * e.v - place1.v));
    for (int i = 0; i < numEnds; ++i) {
        place.margin = std::min(place.margin, ends[i].v);
        if (k.velocity && ends[i].v < endOfFeature) place.marginRate = std::min(place.marginRate, ends[i].d);
    }
    const Rotation R_GS = (X1 * X_BS1).R();
    setTangents(R_GS, k.velocity ? &k.V_GB(body1)[0] : nullptr, c);
    return place;
}

RigidPoint::Place RigidPoint::find(const ConstraintKinematics& k) const {
    if (kind == Kind::edgeOnEdge) return findEdges(k);
    if (kind == Kind::rimOnPlane) return findRim(k);
    if (kind == Kind::rimOnEdge) return findRimOnEdge(k);
    const Transform &X1 = k.X_GB(body1), &X2 = k.X_GB(body2);
    const Transform X_GS = X1 * X_BS1;
    const Vec3 p2 = X2 * center;
    Feature f;
    if (kind == Kind::cornerOnFace) {
        const Facets& facets = *findFacets(*shape1);
        f.axis = facets.faces[std::size_t(face)].normal;
        f.origin = facets.corner(facets.faces[std::size_t(face)], 0);
    } else if (kind == Kind::cornerOnEnd) {
        const Real side = face == 0 ? -1 : 1;
        f.axis = Vec3(0, side, 0);
        f.origin = static_cast<const CylinderContactShape&>(*shape1).halfLength() * f.axis;
    } else if (kind == Kind::cornerOnSide) {
        f = {.dimension = 1, .radius = static_cast<const CylinderContactShape&>(*shape1).radius()};
    } else {
        f = findNearest(*shape1, Vec3(~X_GS * p2));
    }
    const Vec3 axis = X_GS.R() * f.axis;
    Vec3 d = p2 - X_GS * f.origin;
    if (f.dimension == 1) d -= axis * axis.dot(d);
    const Vec3 n = f.dimension == 2 ? axis : Vec3(d).normalize();
    Place place;
    const Real distance = n.dot(d);
    place.gap = distance - f.radius - radius;
    if (kind == Kind::cornerOnFace)
        findMargin(k, X_GS, p2, k.velocity ? materialVelocity(k, body2, p2) : Vec3(0.), place);
    if (kind == Kind::cornerOnEnd || kind == Kind::cornerOnSide) findMarginOfCylinder(k, X_GS, p2, place);
    if (isPart) findPartMargin(k, X_GS, p2, place);
    constexpr Real rounding = 1e-9;
    if (corner >= 0)
        place.isOutside =
            n.dot(Vec3(X2.R() * edge2.inward[0])) >= -rounding && n.dot(Vec3(X2.R() * edge2.inward[1])) >= -rounding;

    ContactFrame& c = place.frame;
    c.z = n;
    c.p = p2 - radius * n;
    if (!k.velocity) {
        setTangents(X_GS.R(), nullptr, c);
        return place;
    }
    const SpatialVec &V1 = k.V_GB(body1), &V2 = k.V_GB(body2);
    const Vec3& w1 = V1[0];
    const Vec3 v2 = V2[1] + V2[0].cross(Vec3(p2 - X2.p()));
    c.zdot = w1.cross(n);
    if (f.dimension < 2) {
        Vec3 across = v2 - V1[1] - w1.cross(Vec3(p2 - X1.p()));
        across -= n * n.dot(across);
        across -= (f.dimension == 1 ? 1 : f.follows) * axis.dot(across) * axis;
        c.zdot += across / distance;
    }
    c.pdot = v2 - radius * c.zdot;
    setTangents(X_GS.R(), &w1, c);
    return place;
}

Real RigidPoint::findGap(const ConstraintKinematics& k, const Transform& X_GS, const Vec3& direction, Real alike,
                         Real most) const {
    if (kind == Kind::cornerOnFace) {
        const Facets& facets = *findFacets(*shape1);
        const Facets::Face& f = facets.faces[std::size_t(face)];
        const Vec3 n = X_GS.R() * f.normal;
        if (direction.dot(n) <= alike) return Infinity;
        const Vec3 p2 = k.X_GB(body2) * center, d = p2 - X_GS * facets.corner(f, 0);
        const Real gap = n.dot(d);
        if (!(gap < most)) return Infinity;
        Place place;
        findMargin({k.tree, k.position, k.q, k.state}, X_GS, p2, Vec3(0.), place);
        return place.margin < -endOfFeature ? Infinity : gap;
    }
    const auto findWithinEnds = [&] {
        const Place place = find({k.tree, k.position, k.q, k.state});
        const bool isThere = place.isOutside && place.margin >= -endOfFeature && direction.dot(place.frame.z) > alike;
        return isThere && place.gap < most ? place.gap : Infinity;
    };
    if (kind != Kind::edgeOnEdge) return findWithinEnds();
    const Transform &X1 = k.X_GB(body1), &X2 = k.X_GB(body2);
    const Vec3 a = X1.R() * edge1.along, b = X2.R() * edge2.along, c = a.cross(b);
    const Real along = c.dot(direction), size = c.norm();
    if (!(std::abs(along) > alike * size)) return Infinity;
    // The normal is c or its opposite, whichever is along the direction. Less by rounding than what find() gives.
    const Vec3 r = X2 * edge2.from - X1 * edge1.from;
    const Real gap = std::copysign(1., along) * c.dot(r) / size - edge1.radius - edge2.radius;
    constexpr Real rounding = 1e-12;
    if (gap - rounding * std::abs(gap) > most) return Infinity;
    // Most lines that are near cross beyond the ends of their edges.
    const Real t = r.dot(Vec3(a.cross(c))) / c.normSqr(), s = r.dot(a) + t * a.dot(b);
    if (std::min({s, edge1.length - s, t, edge2.length - t}) < -endOfFeature) return Infinity;
    return findWithinEnds();
}

namespace {
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

RigidPoint::Edge RigidPoint::Edge::describe(const Facets& facets, const Facets::Edge& edge, const Transform& X_BS) {
    const Vec3 &from = facets.vertices[std::size_t(edge.from)], &to = facets.vertices[std::size_t(edge.to)];
    RigidPoint::Edge out;
    out.length = Vec3(to - from).norm();
    const Vec3 along = Vec3((to - from) / out.length);
    out.from = X_BS * from;
    out.along = X_BS.R() * along;
    const int sides[] = {edge.left, edge.right};
    for (int i = 0; i < 2; ++i) {
        const Facets::Face& face = facets.faces[std::size_t(sides[i])];
        Vec3 middle(0.);
        for (int j = 0; j < face.count; ++j) middle += facets.corner(face, j) / Real(face.count);
        const Vec3 inward = face.normal.cross(along);
        out.inward[i] = X_BS.R() * (inward.dot(Vec3(middle - from)) < 0 ? Vec3(-inward) : inward);
    }
    return out;
}

}  // namespace trammel
