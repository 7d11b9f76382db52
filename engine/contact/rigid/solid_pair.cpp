// SPDX-License-Identifier: Apache-2.0
#include "contact/rigid/solid_pair.h"

#include <algorithm>
#include <cmath>

#include "contact/rigid/outline.h"
#include "contact/shapes/box.h"
#include "contact/shapes/capsule.h"
#include "contact/shapes/polyhedron.h"

namespace trammel {

const Facets* findFacets(const ContactShape& shape) {
    if (const auto* box = dynamic_cast<const BoxContactShape*>(&shape)) return &box->facets();
    if (const auto* solid = dynamic_cast<const PolyhedronContactShape*>(&shape)) return &solid->facets();
    if (const auto* outline = dynamic_cast<const Outline*>(&shape)) return &outline->facets();
    return nullptr;
}

SurfacePoint findNearestOn(const ContactShape& shape, const Vec3& p) {
    if (const auto* box = dynamic_cast<const BoxContactShape*>(&shape)) return box->findNearest(p);
    if (const auto* capsule = dynamic_cast<const CapsuleContactShape*>(&shape)) return capsule->findNearest(p);
    return static_cast<const PolyhedronContactShape&>(shape).findNearest(p);
}

namespace {

/// Least and greatest dot(n, v) of all vertices.
std::pair<Real, Real> calcExtent(const Facets& facets, const Vec3& n) {
    Real least = Infinity, greatest = -Infinity;
    for (const Vec3& v : facets.vertices) {
        const Real along = n.dot(v);
        least = std::min(least, along);
        greatest = std::max(greatest, along);
    }
    return {least, greatest};
}

}  // namespace

SolidPair::Solid::Solid(const ContactSurface& surface) : PlacedShape(surface), facets(findFacets(*shape)) {
    constexpr Real parallel = 1e-9;
    for (const Facets::Edge& edge : facets->edges) {
        const Vec3 d =
            Vec3(facets->vertices[std::size_t(edge.to)] - facets->vertices[std::size_t(edge.from)]).normalize();
        if (std::ranges::none_of(directions, [&](const Vec3& e) { return Vec3(d.cross(e)).norm() < parallel; }))
            directions.push_back(d);
    }
    for (const Vec3& v : facets->vertices) reach = std::max(reach, v.norm());
}

SolidPair::SolidPair(const ContactSurface& a, const ContactSurface& b) : a_(a), b_(b) {}

SolidPair::Separation SolidPair::calcSeparation(const ConstraintKinematics& k) const {
    const Transform X_GA = a_.pose(k), X_GB = b_.pose(k);
    const Vec3 between = Vec3(X_GB.p() - X_GA.p());
    const Real distance = between.norm(), apart = distance - a_.reach - b_.reach;
    if (apart > clearlyApart * (a_.reach + b_.reach)) return {apart, Vec3(between / distance)};

    const Transform X_AB = ~X_GA * X_GB, X_BA = ~X_AB;
    Separation best{-Infinity, Vec3(0.)};
    const auto tryFaces = [&](const Facets& faces, const Facets& vertices, const Transform& X, auto toGround) {
        for (const Facets::Face& face : faces.faces) {
            Real least = Infinity;
            for (const Vec3& v : vertices.vertices) least = std::min(least, face.normal.dot(Vec3(X * v)));
            if (least - face.offset > best.gap) best = {least - face.offset, toGround(face.normal)};
        }
    };
    tryFaces(*a_.facets, *b_.facets, X_AB, [&](const Vec3& n) { return Vec3(X_GA.R() * n); });
    tryFaces(*b_.facets, *a_.facets, X_BA, [&](const Vec3& n) { return Vec3(-(X_GB.R() * n)); });
    // Edges that are nearly parallel to a face add nothing but rounding.
    const Real more = 1e-12 * (a_.reach + b_.reach);
    constexpr Real parallel = 1e-6;
    for (const Vec3& along : a_.directions)
        for (const Vec3& d : b_.directions) {
            const Vec3 cross = along.cross(Vec3(X_AB.R() * d));
            const Real size = cross.norm();
            if (size < parallel) continue;
            const Vec3 n = Vec3(cross / size);
            const auto [leastA, greatestA] = calcExtent(*a_.facets, n);
            const auto [leastB, greatestB] = calcExtent(*b_.facets, Vec3(X_BA.R() * n));
            const Real offset = n.dot(X_AB.p()), forward = leastB + offset - greatestA,
                       backward = leastA - greatestB - offset;
            if (forward > best.gap + more) best = {forward, Vec3(X_GA.R() * n)};
            if (backward > best.gap + more) best = {backward, Vec3(-(X_GA.R() * n))};
        }
    return best;
}

Real SolidPair::calcDistance(const ConstraintKinematics& k) const {
    const Transform X_AB = ~a_.pose(k) * b_.pose(k), X_BA = ~X_AB;
    Real least = Infinity;
    for (const Vec3& v : b_.facets->vertices)
        least = std::min(least, findNearestOn(*a_.shape, Vec3(X_AB * v)).distance);
    for (const Vec3& v : a_.facets->vertices)
        least = std::min(least, findNearestOn(*b_.shape, Vec3(X_BA * v)).distance);
    return least;
}

}  // namespace trammel
