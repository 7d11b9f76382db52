// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <initializer_list>

#include "contact/rigid/rigid_point.h"
#include "contact/rigid/solid_pair.h"
#include "contact/shapes/ball.h"
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

RigidPoint makeRigidPoint(const ContactSurfaces& surfaces, int first, int second, const Vec3& center, int patch) {
    RigidPoint point;
    point.surface1 = first;
    point.surface2 = second;
    point.body1 = surfaces[first].body;
    point.body2 = surfaces[second].body;
    point.X_BS1 = surfaces[first].X_BS;
    point.shape1 = surfaces[first].shape;
    point.center = surfaces[second].X_BS * center;
    point.patch = patch;
    return point;
}

RigidPoint makeRim(const ContactSurfaces& surfaces, int first, int second, Real height, Real radius, int patch) {
    RigidPoint point = makeRigidPoint(surfaces, first, second, Vec3(0, height, 0), patch);
    const Rotation& R = surfaces[second].X_BS.R();
    point.kind = RigidPoint::Kind::rimOnPlane;
    point.axis = R * Vec3(0, 1, 0);
    point.across = R * Vec3(1, 0, 0);
    point.rim = radius;
    return point;
}

namespace {

/// The points of one pair of surfaces, which are of one patch.
class SpatialPoints {
public:
    SpatialPoints(const ContactSurfaces& surfaces, const ContactSurfaces::Pair& pair, int patch,
                  std::vector<RigidPoint>& points)
        : surfaces_(surfaces), pair_(pair), patch_(patch), points_(points) {}

    bool append() {
        const ContactShape &a = *surfaces_[pair_.a].shape, &b = *surfaces_[pair_.b].shape;
        const bool isOnPlane = dynamic_cast<const HalfSpaceContactShape*>(&a) != nullptr;
        if (isOnPlane && addPointsOnPlane(b)) return true;
        if (const auto* ball = dynamic_cast<const BallContactShape*>(&b);
            ball && (isOnPlane || dynamic_cast<const BallContactShape*>(&a))) {
            add(pair_.a, pair_.b, Vec3(0.)).radius = ball->radius();
            return true;
        }
        if (const Facets* const f = findFacets(a), * const h = findFacets(b); f && h) return addFeatures(*f, *h);
        if (const auto* ball = dynamic_cast<const BallContactShape*>(&a);
            ball && (findFacets(b) || dynamic_cast<const CapsuleContactShape*>(&b))) {
            add(pair_.b, pair_.a, Vec3(0.)).radius = ball->radius();
            return true;
        }
        return false;
    }

private:
    /// @param center on the second one, in its frame
    RigidPoint& add(int first, int second, const Vec3& center) {
        return points_.emplace_back(makeRigidPoint(surfaces_, first, second, center, patch_));
    }

    bool addPointsOnPlane(const ContactShape& shape) {
        if (const auto* mesh = dynamic_cast<const MeshContactShape*>(&shape)) {
            const auto hull = PolyhedronContactShape::create(mesh->vertices(), "");
            return hull && addCorners((*hull)->facets());
        }
        if (const Facets* const facets = findFacets(shape)) return addCorners(*facets);
        if (const auto* capsule = dynamic_cast<const CapsuleContactShape*>(&shape)) {
            for (const Real end : {-capsule->halfLength(), capsule->halfLength()})
                add(pair_.a, pair_.b, Vec3(0, end, 0)).radius = capsule->radius();
            return true;
        }
        if (const auto* cylinder = dynamic_cast<const CylinderContactShape*>(&shape)) {
            addEnds(cylinder->radius(), {-cylinder->halfLength(), cylinder->halfLength()});
            return true;
        }
        if (const auto* cone = dynamic_cast<const ConeContactShape*>(&shape)) {
            addEnds(cone->radius(), {0});
            add(pair_.a, pair_.b, Vec3(0, cone->height(), 0));
            return true;
        }
        return false;
    }
    bool addCorners(const Facets& facets) {
        // Corners beyond this number make events too frequent and the equations too many.
        constexpr std::size_t mostCorners = 64;
        if (facets.vertices.size() > mostCorners) return false;
        for (const Vec3& v : facets.vertices) add(pair_.a, pair_.b, v);
        return true;
    }
    /// The rims of all ends, then for each the corners that stand for it.
    void addEnds(Real radius, std::initializer_list<Real> heights) {
        int rim = int(points_.size());
        for (const Real height : heights)
            points_.push_back(makeRim(surfaces_, pair_.a, pair_.b, height, radius, patch_));
        for (const Real height : heights) {
            for (const Vec3& corner : flushCorners(radius, height)) add(pair_.a, pair_.b, corner).rimPoint = rim;
            ++rim;
        }
    }

    /// Corners on faces, and edges on edges, of two convex solids.
    bool addFeatures(const Facets& a, const Facets& b) {
        // Pairs of features beyond this number make events too slow.
        constexpr std::size_t mostPairs = 1000;
        if (a.faces.size() * b.vertices.size() + b.faces.size() * a.vertices.size() + a.edges.size() * b.edges.size() >
            mostPairs)
            return false;
        addCornersOnFaces(pair_.a, pair_.b, a, b);
        addCornersOnFaces(pair_.b, pair_.a, b, a);
        for (const Facets::Edge& edge1 : a.edges)
            for (const Facets::Edge& edge2 : b.edges) {
                RigidPoint& point = add(pair_.a, pair_.b, Vec3(0.));
                point.kind = RigidPoint::Kind::edgeOnEdge;
                point.edge1 = RigidPoint::Edge::describe(a, edge1, surfaces_[pair_.a].X_BS);
                point.edge2 = RigidPoint::Edge::describe(b, edge2, surfaces_[pair_.b].X_BS);
            }
        return true;
    }
    void addCornersOnFaces(int first, int second, const Facets& faces, const Facets& corners) {
        for (const Vec3& v : corners.vertices)
            for (std::size_t face = 0; face < faces.faces.size(); ++face) {
                RigidPoint& point = add(first, second, v);
                point.kind = RigidPoint::Kind::cornerOnFace;
                point.face = int(face);
            }
    }

    const ContactSurfaces& surfaces_;
    const ContactSurfaces::Pair& pair_;
    int patch_;
    std::vector<RigidPoint>& points_;
};

}  // namespace

bool appendRigidPoints(const ContactSurfaces& surfaces, int i, int j, int patch, std::vector<RigidPoint>& out) {
    const ContactSurfaces::Pair pair = surfaces.findPair(i, j);
    return pair.type && SpatialPoints(surfaces, pair, patch, out).append();
}

}  // namespace trammel
