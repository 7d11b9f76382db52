// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <tuple>
#include <vector>

#include "contact/contact_surfaces.h"
#include "contact/shapes/facets.h"
#include "multibody/constraints/contact_constraint.h"

namespace trammel {

/// One place at which two rigid surfaces may touch.
///
///   nearest        the plane, edge, corner or ball of the first that is nearest to a ball or corner of the second:
///                  gap = |d| - r1 - r2,  z = d/|d|,  d from that feature to the center on the second
///   cornerOnFace   a corner of the second and the plane of one face of the first
///   edgeOnEdge     the lines of one edge of each:  z along their common normal, out of the first
///                  the axis of a capsule or cylinder in place of an edge, of radius r:  gap = z·d - r1 - r2
///   rimOnPlane     the lowest point of a circle about the axis a of the second above a plane of the first, of normal z:
///                  e = z - (z·a) a,  gap = z·c - R |e|,  at c - R e/|e|; where the circle is flush, at a fixed point of it
///   cornerOnEnd    a corner of the second and the plane of one end of a cylinder, the first
///   cornerOnSide   a corner of the second and the round side of a cylinder
///   rimOnEdge      the line of an edge of the first and a circle about the axis of the second, where the line passes
///                  through the plane of the circle, or, if it is more parallel to the radius there than to the axis, where
///                  it crosses the circle as seen along the axis:  z along the common normal of the line and the tangent of
///                  the circle
///
/// The contact frame turns with the first body, and its rates are exact as long as the nearest feature is the same.
struct RigidPoint {
    enum class Kind { nearest, cornerOnFace, edgeOnEdge, rimOnPlane, cornerOnEnd, cornerOnSide, rimOnEdge };
    /// An edge of a solid, on its body: start, unit direction, and unit vectors into its two faces. Or the axis of a capsule or
    /// cylinder, of a radius.
    struct Edge {
        Vec3 from{0.}, along{0.}, inward[2]{Vec3(0.), Vec3(0.)};
        Real length = 0;
        bool isAxis = false;
        Real radius = 0;
        /// An edge of a solid whose frame is at @p X_BS on its body.
        static Edge describe(const Facets& facets, const Facets::Edge& edge, const Transform& X_BS);
    };
    /// Among the surfaces of the contact.
    int surface1 = 0, surface2 = 0;
    MobilizedBodyIndex body1{0}, body2{0};
    Transform X_BS1;
    std::shared_ptr<const ContactShape> shape1;
    /// On the second body; the radius is 0 for a corner or a rim.
    Vec3 center{0.};
    Real radius = 0;
    /// Surface pair that it belongs to: points of one patch stick or slip together.
    int patch = 0;
    Kind kind = Kind::nearest;
    /// Face of the first surface, for a corner or a rim on a face; the end of a cylinder, 0 or 1; -1 for a half-space.
    int face = -1;
    /// For edges.
    Edge edge1, edge2;
    /// Whether both surfaces move in one plane, see appendPlanarPoints(); then the axis is its normal on the second body, and
    /// a corner on a face has its number and the directions of its edges, as edge2.inward.
    bool inPlane = false;
    int corner = -1;
    /// A disk and a part of an outline that continues in another part.
    bool isPart = false;
    /// For rims, on the second body: the axis, on edges out of the solid, and the direction from the center to the point where
    /// it is flush.
    Vec3 axis{0.}, across{0.};
    Real rim = 0;
    /// For a rim on an edge: 0 where the edge passes through its plane, -1 and 1 where the edge enters and leaves the
    /// circle; and half the length of the cylinder.
    int crossing = 0;
    Real halfLength = 0;
    /// For the corners of the end of a cylinder: the point of its rim, in place of which they touch where it is flush; else -1.
    int rimPoint = -1;

    /// Contact frame (Position; with rates if @p k has velocities), and the gap.
    struct Place {
        ContactFrame frame;
        Real gap = 0;
        /// How far it is inside the face, or from the ends of both edges, m; and its rate (Velocity) where that is nearly
        /// zero.
        Real margin = Infinity, marginRate = Infinity;
        /// Edges, and corners in a plane: whether each of the solids is on its own side of the common tangent plane.
        bool isOutside = true;
        /// Rims on planes: whether the end is so nearly parallel to the plane that corners stand for the rim.
        bool isFlush = false;
        static constexpr const char* fieldNames[] = {"point", "normal", "gap", "margin"};
        static auto valueFields(auto& self) { return std::tie(self.frame.p, self.frame.z, self.gap, self.margin); }
    };
    Place find(const ConstraintKinematics& k) const;
    /// For points that have ends: the gap that find() gives, if it is less than @p most, the place is within both features,
    /// and the cosine between @p direction and the normal exceeds @p alike; otherwise infinity. Cheaper (Position).
    /// @param X_GS pose of the first surface
    Real findGap(const ConstraintKinematics& k, const Transform& X_GS, const Vec3& direction, Real alike,
                 Real most) const;
    /// Velocity of the second body relative to the first at the contact, and its rate.
    Vec3 calcSlip(const ConstraintKinematics& k, const Vec3& p) const;
    Vec3 calcSlipDot(const ConstraintKinematics& k, const ContactFrame& c) const;
    /// Second derivative of the gap; @p k must have accelerations.
    Real calcGapAcceleration(const ConstraintKinematics& k, const ContactFrame& c) const {
        return c.z.dot(calcSlipDot(k, c)) + c.zdot.dot(calcSlip(k, c.p));
    }
    /// Whether features that are parts of larger ones may leave each other while they touch.
    bool hasEnds() const { return isCorner() || isPart; }
    /// Whether it is one of many points of two solids with corners, most of which are far from touching.
    bool isCorner() const { return kind != Kind::nearest && (kind != Kind::rimOnPlane || face >= 0); }
    /// Adds a force @p f at @p p to the second body and its opposite to the first.
    void addIn(const ConstraintKinematics& k, const Vec3& p, const Vec3& f, const ConstraintForces& forces) const;

private:
    Place findEdges(const ConstraintKinematics& k) const;
    Place findRim(const ConstraintKinematics& k) const;
    Place findRimOnEdge(const ConstraintKinematics& k) const;
    /// @param pdot rate of @p p if @p k has velocities
    void findMargin(const ConstraintKinematics& k, const Transform& X_GS, const Vec3& p, const Vec3& pdot,
                    Place& place) const;
    void findMarginOfCylinder(const ConstraintKinematics& k, const Transform& X_GS, const Vec3& p, Place& place) const;
    void findPartMargin(const ConstraintKinematics& k, const Transform& X_GS, const Vec3& p, Place& place) const;
};

/// A point at which two surfaces of a contact may touch, of the kind `nearest`.
/// @param center on the second one, in its frame
RigidPoint makeRigidPoint(const ContactSurfaces& surfaces, int first, int second, const Vec3& center, int patch);
/// Likewise the rim of the circle at @p height about the y axis of the second one's frame.
RigidPoint makeRim(const ContactSurfaces& surfaces, int first, int second, Real height, Real radius, int patch);

/// Places nearer than this to the end of a feature, m, count as at the end.
inline constexpr Real endOfFeature = 1e-9;

/// Corners that stand for the rim of an end of a cylinder or cone, about its y axis, where it is flush.
std::vector<Vec3> flushCorners(Real radius, Real height);

/// Appends the points at which two surfaces may touch. False if rigid contact does not support their shapes.
bool appendRigidPoints(const ContactSurfaces& surfaces, int i, int j, int patch, std::vector<RigidPoint>& out);

}  // namespace trammel
