// SPDX-License-Identifier: Apache-2.0
#include "contact/rigid/planar_points.h"

#include <algorithm>

#include "contact/rigid/outline_pair.h"
#include "contact/rigid/planar_motion.h"
#include "contact/shapes/ball.h"

namespace trammel {

namespace {

/// Both sections in the frames P of their bodies, which have z along the normal and the origin of the body.
struct PlanarPair {
    Rotation R_B1P, R_B2P;
    ShapeSection section1, section2;
    /// How far the origin of the second body is above that of the first, m.
    Real height = 0;
};

std::optional<PlanarPair> findPlanarPair(const MatterGuts& matter, const ContactSurface& a, const ContactSurface& b,
                                         const Vec3& axis) {
    const std::optional<PlanarMotion> motion = findPlanarMotion(matter, a.body, b.body, axis);
    if (!motion) return std::nullopt;
    PlanarPair pair;
    pair.height = motion->height;
    pair.R_B1P = Rotation(UnitVec3(axis), ZAxis);
    pair.R_B2P = Rotation(UnitVec3(motion->axis), ZAxis);
    const auto one = findSection(*a.shape, Transform(~pair.R_B1P, Vec3(0.)) * a.X_BS);
    if (!one) return std::nullopt;
    const auto two = findSection(*b.shape, Transform(~pair.R_B2P, Vec3(0.)) * b.X_BS);
    if (!two) return std::nullopt;
    pair.section1 = *one;
    pair.section2 = *two;
    return pair;
}

/// A surface with its pose in the plane of the contact.
struct Placed {
    int surface = 0;
    Transform X_BP;
    const ShapeSection& section;
};

class PointMaker {
public:
    PointMaker(const ContactSurfaces& surfaces, int& patches, std::vector<RigidPoint>& points)
        : surfaces_(surfaces), patches_(patches), points_(points) {}

    void addDisks(const Placed& a, const Placed& b) {
        RigidPoint& point = add(a, b, std::make_shared<BallContactShape>(a.section.radius), b.section.center);
        point.X_BS1 = a.X_BP * Transform(Vec3(a.section.center[0], a.section.center[1], 0));
        point.radius = b.section.radius;
        ++patches_;
    }
    void addDisk(const Placed& prism, const std::shared_ptr<const Outline>& outline, const Placed& disk) {
        for (std::size_t i = 0; i < outline->parts().size(); ++i) {
            RigidPoint& point = add(prism, disk, std::make_shared<OutlinePart>(outline, i), disk.section.center);
            point.radius = disk.section.radius;
            point.isPart = outline->parts()[i].isSharedAtStart || outline->parts()[i].isSharedAtEnd;
            ++patches_;
        }
    }
    void addCorners(const Placed& edges, const std::shared_ptr<const Outline>& outline, const Placed& corners,
                    const Outline& other) {
        for (std::size_t c = 0; c < other.corners().size(); ++c)
            for (std::size_t e = 0; e < outline->edges().size(); ++e) {
                const Outline::Corner& corner = other.corners()[c];
                RigidPoint& point = add(edges, corners, outline, Vec2(corner.at[0], corner.at[1]));
                point.kind = RigidPoint::Kind::cornerOnFace;
                point.face = int(e);
                point.corner = int(c);
                for (int side = 0; side < 2; ++side) point.edge2.inward[side] = corners.X_BP.R() * corner.along[side];
            }
    }

private:
    RigidPoint& add(const Placed& first, const Placed& second, std::shared_ptr<const ContactShape> shape,
                    const Vec2& center) {
        points_.push_back(makeRigidPoint(surfaces_, first.surface, second.surface, Vec3(0.), patches_));
        RigidPoint& point = points_.back();
        point.X_BS1 = first.X_BP;
        point.shape1 = std::move(shape);
        point.center = second.X_BP * Vec3(center[0], center[1], 0);
        point.inPlane = true;
        point.axis = second.X_BP.R() * Vec3(0, 0, 1);
        return point;
    }
    const ContactSurfaces& surfaces_;
    int& patches_;
    std::vector<RigidPoint>& points_;
};

}  // namespace

PlanarTouch appendPlanarPoints(const MatterGuts& matter, const ContactSurfaces& surfaces, int i, int j, int& patches,
                               std::vector<RigidPoint>& points, std::map<int, std::shared_ptr<const SolidGap>>& gaps) {
    const ContactSurface *first = &surfaces[i], *second = &surfaces[j];
    if (first->shape->isUnbounded() || second->shape->isUnbounded()) return {};
    std::optional<PlanarPair> pair;
    // The normal of the plane is an axis of one of the shapes.
    for (int turn = 0; turn < 2 && !pair; ++turn) {
        for (int axis = 2; axis >= 0 && !pair; --axis)
            pair = findPlanarPair(matter, *first, *second, Vec3(first->X_BS.R().col(axis)));
        if (!pair) std::swap(first, second), std::swap(i, j);
    }
    if (!pair) return {};
    const ShapeSection &one = pair->section1, &two = pair->section2;
    // A ball above or below a plate would have a tilted normal.
    const Real low = std::max(one.low, two.low + pair->height), high = std::min(one.high, two.high + pair->height);
    if (low > high) {
        const bool isLayered = one.low < one.high && two.low < two.high;
        return {isLayered ? PlanarTouch::Outcome::InOtherLayers : PlanarTouch::Outcome::NotSupported};
    }
    const auto isPoint = [](const ShapeSection& s) { return s.low == s.high; };
    if (low == high && !isPoint(one) && !isPoint(two)) return {PlanarTouch::Outcome::InOtherLayers};
    const Real middle = (low + high) / 2;
    const Placed a{i, Transform(pair->R_B1P, Vec3(pair->R_B1P.col(2) * middle)), one};
    const Placed b{j, Transform(pair->R_B2P, Vec3(pair->R_B2P.col(2) * (middle - pair->height))), two};
    const Real halfHeight = std::max<Real>((high - low) / 2, 1e-3 * first->shape->characteristicLength());
    const auto outlineOf = [&](const ShapeSection& s) { return std::make_shared<const Outline>(s.loops, halfHeight); };
    PointMaker maker(surfaces, patches, points);
    if (one.isDisk() && two.isDisk()) {
        maker.addDisks(a, b);
    } else if (two.isDisk()) {
        maker.addDisk(a, outlineOf(one), b);
    } else if (one.isDisk()) {
        maker.addDisk(b, outlineOf(two), a);
    } else {
        const auto outline1 = outlineOf(one), outline2 = outlineOf(two);
        const std::size_t places = outline1->edges().size() * outline2->corners().size() +
                                   outline2->edges().size() * outline1->corners().size();
        if (places > mostPlanarPlaces)
            return {PlanarTouch::Outcome::TooManyPlaces, outline1->edges().size(), outline2->edges().size(), places};
        maker.addCorners(a, outline1, b, *outline2);
        maker.addCorners(b, outline2, a, *outline1);
        gaps[patches++] = std::make_shared<OutlinePair>(PlacedOutline{first->body, a.X_BP, outline1},
                                                        PlacedOutline{second->body, b.X_BP, outline2});
    }
    return {PlanarTouch::Outcome::Appended};
}

}  // namespace trammel
