// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <tuple>
#include <vector>

#include "contact/contact_surfaces.h"
#include "multibody/constraints/contact_constraint.h"

namespace trammel {

/// One place at which two rigid surfaces may touch.
///
///   nearest        the plane, edge, corner or ball of the first that is nearest to a ball or corner of the second:
///                  gap = |d| - r1 - r2,  z = d/|d|,  d from that feature to the center on the second
///   cornerOnFace   a corner of the second and the plane of one face of the first
///   edgeOnEdge     the lines of one edge of each:  z along their common normal, out of the first
///   rimOnPlane     the lowest point of a circle about the axis a of the second above the plane of the first, of normal z:
///                  e = z - (z·a) a,  gap = z·c - R |e|,  at c - R e/|e|; where the circle is flush, at a fixed point of it
///
/// The contact frame turns with the first body, and its rates are exact as long as the nearest feature is the same.
struct RigidPoint {
    enum class Kind { nearest, cornerOnFace, edgeOnEdge, rimOnPlane };
    /// An edge of a solid, on its body: start, unit direction, and unit vectors into its two faces.
    struct Edge {
        Vec3 from{0.}, along{0.}, inward[2]{Vec3(0.), Vec3(0.)};
        Real length = 0;
    };
    /// Among the surfaces of the contact.
    int surface1 = 0, surface2 = 0;
    MobilizedBodyIndex body1{0}, body2{0};
    Transform X_BS1;
    std::shared_ptr<const ContactShape> shape1;
    /// On the second body, and 0 for a corner.
    Vec3 center{0.};
    Real radius = 0;
    /// Surface pair that it belongs to: points of one patch stick or slip together.
    int patch = 0;
    Kind kind = Kind::nearest;
    /// Face of the first surface, for a corner on a face.
    int face = 0;
    /// For edges.
    Edge edge1, edge2;
    /// Whether both surfaces move in one plane, see appendPlanarPoints(); then the axis is its normal on the second body, and
    /// a corner on a face has its number and the directions of its edges, as edge2.inward.
    bool inPlane = false;
    int corner = -1;
    /// A disk and a part of an outline that continues in another part.
    bool isPart = false;
    /// For rims, on the second body: the axis, and the direction from the center to the point where it is flush.
    Vec3 axis{0.}, across{0.};
    Real rim = 0;
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
        /// Rims only: whether the end is so nearly parallel to the plane that corners stand for the rim.
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
    bool isCorner() const { return kind == Kind::cornerOnFace || kind == Kind::edgeOnEdge; }
    /// Adds a force @p f at @p p to the second body and its opposite to the first.
    void addIn(const ConstraintKinematics& k, const Vec3& p, const Vec3& f, const ConstraintForces& forces) const;

private:
    Place findEdges(const ConstraintKinematics& k) const;
    Place findRim(const ConstraintKinematics& k) const;
    void findMargin(const ConstraintKinematics& k, const Transform& X_GS, const Vec3& p, Place& place) const;
    void findPartMargin(const ConstraintKinematics& k, const Transform& X_GS, const Vec3& p, Place& place) const;
};

/// Places nearer than this to the end of a feature, m, count as at the end.
inline constexpr Real endOfFeature = 1e-9;

/// Appends the points at which two surfaces may touch. False if rigid contact does not support their shapes.
bool appendRigidPoints(const ContactSurfaces& surfaces, int i, int j, int patch, std::vector<RigidPoint>& out);

}  // namespace trammel
