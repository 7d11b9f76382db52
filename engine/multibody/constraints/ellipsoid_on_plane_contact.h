// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>

#include "multibody/constraints/body_pair_sockets.h"
#include "multibody/constraints/plane_contact.h"

namespace trammel {

struct EllipsoidOnPlaneContactParameters {
    /// In the first body: a point of the plane, its normal z and tangents x and y.
    Transform planeFrame;
    /// In the second body: center and axes of the ellipsoid.
    Transform ellipsoidFrame;
    /// Semi-axes, m.
    Vec3 radii;
    friend bool operator==(const EllipsoidOnPlaneContactParameters&,
                           const EllipsoidOnPlaneContactParameters&) = default;
    static auto valueFields(auto& self) { return std::tie(self.planeFrame, self.ellipsoidFrame, self.radii); }
};

/// An ellipsoid of the second body touches a plane of the first, and rolls or slips freely. One semi-axis may be zero:
/// the rim of a thin disk or wheel.
///
///   perr = z·(center - plane point) - s,  s = |D z_E|,  p = center - R_GE D^2 z_E / s,  D = diag(radii)
///
/// with z the normal of the plane and z_E the normal expressed in the ellipsoid: p is the point with the lowest tangent
/// plane. While it travels, d/dt z_E = R_EG (zdot - w_GE × z) and d/dt (D^2 z_E / s) = D^2 zdot_E / s - w (w·zdot_E) /
/// s^3, w = D^2 z_E. Singular for a disk that lies flat, s = 0.
///
/// **Source:** derived here; Kane and Levinson, "Realistic mathematical modeling of the rattleback" (1982), for the
/// point of contact.
class EllipsoidOnPlaneContactConstraint
    : public ContactConstraint<EllipsoidOnPlaneContactConstraint, EllipsoidOnPlaneContactParameters> {
public:
    static constexpr const char* key = "ellipsoidOnPlaneContact";
    static constexpr const char* label = "Ellipsoid or wheel on plane contact";
    static constexpr const char* doc =
        "An ellipsoid, disk or thin wheel of the second body touches a plane of the first and rolls, or slides without "
        "friction.";
    static constexpr const char* reference =
        "`perr = n·(center - plane point) - s`, s the distance from the center to the tangent plane below it; rolling "
        "adds two nonholonomic equations, the velocity of the contact point along the tangents x and y of the plane. "
        "Multipliers: the negated force (N) on the ellipsoid along the normal, x and y. One radius may be zero: the "
        "rim of a disk. The force is bilateral. Singular for a disk that lies flat.";
    static constexpr const char* choose =
        "For wheels that lean and steer, coins, eggs and rattlebacks on a flat surface. For a ball, use sphere on "
        "plane, which needs no axes.";
    static TypeSample sample() {
        return {.properties = {{"radii", Vec3(0.16, 0.1, 0.12)}},
                .plugged = {{"body1", ""}, {"body2", "sphere"}},
                .position = Vec3(0, 0.1, 0)};
    }

    static std::vector<PropertyDescriptor> properties() {
        std::vector<PropertyDescriptor> list = contactPlaneProperties(stage);
        appendPointProperties(list, "point2", "Ellipsoid center", "Center of the ellipsoid, on the second body.",
                              stage);
        list.push_back(PropertyDescriptor::vec3("radii", "Semi-axes", Quantity::Length, Vec3(0.2, 0.1, 0.1),
                                                "Semi-axes of the ellipsoid along x, y and z; one may be zero.")
                           .min(0)
                           .at(stage));
        list.push_back(PropertyDescriptor::vec3("orientation2", "Ellipsoid orientation", Quantity::Angle, Vec3(0.),
                                                "Body-fixed x-y-z angles from the second body to the ellipsoid's axes.")
                           .at(stage));
        list.push_back(rollingProperty());
        return list;
    }
    static std::vector<SocketDescriptor> sockets() {
        return bodyPairSockets("The body that carries the plane", "The body that carries the ellipsoid");
    }
    static Parameters readParameters(const ElementInputs& in) {
        return {readContactPlane(in),
                {Rotation::fromBodyXYZ(in.vec3("orientation2")), in.station("body2", "point2")},
                in.vec3("radii")};
    }

    explicit EllipsoidOnPlaneContactConstraint(const ElementInputs& in)
        : ContactConstraint(in, readParameters(in), in.boolean("enforceRolling")) {}

    Real separation(const ConstraintKinematics& k, const Parameters& p) const {
        const PointPair pair = points(k, p);
        const Support support(*this, k, p);
        return support.normal.dot(Vec3(pair.p2 - pair.p1)) - support.height;
    }
    ContactFrame frame(const ConstraintKinematics& k, const Parameters& p) const {
        const PointPair pair = points(k, p);
        const Support support(*this, k, p);
        ContactFrame c = fixedToFirstBody(k, k.X_GB(getFirstBody()).R() * p.planeFrame.R());
        const Vec3 arm = support.scaled / support.height, armInG = support.R_GE * arm;
        c.p = pair.p2 - armInG;
        if (k.velocity) {
            const Vec3& w = k.V_GB(getSecondBody())[0];
            const Vec3 turning = ~support.R_GE * Vec3(c.zdot - w.cross(c.z));
            const Vec3 travel =
                (p.radii.cwiseProduct(p.radii).cwiseProduct(turning) - arm * arm.dot(turning)) / support.height;
            c.pdot = pair.v2 - w.cross(armInG) - support.R_GE * travel;
        }
        return c;
    }
    void appendGeometry(const ConstraintKinematics& k, const AbstractValue* value, Real size,
                        std::vector<DecorativeGeometry>& out) const override {
        const Parameters& p = get(value);
        const ContactFrame c = frame(k, p);
        appendContactGlyph(c, size, out);
        appendPlaneGlyph(Transform(c.pose().R(), Vec3(c.p - separation(k, p) * c.z)), size, out);
        // Draw a disk as thin as remains visible.
        const Vec3 shown = p.radii.cwiseMax(0.02 * p.radii.maxCoeff());
        out.push_back(DecorativeGeometry(decor::Ellipsoid{shown})
                          .setTransform(k.X_GB(getSecondBody()) * p.ellipsoidFrame)
                          .setOpacity(0.25));
    }

private:
    /// Support of the shape toward the plane.
    struct Support {
        Rotation R_GE;
        /// Normal of the plane in G; D^2 z_E; distance s of the tangent plane.
        Vec3 normal, scaled;
        Real height;
        Support(const EllipsoidOnPlaneContactConstraint& me, const ConstraintKinematics& k, const Parameters& p)
            : R_GE(k.X_GB(me.getSecondBody()).R() * p.ellipsoidFrame.R()),
              normal(k.X_GB(me.getFirstBody()).R() * Vec3(p.planeFrame.R().col(2))) {
            const Vec3 z_E = ~R_GE * normal;
            scaled = p.radii.cwiseProduct(p.radii).cwiseProduct(z_E);
            // A disk that lies flat has no lowest point: use its center.
            height = std::max(std::sqrt(z_E.dot(scaled)), nearlyFlat * p.radii.maxCoeff());
        }
    };
    /// Relative to the largest radius.
    static constexpr Real nearlyFlat = 1e-12;

    PointPair points(const ConstraintKinematics& k, const Parameters& p) const {
        return {k, getFirstBody(), p.planeFrame.p(), getSecondBody(), p.ellipsoidFrame.p()};
    }
};

}  // namespace trammel
