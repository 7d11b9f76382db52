// SPDX-License-Identifier: Apache-2.0
#include "contact/pairs/half_space_solids.h"

#include "contact/pairs/patch.h"
#include "contact/pairs/round_facets.h"
#include "contact/shapes/box.h"
#include "contact/shapes/capsule.h"
#include "contact/shapes/ellipsoid.h"
#include "contact/shapes/mesh.h"
#include "contact/shapes/polyhedron.h"

namespace trammel {

namespace {

const Vec3 up(0, 1, 0);
/// Coordinates in the surface y = 0: u along z, v along x.
const PatchPlane surface{Vec3(0.), Vec3(0, 0, 1), Vec3(1, 0, 0), up};

/// Clips a face with the corners corner(0..count), counter-clockwise seen from outside, to the half-space.
template <class Corner>
void addFace(int count, const Corner& corner, int feature, ContactRegions& out) {
    PatchPolygon polygon;
    for (int i = count - 1; i >= 0; --i) {
        const Vec3 p = corner(i);
        polygon.add({p[2], p[0], -p[1], p[1] / 2});
    }
    polygon.clip([](const PatchCorner& c) { return c.depth; });
    addPatch(surface, polygon, feature, out);
}

void addFacets(const Facets& facets, const Transform& X_AB, ContactRegions& out) {
    // Height of a point p_B above the surface: height + y_B·p_B.
    const Real height = X_AB.p()[1];
    const Vec3 y_B(X_AB.R()(1, 0), X_AB.R()(1, 1), X_AB.R()(1, 2));
    if (!(height + y_B.dot(facets.vertices[facets.findSupport(-y_B)]) < 0)) return;
    for (std::size_t f = 0; f < facets.faces.size(); ++f) {
        const Facets::Face& face = facets.faces[f];
        if (!(y_B.dot(face.normal) < 0)) continue;
        bool below = false;
        for (int i = 0; i < face.count; ++i) below |= height + y_B.dot(facets.corner(face, i)) < 0;
        if (below)
            addFace(
                face.count, [&](int i) { return X_AB * facets.corner(face, i); }, int(f), out);
    }
}

template <class Round>
void addRound(const ContactShape& B, const Transform& X_AB, ContactRegions& out) {
    const auto& round = static_cast<const Round&>(B);
    const Vec3 down_B(-X_AB.R()(1, 0), -X_AB.R()(1, 1), -X_AB.R()(1, 2));
    const Real depth = down_B.dot(round.calcSupport(down_B)) - X_AB.p()[1];
    if (!(depth > 0)) return;
    static thread_local Facets facets;
    makeFacets(round, {{RoundPlace{down_B, depth}}}, facets);
    addFacets(facets, X_AB, out);
}

}  // namespace

void calcHalfSpaceCylinder(const ContactShape&, const ContactShape& B, const Transform& X_AB, ContactRegions& out) {
    addRound<CylinderContactShape>(B, X_AB, out);
}

void calcHalfSpaceCone(const ContactShape&, const ContactShape& B, const Transform& X_AB, ContactRegions& out) {
    addRound<ConeContactShape>(B, X_AB, out);
}

void calcHalfSpaceCapsule(const ContactShape&, const ContactShape& B, const Transform& X_AB, ContactRegions& out) {
    const auto& capsule = static_cast<const CapsuleContactShape&>(B);
    for (int end = 0; end < 2; ++end) {
        const Vec3 center = X_AB.p() + Vec3((end == 0 ? -capsule.halfLength() : capsule.halfLength()) * X_AB.y());
        const Real depth = capsule.radius() - center[1];
        if (!(depth > 0)) continue;
        ContactRegion& region = out.regions.emplace_back();
        region.point = Vec3(center[0], -depth / 2, center[2]);
        region.normal = up;
        region.depth = depth;
        region.curvature[0] = region.curvature[1] = 1 / capsule.radius();
        region.feature = end;
    }
}

void calcHalfSpaceEllipsoid(const ContactShape&, const ContactShape& B, const Transform& X_AB, ContactRegions& out) {
    const auto& ellipsoid = static_cast<const EllipsoidContactShape&>(B);
    const Vec3 down_B(-X_AB.R()(1, 0), -X_AB.R()(1, 1), -X_AB.R()(1, 2));
    const Vec3 lowest = X_AB * ellipsoid.calcSupport(down_B);
    const Real depth = -lowest[1];
    if (!(depth > 0)) return;
    const SurfaceCurvature c = ellipsoid.calcCurvature(down_B);
    ContactRegion& region = out.regions.emplace_back();
    region.point = Vec3(lowest[0], -depth / 2, lowest[2]);
    region.normal = up;
    region.depth = depth;
    region.curvature[0] = c.k1;
    region.curvature[1] = c.k2;
    region.bend = X_AB.R() * c.t1;
}

void calcHalfSpaceBox(const ContactShape&, const ContactShape& B, const Transform& X_AB, ContactRegions& out) {
    addFacets(static_cast<const BoxContactShape&>(B).facets(), X_AB, out);
}

void calcHalfSpacePolyhedron(const ContactShape&, const ContactShape& B, const Transform& X_AB, ContactRegions& out) {
    addFacets(static_cast<const PolyhedronContactShape&>(B).facets(), X_AB, out);
}

void calcHalfSpaceMesh(const ContactShape&, const ContactShape& B, const Transform& X_AB, ContactRegions& out) {
    const auto& mesh = static_cast<const MeshContactShape&>(B);
    const Real height = X_AB.p()[1];
    const Vec3 y_B(X_AB.R()(1, 0), X_AB.R()(1, 1), X_AB.R()(1, 2));
    mesh.visitTriangles(
        [&](const Vec3& lower, const Vec3& upper) {
            Real lowest = height;
            for (int i = 0; i < 3; ++i) lowest += y_B[i] * (y_B[i] < 0 ? upper[i] : lower[i]);
            return lowest < 0;
        },
        [&](int t) {
            const MeshContactShape::Triangle& triangle = mesh.triangles()[std::size_t(t)];
            if (!(y_B.dot(triangle.normal) < 0)) return;
            bool below = false;
            for (int i = 0; i < 3; ++i) below |= height + y_B.dot(mesh.corner(triangle, i)) < 0;
            if (below)
                addFace(
                    3, [&](int i) { return X_AB * mesh.corner(triangle, i); }, t, out);
        });
    sortByFeature(out);
}

}  // namespace trammel
