// SPDX-License-Identifier: Apache-2.0
#include "contact/pairs/polyhedra.h"

#include "contact/bullet/convex_query.h"
#include "contact/pairs/facet_patches.h"
#include "contact/shapes/box.h"
#include "contact/shapes/polyhedron.h"

namespace trammel {

namespace {

/// An edge in A: its line, and the normals of the faces on both sides; those of B reversed.
struct EdgeAxis {
    Vec3 point, along, left, right;
};

/// Products of faces and vertices beyond which not all faces are tested.
constexpr std::size_t manyTests = 20000;

Vec3 supportOfFacets(const void* facets, const Vec3& direction) {
    const Facets& f = *static_cast<const Facets*>(facets);
    return f.vertices[f.findSupport(direction)];
}

struct AxisScratch {
    std::vector<Vec3> verticesB, normalsB;
    std::vector<EdgeAxis> edgesA, edgesB;
};

AxisBox boundsOf(const std::vector<Vec3>& points) {
    AxisBox box{Vec3(Infinity), Vec3(-Infinity)};
    for (const Vec3& p : points) {
        box.lower = Vec3(box.lower.cwiseMin(p));
        box.upper = Vec3(box.upper.cwiseMax(p));
    }
    return box;
}

Real leastAlong(const std::vector<Vec3>& points, const Vec3& direction) {
    Real least = Infinity;
    for (const Vec3& p : points) least = std::min(least, direction.dot(p));
    return least;
}

void collectEdges(const Facets& facets, const std::vector<Vec3>& vertices, const auto& normalOf, Real sign,
                  const AxisBox& near, std::vector<EdgeAxis>& edges) {
    edges.clear();
    for (const Facets::Edge& e : facets.edges) {
        const Vec3 &p = vertices[std::size_t(e.from)], &q = vertices[std::size_t(e.to)];
        bool meets = true;
        for (int i = 0; i < 3; ++i)
            meets &= std::min(p[i], q[i]) <= near.upper[i] && std::max(p[i], q[i]) >= near.lower[i];
        if (meets) edges.push_back({p, q - p, Vec3(sign * normalOf(e.left)), Vec3(sign * normalOf(e.right))});
    }
}

void calcFacets(const Facets& A, const Facets& B, const Transform& X_AB, ContactRegions& out) {
    static thread_local AxisScratch s;
    s.verticesB.clear();
    for (const Vec3& v : B.vertices) s.verticesB.push_back(X_AB * v);
    const AxisBox boundsA = boundsOf(A.vertices), boundsB = boundsOf(s.verticesB);
    AxisBox near;
    for (int i = 0; i < 3; ++i) {
        near.lower[i] = std::max(boundsA.lower[i], boundsB.lower[i]);
        near.upper[i] = std::min(boundsA.upper[i], boundsB.upper[i]);
        if (!(near.lower[i] < near.upper[i])) return;
    }
    SeparatingAxes axes;
    const auto meetsNear = [&near](const Facets& facets, const Facets::Face& face, const std::vector<Vec3>& vertices) {
        Vec3 lower(Infinity), upper(-Infinity);
        for (int i = 0; i < face.count; ++i) {
            const Vec3& v = vertices[std::size_t(facets.corners[std::size_t(face.first + i)])];
            lower = Vec3(lower.cwiseMin(v));
            upper = Vec3(upper.cwiseMax(v));
        }
        return (lower.array() <= near.upper.array()).all() && (upper.array() >= near.lower.array()).all();
    };
    // Where there are many faces, only those near the overlap are tested; Bullet's query bounds how near.
    const bool hasMany = A.faces.size() * B.vertices.size() + B.faces.size() * A.vertices.size() > manyTests;
    Vec3 start;
    if (hasMany) {
        const Real unit = Vec3(boundsA.upper - boundsA.lower).norm() / 2;
        const ConvexAnswer answer = findConvexOverlap({&A, supportOfFacets}, {&B, supportOfFacets}, X_AB, unit, start);
        if (answer == ConvexAnswer::Separate) return;
        if (answer == ConvexAnswer::Overlap) {
            const Real overlap = start.dot(A.vertices[A.findSupport(start)]) - leastAlong(s.verticesB, start);
            if (!(overlap > 0)) return;
            axes.add(overlap, start);
            near.lower -= Vec3(1.25 * overlap);
            near.upper += Vec3(1.25 * overlap);
        }
    }
    const bool isLocal = hasMany && axes.least() < Infinity;
    for (const Facets::Face& face : A.faces) {
        if (isLocal && !meetsNear(A, face, A.vertices)) continue;
        const Real overlap = face.offset - leastAlong(s.verticesB, face.normal);
        if (!(overlap > 0)) return;
        axes.add(overlap, face.normal);
    }
    s.normalsB.clear();
    for (const Facets::Face& face : B.faces) {
        const Vec3 n = s.normalsB.emplace_back(X_AB.R() * face.normal);
        if (isLocal && !meetsNear(B, face, s.verticesB)) continue;
        const Real overlap = face.offset + n.dot(X_AB.p()) - leastAlong(A.vertices, n);
        if (!(overlap > 0)) return;
        axes.add(overlap, -n);
    }
    // Edges that touch when the solids are moved apart by the least overlap are within that of both.
    if (!isLocal) {
        near.lower -= Vec3(1.25 * axes.least());
        near.upper += Vec3(1.25 * axes.least());
    }
    collectEdges(
        A, A.vertices, [&](int f) -> const Vec3& { return A.faces[std::size_t(f)].normal; }, 1, near, s.edgesA);
    collectEdges(
        B, s.verticesB, [&](int f) -> const Vec3& { return s.normalsB[std::size_t(f)]; }, -1, near, s.edgesB);
    for (const EdgeAxis& a : s.edgesA)
        for (const EdgeAxis& b : s.edgesB) {
            // Do the arcs from a.left to a.right and from b.left to b.right cross on the sphere of normals?
            // Source: D. Gregorius, The Separating Axis Test between Convex Polyhedra, GDC 2013.
            const Real c = b.left.dot(a.along), d = b.right.dot(a.along);
            if (!(c * d < 0)) continue;
            const Real e = a.left.dot(b.along), f = a.right.dot(b.along);
            if (!(e * f < 0)) continue;
            const Vec3 cross = a.along.cross(b.along);
            const Real sine = cross.normSqr() / (a.along.normSqr() * b.along.normSqr());
            if (sine < 1e-12) continue;
            Vec3 n = cross.normalize();
            // Outward for both: along the sum of the normals at the edge of A, and not against those of B.
            const Real outA = n.dot(Vec3(a.left + a.right)), outB = n.dot(Vec3(b.left + b.right));
            if (!(outA * outB > 0)) continue;
            if (outA < 0) n = -n;
            const Real sum = n.dot(Vec3(a.point - b.point));
            if (!(sum > 0)) return;
            axes.add(sum * (1 + 1e-6 / sine), n);
        }
    addFacetPatches(A, B, X_AB, axes.blend(), out);
}

}  // namespace

void calcBoxPolyhedron(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out) {
    calcFacets(static_cast<const BoxContactShape&>(A).facets(), static_cast<const PolyhedronContactShape&>(B).facets(),
               X_AB, out);
}

void calcPolyhedronPolyhedron(const ContactShape& A, const ContactShape& B, const Transform& X_AB,
                              ContactRegions& out) {
    calcFacets(static_cast<const PolyhedronContactShape&>(A).facets(),
               static_cast<const PolyhedronContactShape&>(B).facets(), X_AB, out);
}

}  // namespace trammel
