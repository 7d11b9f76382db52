// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/constraints/body_pair_sockets.h"
#include "multibody/constraints/contact_constraint.h"

namespace trammel {

struct SphereOnSphereContactParameters {
    Vec3 center1, center2;
    Real radius1, radius2;
    friend bool operator==(const SphereOnSphereContactParameters&, const SphereOnSphereContactParameters&) = default;
    static auto valueFields(auto& self) { return std::tie(self.center1, self.center2, self.radius1, self.radius2); }
};

/// A sphere of the second body touches one of the first externally, and rolls or slips freely.
///
///   perr = |d| - r1 - r2,  d = c2 - c1,  z = d/|d|,  p = c1 + r1/(r1 + r2) d,  x any perpendicular of z, y = z × x
///
/// Between separated spheres p divides the gap symmetrically.
class SphereOnSphereContactConstraint
    : public ContactConstraint<SphereOnSphereContactConstraint, SphereOnSphereContactParameters> {
public:
    static constexpr const char* key = "sphereOnSphereContact";
    static constexpr const char* label = "Sphere on sphere contact";
    static constexpr const char* doc =
        "A sphere of the second body touches a sphere of the first and rolls, or slides without friction.";
    static constexpr const char* reference =
        "`perr = distance of the centers - radius1 - radius2`; rolling adds two nonholonomic equations, the slip along "
        "two tangents. Multipliers: the negated force (N) on the second sphere along the line of centers and the "
        "tangents. The tangents are arbitrary perpendiculars and not continuous in the pose. The force is bilateral. "
        "Singular for coincident centers, where x of Ground serves as normal.";
    static constexpr const char* choose =
        "For a ball that rolls or slides on another, as in bearings and cams with round followers. Contact is "
        "permanent.";
    static TypeSample sample() {
        return {.properties = {{"point1Anchor", "origin"}},
                .plugged = {{"body1", "sphere"}, {"body2", "sphere"}},
                .position = Vec3(0.12, 0.1, -0.12)};
    }

    static std::vector<PropertyDescriptor> properties() {
        std::vector<PropertyDescriptor> list;
        const auto sphere = [&list](const std::string& number, const std::string& which) {
            appendPointProperties(list, "point" + number, "Center on the " + which,
                                  "Center of the sphere on the " + which + ".", stage);
            list.push_back(PropertyDescriptor::real("radius" + number, "Radius on the " + which, Quantity::Length, 0.1,
                                                    "Radius of the sphere on the " + which + ".")
                               .above(0)
                               .at(stage));
        };
        sphere("1", "first body");
        sphere("2", "second body");
        list.push_back(rollingProperty());
        return list;
    }
    static std::vector<SocketDescriptor> sockets() {
        return bodyPairSockets("The body that carries the first sphere", "The body that carries the second sphere");
    }
    static Parameters readParameters(const ElementInputs& in) {
        return {in.station("body1", "point1"), in.station("body2", "point2"), in.real("radius1"), in.real("radius2")};
    }

    explicit SphereOnSphereContactConstraint(const ElementInputs& in)
        : ContactConstraint(in, readParameters(in), in.boolean("enforceRolling")) {}

    Real separation(const ConstraintKinematics& k, const Parameters& p) const {
        const PointPair pair = points(k, p);
        return Vec3(pair.p2 - pair.p1).norm() - p.radius1 - p.radius2;
    }
    ContactFrame frame(const ConstraintKinematics& k, const Parameters& p) const {
        const PointPair pair = points(k, p);
        const Vec3 d = pair.p2 - pair.p1;
        const bool known = k.velocity, coincident = d.norm() <= nearlyTouching;
        const Vec3 ddot = known && !coincident ? Vec3(pair.v2 - pair.v1) : Vec3(0.);
        const TurningDirection z(coincident ? Vec3(1, 0, 0) : d, ddot);
        // The reference for x is the axis of the common ancestor body that is least aligned with z.
        const MobilizedBodyIndex ancestor = findCommonAncestor(k.tree, getFirstBody(), getSecondBody());
        const Rotation& R_GA = k.X_GB(ancestor).R();
        int least = 0;
        (~R_GA * z.n).cwiseAbs().minCoeff(&least);
        const Vec3 e = R_GA.col(least), edot = known ? Vec3(k.V_GB(ancestor)[0].cross(e)) : Vec3(0.);
        const TurningDirection x(Vec3(z.n.cross(e)), Vec3(z.ndot.cross(e) + z.n.cross(edot)));
        const Real share = p.radius1 / (p.radius1 + p.radius2);
        ContactFrame c;
        c.p = pair.p1 + share * d;
        c.x = x.n;
        c.y = z.n.cross(x.n);
        c.z = z.n;
        if (known) {
            c.pdot = pair.v1 + share * (pair.v2 - pair.v1);
            c.xdot = x.ndot;
            c.ydot = z.ndot.cross(x.n) + z.n.cross(x.ndot);
            c.zdot = z.ndot;
        }
        return c;
    }
    void appendGeometry(const ConstraintKinematics& k, const AbstractValue* value, Real size,
                        std::vector<DecorativeGeometry>& out) const override {
        const Parameters& p = get(value);
        const PointPair pair = points(k, p);
        appendContactGlyph(frame(k, p), size, out);
        out.push_back(DecorativeGeometry(decor::Sphere{p.radius1}).setTransform(pair.p1).setOpacity(0.25));
        out.push_back(DecorativeGeometry(decor::Sphere{p.radius2}).setTransform(pair.p2).setOpacity(0.25));
    }

private:
    /// Below this distance (m) the line of centers is undefined.
    static constexpr Real nearlyTouching = 1e-12;
    PointPair points(const ConstraintKinematics& k, const Parameters& p) const {
        return {k, getFirstBody(), p.center1, getSecondBody(), p.center2};
    }
};

}  // namespace trammel
