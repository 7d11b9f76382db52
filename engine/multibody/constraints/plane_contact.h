// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/constraints/body_pair_sockets.h"
#include "multibody/constraints/contact_constraint.h"

namespace trammel {

/// The plane of a contact: properties point1, normal and tangent, in the first body.
inline std::vector<PropertyDescriptor> contactPlaneProperties(Stage stage) {
    std::vector<PropertyDescriptor> list;
    appendPointProperties(list, "point1", "Point of the plane", "Any point of the plane, on the first body.", stage);
    list.push_back(PropertyDescriptor::direction("normal", "Plane normal", Vec3(0, 1, 0),
                                                 "Normal of the plane in the first body, toward the second body.")
                       .at(stage));
    list.push_back(
        PropertyDescriptor::direction("tangent", "Tangent", Vec3(1, 0, 0), "Direction of the first tangential force.")
            .at(stage));
    return list;
}
/// In the first body: a point of the plane, its normal z and tangents x and y.
inline Transform readContactPlane(const ElementInputs& in) {
    return {Rotation::withZX(in.vec3("normal"), in.vec3("tangent")), in.station("body1", "point1")};
}

struct PlaneContactParameters {
    /// In the first body: a point of the plane, its normal z and tangents x and y.
    Transform planeFrame;
    /// In the second body; radius 0 for a point.
    Vec3 center;
    Real radius;
    friend bool operator==(const PlaneContactParameters&, const PlaneContactParameters&) = default;
    static auto valueFields(auto& self) { return std::tie(self.planeFrame, self.center, self.radius); }
};

/// A sphere or point of the second body on a plane of the first. The contact point is the lowest point of the sphere.
///
///   perr = z·(center - plane point) - radius,  p = center - radius z,  x, y, z fixed to the first body
template <class C>
class PlaneContact : public ContactConstraint<C, PlaneContactParameters> {
public:
    using Base = ContactConstraint<C, PlaneContactParameters>;
    using Parameters = PlaneContactParameters;
    using Base::Base;

    Real separation(const ConstraintKinematics& k, const Parameters& p) const {
        const PointPair pair = points(k, p);
        return normal(k, p).dot(Vec3(pair.p2 - pair.p1)) - p.radius;
    }
    ContactFrame frame(const ConstraintKinematics& k, const Parameters& p) const {
        const PointPair pair = points(k, p);
        ContactFrame c = this->fixedToFirstBody(k, k.X_GB(this->getFirstBody()).R() * p.planeFrame.R());
        c.p = pair.p2 - p.radius * c.z;
        if (k.velocity) c.pdot = pair.v2 - p.radius * c.zdot;
        return c;
    }
    void appendGeometry(const ConstraintKinematics& k, const AbstractValue* value, Real size,
                        std::vector<DecorativeGeometry>& out) const override {
        const Parameters& p = Base::get(value);
        const ContactFrame c = frame(k, p);
        Base::appendContactGlyph(c, size, out);
        // The patch lies in the plane, regardless of the sphere's height.
        Base::appendPlaneGlyph(Transform(c.pose().R(), Vec3(c.p - separation(k, p) * c.z)), size, out);
        if (p.radius > 0)
            out.push_back(
                DecorativeGeometry(decor::Sphere{p.radius}).setTransform(Vec3(c.p + p.radius * c.z)).setOpacity(0.25));
    }

private:
    Vec3 normal(const ConstraintKinematics& k, const Parameters& p) const {
        return k.X_GB(this->getFirstBody()).R() * Vec3(p.planeFrame.R().col(2));
    }
    PointPair points(const ConstraintKinematics& k, const Parameters& p) const {
        return {k, this->getFirstBody(), p.planeFrame.p(), this->getSecondBody(), p.center};
    }
};

}  // namespace trammel
