// SPDX-License-Identifier: Apache-2.0
#include "contact/rigid/round_points.h"

#include <cmath>

#include "contact/rigid/round_gaps.h"
#include "contact/shapes/ball.h"
#include "contact/shapes/capsule.h"
#include "contact/shapes/cylinder.h"

namespace trammel {

namespace {

class RoundPoints {
public:
    RoundPoints(const ContactSurfaces& surfaces, int patch, std::vector<RigidPoint>& points)
        : surfaces_(surfaces), patch_(patch), points_(points) {}

    /// @param center on the second surface, in its frame
    RigidPoint& add(RigidPoint::Kind kind, int first, int second, const Vec3& center) {
        points_.push_back(makeRigidPoint(surfaces_, first, second, center, patch_));
        points_.back().kind = kind;
        return points_.back();
    }
    /// Its axis, as an edge.
    RigidPoint::Edge axisOf(int surface, Real halfLength, Real radius) const {
        const Transform& X = surfaces_[surface].X_BS;
        const Vec3 along = X.R().col(1);
        return {.from = X.p() - halfLength * along,
                .along = along,
                .length = 2 * halfLength,
                .isAxis = true,
                .radius = radius};
    }
    /// Each end of a capsule as a ball.
    void addEnds(int first, int second, const CapsuleContactShape& capsule) {
        for (const Real end : {-capsule.halfLength(), capsule.halfLength()})
            add(RigidPoint::Kind::nearest, first, second, Vec3(0, end, 0)).radius = capsule.radius();
    }
    void addEdgesOnAxis(int solid, int round, const RigidPoint::Edge& axis) {
        const Facets& facets = *findFacets(*surfaces_[solid].shape);
        for (const Facets::Edge& edge : facets.edges) {
            RigidPoint& point = add(RigidPoint::Kind::edgeOnEdge, solid, round, Vec3(0.));
            point.edge1 = RigidPoint::Edge::describe(facets, edge, surfaces_[solid].X_BS);
            point.edge2 = axis;
        }
    }
    void addCapsule(int solid, int capsule) {
        const auto& shape = static_cast<const CapsuleContactShape&>(*surfaces_[capsule].shape);
        addEnds(solid, capsule, shape);
        addEdgesOnAxis(solid, capsule, axisOf(capsule, shape.halfLength(), shape.radius()));
        for (const Vec3& v : findFacets(*surfaces_[solid].shape)->vertices)
            add(RigidPoint::Kind::nearest, capsule, solid, v);
    }
    void addCapsules(int first, int second) {
        const auto &a = static_cast<const CapsuleContactShape&>(*surfaces_[first].shape),
                   &b = static_cast<const CapsuleContactShape&>(*surfaces_[second].shape);
        addEnds(first, second, b);
        addEnds(second, first, a);
        RigidPoint& point = add(RigidPoint::Kind::edgeOnEdge, first, second, Vec3(0.));
        point.edge1 = axisOf(first, a.halfLength(), a.radius());
        point.edge2 = axisOf(second, b.halfLength(), b.radius());
    }
    void addCylinder(int solid, int cylinder) {
        const auto& shape = static_cast<const CylinderContactShape&>(*surfaces_[cylinder].shape);
        const Facets& facets = *findFacets(*surfaces_[solid].shape);
        for (std::size_t face = 0; face < facets.faces.size(); ++face)
            for (const Real end : {-1., 1.}) addRim(solid, cylinder, shape, int(face), end);
        for (const Vec3& v : facets.vertices) {
            for (const int end : {0, 1}) add(RigidPoint::Kind::cornerOnEnd, cylinder, solid, v).face = end;
            add(RigidPoint::Kind::cornerOnSide, cylinder, solid, v);
        }
        addEdgesOnAxis(solid, cylinder, axisOf(cylinder, shape.halfLength(), shape.radius()));
        for (const Facets::Edge& edge : facets.edges)
            for (const Real end : {-1., 1.})
                for (const int crossing : {0, -1, 1}) {
                    RigidPoint& point =
                        add(RigidPoint::Kind::rimOnEdge, solid, cylinder, Vec3(0, end * shape.halfLength(), 0));
                    point.edge1 = RigidPoint::Edge::describe(facets, edge, surfaces_[solid].X_BS);
                    point.axis = end * surfaces_[cylinder].X_BS.R().col(1);
                    point.rim = shape.radius();
                    point.halfLength = shape.halfLength();
                    point.crossing = crossing;
                }
    }

private:
    /// The rim of one end, and corners that stand for it where the end is flush.
    void addRim(int solid, int cylinder, const CylinderContactShape& shape, int face, Real end) {
        const int rim = int(points_.size());
        const Real height = end * shape.halfLength();
        points_.push_back(makeRim(surfaces_, solid, cylinder, height, shape.radius(), patch_));
        points_.back().face = face;
        for (const Vec3& corner : flushCorners(shape.radius(), height)) {
            RigidPoint& stands = add(RigidPoint::Kind::cornerOnFace, solid, cylinder, corner);
            stands.face = face;
            stands.rimPoint = rim;
        }
    }

    const ContactSurfaces& surfaces_;
    int patch_;
    std::vector<RigidPoint>& points_;
};

}  // namespace

bool appendRoundPoints(const ContactSurfaces& surfaces, int i, int j, int patch, std::vector<RigidPoint>& points,
                       std::map<int, std::shared_ptr<const SolidGap>>& gaps) {
    if (!surfaces.findPair(i, j).type) return false;
    const auto isCapsule = [&](int s) {
        return dynamic_cast<const CapsuleContactShape*>(surfaces[s].shape.get()) != nullptr;
    };
    const auto isCylinder = [&](int s) {
        return dynamic_cast<const CylinderContactShape*>(surfaces[s].shape.get()) != nullptr;
    };
    RoundPoints maker(surfaces, patch, points);
    if (isCapsule(i) && isCapsule(j)) {
        maker.addCapsules(i, j);
        gaps[patch] = std::make_shared<CapsuleGap>(surfaces[i], surfaces[j]);
        return true;
    }
    for (const auto& [cylinder, other] : {std::pair(i, j), std::pair(j, i)})
        if (const auto* ball = dynamic_cast<const BallContactShape*>(surfaces[other].shape.get());
            ball && isCylinder(cylinder)) {
            maker.add(RigidPoint::Kind::nearest, cylinder, other, Vec3(0.)).radius = ball->radius();
            return true;
        }
    const bool isFirstSolid = findFacets(*surfaces[i].shape) != nullptr;
    const int solid = isFirstSolid ? i : j, round = isFirstSolid ? j : i;
    const Facets* const facets = findFacets(*surfaces[solid].shape);
    if (!facets || facets->edges.size() > mostEdgesOfRoundPairs) return false;
    if (isCapsule(round)) {
        maker.addCapsule(solid, round);
        gaps[patch] = std::make_shared<CapsuleGap>(surfaces[solid], surfaces[round]);
    } else if (isCylinder(round)) {
        maker.addCylinder(solid, round);
        gaps[patch] = std::make_shared<CylinderGap>(surfaces[solid], surfaces[round]);
    } else {
        return false;
    }
    return true;
}

}  // namespace trammel
