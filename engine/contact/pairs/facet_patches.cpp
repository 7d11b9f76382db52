// SPDX-License-Identifier: Apache-2.0
#include "contact/pairs/facet_patches.h"

#include <algorithm>

#include "contact/pairs/patch.h"

namespace trammel {

namespace {

/// A face of a solid.
struct Projection : ProjectedFace {
    /// Height of the corner that reaches farthest toward the other solid.
    Real foremost = 0;
};

struct Side {
    std::vector<PatchCorner> vertices, corners;
    std::vector<Projection> faces;
};

/// The plane in the frame of B. Scalars, since reading in pairs what was just written number by number stalls.
PatchPlane expressIn(const PatchPlane& plane, const Transform& X_AB) {
    const auto& R = X_AB.R();
    const auto turn = [&R](Real x, Real y, Real z) {
        return Vec3(R(0, 0) * x + R(1, 0) * y + R(2, 0) * z, R(0, 1) * x + R(1, 1) * y + R(2, 1) * z,
                    R(0, 2) * x + R(1, 2) * y + R(2, 2) * z);
    };
    const Vec3 &o = plane.origin, &p = X_AB.p();
    return {turn(o[0] - p[0], o[1] - p[1], o[2] - p[2]), turn(plane.u[0], plane.u[1], plane.u[2]),
            turn(plane.v[0], plane.v[1], plane.v[2]), turn(plane.normal[0], plane.normal[1], plane.normal[2])};
}

Real dot(const Vec3& a, const Vec3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// Projects the vertices; returns the height of the one that reaches farthest in the direction @p toward (+1 or -1).
Real projectVertices(const Facets& facets, const PatchPlane& plane, Real toward, Side& side) {
    const Real u0 = plane.u[0], u1 = plane.u[1], u2 = plane.u[2], v0 = plane.v[0], v1 = plane.v[1], v2 = plane.v[2];
    const Real n0 = plane.normal[0], n1 = plane.normal[1], n2 = plane.normal[2];
    const Real o0 = plane.origin[0], o1 = plane.origin[1], o2 = plane.origin[2];
    side.vertices.resize(facets.vertices.size());
    Real foremost = -Infinity;
    for (std::size_t i = 0; i < side.vertices.size(); ++i) {
        const Vec3& p = facets.vertices[i];
        const Real x = p[0] - o0, y = p[1] - o1, z = p[2] - o2;
        PatchCorner& c = side.vertices[i];
        c.u = x * u0 + y * u1 + z * u2;
        c.v = x * v0 + y * v1 + z * v2;
        c.depth = 0;
        c.height = x * n0 + y * n1 + z * n2;
        foremost = std::max(foremost, toward * c.height);
    }
    return toward * foremost;
}

/// Collects the faces that are turned along @p toward and have a corner beyond @p limit.
void projectFaces(const Facets& facets, const PatchPlane& plane, Real toward, Real limit, Side& side) {
    side.faces.clear();
    side.corners.clear();
    for (std::size_t f = 0; f < facets.faces.size(); ++f) {
        const Facets::Face& face = facets.faces[f];
        const Real facing = dot(face.normal, plane.normal);
        if (!(toward * facing > edgeOn)) continue;
        Real foremost = -Infinity;
        const int* const numbers = &facets.corners[std::size_t(face.first)];
        for (int i = 0; i < face.count; ++i)
            foremost = std::max(foremost, toward * side.vertices[std::size_t(numbers[i])].height);
        if (!(foremost > toward * limit)) continue;
        Projection& p = side.faces.emplace_back();
        p.face = int(f);
        p.first = int(side.corners.size());
        p.count = face.count;
        p.foremost = toward * foremost;
        p.heightU = -dot(face.normal, plane.u) / facing;
        p.heightV = -dot(face.normal, plane.v) / facing;
        side.corners.resize(side.corners.size() + std::size_t(face.count));
        PatchCorner* next = &side.corners[std::size_t(p.first)];
        for (int i = 0; i < face.count; ++i) {
            const PatchCorner& c = side.vertices[std::size_t(numbers[toward > 0 ? i : face.count - 1 - i])];
            *next++ = c;
            p.height0 += c.height - p.heightU * c.u - p.heightV * c.v;
            p.include(c);
        }
        p.height0 /= face.count;
    }
}

}  // namespace

void addFacetPatches(const Facets& A, const Facets& B, const Transform& X_AB, const Vec3& normal, ContactRegions& out) {
    static thread_local Side sideA, sideB;
    const PatchPlane plane = PatchPlane::across(normal, A.vertices[A.findSupport(normal)]);
    const PatchPlane plane_B = expressIn(plane, X_AB);
    const Real highest = projectVertices(A, plane, 1, sideA), lowest = projectVertices(B, plane_B, -1, sideB);
    if (!(highest > lowest)) return;
    projectFaces(A, plane, 1, lowest, sideA);
    projectFaces(B, plane_B, -1, highest, sideB);
    for (const Projection& a : sideA.faces)
        for (const Projection& b : sideB.faces) {
            if (a.foremost <= b.foremost) continue;
            if (a.isApartFrom(b)) continue;
            PatchPolygon polygon;
            overlap(a, sideA.corners, b, sideB.corners, polygon);
            addPatch(plane, polygon, a.face * int(B.faces.size()) + b.face, out);
        }
}

void SeparatingAxes::add(Real overlap, const Vec3& n) {
    if (overlap < least_ || count_ == 0) least_ = overlap;
    if (overlap > (1 + range) * least_) return;
    if (count_ == capacity) {
        // Drop those that can no longer take part.
        count_ = int(std::remove_if(axes_, axes_ + capacity,
                                    [this](const Axis& a) { return a.overlap > (1 + range) * least_; }) -
                     axes_);
        if (count_ == capacity) {
            if (overlap > least_) return;
            count_ = capacity - 1;
        }
    }
    axes_[count_++] = {overlap, n};
}

Vec3 SeparatingAxes::blend() const {
    Vec3 sum(0.), first(1, 0, 0);
    for (int i = 0; i < count_; ++i) {
        if (axes_[i].overlap == least_) first = axes_[i].normal;
        const Real weight = 1 - (axes_[i].overlap / least_ - 1) / range;
        if (weight > 0) sum += Vec3(weight * weight * axes_[i].normal);
    }
    // Opposite axes, in solids that overlap all the way, cancel.
    const Real norm = sum.norm();
    return norm > 0.1 ? Vec3(sum / norm) : first;
}

}  // namespace trammel
