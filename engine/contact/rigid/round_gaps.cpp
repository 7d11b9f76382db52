// SPDX-License-Identifier: Apache-2.0
#include "contact/rigid/round_gaps.h"

#include <algorithm>
#include <cmath>

#include "contact/shapes/capsule.h"
#include "contact/shapes/cylinder.h"

namespace trammel {

namespace {

/// Whether a line enters a convex solid.
bool enters(const Facets& facets, const Vec3& start, const Vec3& along) {
    Real from = 0, to = 1;
    for (const Facets::Face& face : facets.faces) {
        const Real height = face.normal.dot(start) - face.offset, rise = face.normal.dot(along);
        if (rise == 0) {
            if (height >= 0) return false;
        } else if (rise > 0) {
            to = std::min(to, -height / rise);
        } else {
            from = std::max(from, -height / rise);
        }
    }
    return from < to;
}

}  // namespace

SolidGap::Separation CapsuleGap::calcSeparation(const ConstraintKinematics& k) const {
    const auto& capsule = static_cast<const CapsuleContactShape&>(*capsule_.shape);
    const Transform X_GA = solid_.pose(k), X_AC = ~X_GA * capsule_.pose(k);
    const Vec3 half = capsule.halfLength() * X_AC.R().col(1), start = X_AC.p() - half, along = 2 * half;
    Separation best{Infinity, Vec3(0.)};
    const auto consider = [&](Real distance, const Vec3& normal) {
        if (distance < best.gap) best = {distance, normal};
    };
    for (const Vec3& end : {start, Vec3(X_AC.p() + half)}) {
        const SurfacePoint s = findNearestOn(*solid_.shape, end);
        consider(s.distance, s.normal);
    }
    const auto considerCorner = [&](const Vec3& corner, Real radius) {
        const Real at = along.dot(Vec3(corner - start)) / along.normSqr();
        if (!(at > 0 && at < 1)) return;
        const Vec3 d = start + at * along - corner;
        if (const Real distance = d.norm(); distance > 0) consider(distance - radius, Vec3(d / distance));
    };
    const auto considerEdge = [&](const Vec3& from, const Vec3& to, Real radius) {
        const Vec3 edge = to - from, c = edge.cross(along), r = start - from;
        const Real D = c.normSqr();
        constexpr Real parallel = 1e-12;
        if (!(D > parallel * edge.normSqr() * along.normSqr())) return;
        const Real s = Vec3(r.cross(along)).dot(c) / D, t = Vec3(r.cross(edge)).dot(c) / D;
        if (!(s > 0 && s < 1 && t > 0 && t < 1)) return;
        const Real distance = c.dot(r) / std::sqrt(D);
        consider(std::abs(distance) - radius, Vec3(std::copysign(1 / std::sqrt(D), distance) * c));
    };
    if (const Facets* const facets = findFacets(*solid_.shape)) {
        if (enters(*facets, start, along)) {
            best.gap = -Infinity;
            for (const Facets::Face& face : facets->faces) {
                const Real rise = face.normal.dot(along);
                const Real lower = face.normal.dot(start) - face.offset + std::min<Real>(rise, 0);
                if (lower > best.gap) best = {lower, face.normal};
            }
            return {best.gap - capsule.radius(), Vec3(X_GA.R() * best.normal)};
        }
        for (const Vec3& corner : facets->vertices) considerCorner(corner, 0);
        for (const Facets::Edge& edge : facets->edges)
            considerEdge(facets->vertices[std::size_t(edge.from)], facets->vertices[std::size_t(edge.to)], 0);
    } else {
        const auto& other = static_cast<const CapsuleContactShape&>(*solid_.shape);
        const Vec3 end(0, other.halfLength(), 0);
        for (const Vec3& each : {end, Vec3(-end)}) considerCorner(each, other.radius());
        considerEdge(Vec3(-end), end, other.radius());
    }
    return {best.gap - capsule.radius(), Vec3(X_GA.R() * best.normal)};
}

CylinderGap::CylinderGap(const ContactSurface& solid, const ContactSurface& cylinder)
    : solid_(solid), cylinder_(cylinder), facets_(*findFacets(*solid.shape)) {
    for (const Vec3& v : facets_.vertices) reach_ = std::max(reach_, v.norm());
    const auto& shape = static_cast<const CylinderContactShape&>(*cylinder.shape);
    reach_ += std::hypot(shape.radius(), shape.halfLength());
}

SolidGap::Separation CylinderGap::calcSeparation(const ConstraintKinematics& k) const {
    const Vec3 between = cylinder_.pose(k).p() - solid_.pose(k).p();
    const Real apart = between.norm() - reach_;
    if (apart > clearlyApart * reach_) return {apart, between.normalize()};
    return findLargestGap(k);
}

SolidGap::Separation CylinderGap::findLargestGap(const ConstraintKinematics& k) const {
    const auto& shape = static_cast<const CylinderContactShape&>(*cylinder_.shape);
    const Transform X_GA = solid_.pose(k), X_AC = ~X_GA * cylinder_.pose(k);
    const Vec3 &middle = X_AC.p(), a = X_AC.R().col(1);
    const Real R = shape.radius(), h = shape.halfLength();
    Separation best{-Infinity, Vec3(0.)};
    // m: directions that gain less add nothing but rounding, and shorter vectors have no direction.
    const Real more = 1e-12 * reach_;
    // Along the unit vector n from the solid, which ends at the offset, to the cylinder.
    const auto tryAxis = [&](const Vec3& n, Real offset, Real least) {
        const Real along = n.dot(a), across = Vec3(n - along * a).norm();
        const Real gap = n.dot(middle) - h * std::abs(along) - R * across - offset;
        if (gap > best.gap + least) best = {gap, n};
    };
    const auto tryDirection = [&](const Vec3& d) {
        const Real length = d.norm();
        if (!(length > more)) return;
        const Vec3 n(d / length);
        Real offset = -Infinity;
        for (const Vec3& v : facets_.vertices) offset = std::max(offset, n.dot(v));
        tryAxis(n, offset, more);
    };
    for (const Facets::Face& face : facets_.faces) tryAxis(face.normal, face.offset, 0);
    tryDirection(a);
    tryDirection(Vec3(-a));
    const auto radial = [&](const Vec3& d) { return Vec3(d - d.dot(a) * a); };
    for (const Vec3& v : facets_.vertices) {
        const Vec3 out = radial(Vec3(v - middle));
        tryDirection(Vec3(-out));
        const Real distance = out.norm();
        if (!(distance > 0)) continue;
        for (const Real end : {-h, h}) tryDirection(Vec3(middle + end * a + R / distance * out - v));
    }
    for (const Facets::Edge& edge : facets_.edges) {
        const Vec3& from = facets_.vertices[std::size_t(edge.from)];
        const Vec3 d = facets_.vertices[std::size_t(edge.to)] - from;
        const auto tryBoth = [&](const Vec3& n) {
            tryDirection(n);
            tryDirection(Vec3(-n));
        };
        tryBoth(Vec3(d.cross(a)));
        const auto tryRim = [&](const Vec3& center, Real s) {
            if (s > 0 && s < 1) tryBoth(Vec3(a.cross(radial(Vec3(from + s * d - center))).cross(d)));
        };
        const Real da = d.dot(a);
        const Vec3 across = radial(d);
        const Real A = across.normSqr();
        for (const Real end : {-h, h}) {
            const Vec3 center = middle + end * a, w = from - center, start = radial(w);
            tryRim(center, -w.dot(a) / da);
            const Real B = across.dot(start), D = B * B - A * (start.normSqr() - R * R);
            if (!(D > 0)) continue;
            tryRim(center, (-B - std::sqrt(D)) / A);
            tryRim(center, (-B + std::sqrt(D)) / A);
        }
    }
    return {best.gap, Vec3(X_GA.R() * best.normal)};
}

}  // namespace trammel
