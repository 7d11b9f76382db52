// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "contact/rigid/rigid_point.h"
#include "contact/rigid/solid_pair.h"
#include "contact/shapes/ball.h"
#include "contact/shapes/box.h"
#include "contact/shapes/capsule.h"
#include "contact/shapes/cone.h"
#include "contact/shapes/cylinder.h"
#include "contact/shapes/half_space.h"
#include "contact/shapes/mesh.h"
#include "contact/shapes/polyhedron.h"

namespace trammel {

std::vector<Vec3> flushCorners(Real radius, Real height) {
    // Standing, a cylinder touches at corners slightly inside its rim, which rolling does not reach.
    constexpr int corners = 8;
    constexpr Real inside = 1 - 1e-6;
    std::vector<Vec3> all;
    for (int corner = 0; corner < corners; ++corner) {
        const Real angle = 2 * Pi * corner / corners, r = inside * radius;
        all.emplace_back(r * std::cos(angle), height, r * std::sin(angle));
    }
    return all;
}

bool appendRigidPoints(const ContactSurfaces& surfaces, int i, int j, int patch, std::vector<RigidPoint>& out) {
    // Corners beyond this number make events too frequent and the equations too many.
    constexpr std::size_t mostCorners = 64;
    const ContactSurfaces::Pair pair = surfaces.findPair(i, j);
    if (!pair.type) return false;
    const auto add = [&](int first, int second, const Vec3& center_S, Real radius) {
        const ContactSurface &a = surfaces[first], &b = surfaces[second];
        RigidPoint& point = out.emplace_back();
        point.surface1 = first;
        point.surface2 = second;
        point.body1 = a.body;
        point.body2 = b.body;
        point.X_BS1 = a.X_BS;
        point.shape1 = a.shape;
        point.center = b.X_BS * center_S;
        point.radius = radius;
        point.patch = patch;
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
        if (const auto* mesh = dynamic_cast<const MeshContactShape*>(&b)) {
            const auto hull = PolyhedronContactShape::create(mesh->vertices(), "");
            return hull && addCorners((*hull)->facets());
        }
        if (const auto* capsule = dynamic_cast<const CapsuleContactShape*>(&b)) {
            for (const Real end : {-1., 1.})
                add(pair.a, pair.b, Vec3(0, end * capsule->halfLength(), 0), capsule->radius());
            return true;
        }
        const int firstPoint = int(out.size());
        const auto addRim = [&](Real radius, Real height) {
            const Rotation& R = surfaces[pair.b].X_BS.R();
            add(pair.a, pair.b, Vec3(0, height, 0), 0);
            out.back().kind = RigidPoint::Kind::rimOnPlane;
            out.back().axis = R * Vec3(0, 1, 0);
            out.back().across = R * Vec3(1, 0, 0);
            out.back().rim = radius;
        };
        const auto addFlushCorners = [&](int rim, Real radius, Real height) {
            for (const Vec3& corner : flushCorners(radius, height)) {
                add(pair.a, pair.b, corner, 0);
                out.back().rimPoint = rim;
            }
        };
        if (const auto* cylinder = dynamic_cast<const CylinderContactShape*>(&b)) {
            const Real half = cylinder->halfLength();
            for (const Real height : {-half, half}) addRim(cylinder->radius(), height);
            for (const int end : {0, 1}) addFlushCorners(firstPoint + end, cylinder->radius(), end == 0 ? -half : half);
        } else if (const auto* cone = dynamic_cast<const ConeContactShape*>(&b)) {
            addRim(cone->radius(), 0);
            addFlushCorners(firstPoint, cone->radius(), 0);
            add(pair.a, pair.b, Vec3(0, cone->height(), 0), 0);
        }
        if (int(out.size()) > firstPoint) return true;
    }
    if (const auto* ball = dynamic_cast<const BallContactShape*>(&b);
        ball && (dynamic_cast<const HalfSpaceContactShape*>(&a) || dynamic_cast<const BallContactShape*>(&a))) {
        add(pair.a, pair.b, Vec3(0.), ball->radius());
        return true;
    }
    if (const Facets* const f = findFacets(a), * const h = findFacets(b); f && h) {
        // Pairs of features beyond this number make events too slow.
        constexpr std::size_t mostPairs = 1000;
        if (f->faces.size() * h->vertices.size() + h->faces.size() * f->vertices.size() +
                f->edges.size() * h->edges.size() >
            mostPairs)
            return false;
        const auto addCornersOnFaces = [&](int first, int second, const Facets& faces, const Facets& corners) {
            for (const Vec3& v : corners.vertices)
                for (std::size_t face = 0; face < faces.faces.size(); ++face) {
                    add(first, second, v, 0);
                    out.back().kind = RigidPoint::Kind::cornerOnFace;
                    out.back().face = int(face);
                }
        };
        addCornersOnFaces(pair.a, pair.b, *f, *h);
        addCornersOnFaces(pair.b, pair.a, *h, *f);
        for (const Facets::Edge& edge1 : f->edges)
            for (const Facets::Edge& edge2 : h->edges) {
                add(pair.a, pair.b, Vec3(0.), 0);
                out.back().kind = RigidPoint::Kind::edgeOnEdge;
                out.back().edge1 = RigidPoint::Edge::describe(*f, edge1, surfaces[pair.a].X_BS);
                out.back().edge2 = RigidPoint::Edge::describe(*h, edge2, surfaces[pair.b].X_BS);
            }
        return true;
    }
    if (const auto* ball = dynamic_cast<const BallContactShape*>(&a);
        ball && (dynamic_cast<const BoxContactShape*>(&b) || dynamic_cast<const CapsuleContactShape*>(&b) ||
                 dynamic_cast<const PolyhedronContactShape*>(&b))) {
        add(pair.b, pair.a, Vec3(0.), ball->radius());
        return true;
    }
    return false;
}

}  // namespace trammel
