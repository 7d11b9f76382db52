// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/constraints/plane_contact.h"

namespace trammel {

/// A sphere of the second body touches a plane of the first, and rolls on it or slips freely. See PlaneContact.
class SphereOnPlaneContactConstraint : public PlaneContact<SphereOnPlaneContactConstraint> {
public:
    static constexpr const char* key = "sphereOnPlaneContact";
    static constexpr const char* label = "Sphere on plane contact";
    static constexpr const char* doc =
        "A sphere of the second body touches a plane of the first and rolls on it, or slips without friction.";
    static constexpr const char* reference =
        "`perr = n·(center - plane point) - radius`; with rolling two nonholonomic equations more, the velocity of the "
        "sphere's lowest point along the tangents x and y of the plane. Multipliers: the force (N) on the sphere along "
        "the normal, x and y, negated. It pulls as well as pushes, and rolls however large the tangential force is.";
    static constexpr const char* choose =
        "For balls and rounded feet that roll on a flat surface, or glide on it without friction, and never leave "
        "it. Where they can lift off take a force instead.";
    static TypeSample sample() {
        return {.plugged = {{"body1", ""}, {"body2", "sphere"}}, .position = Vec3(0, 0.1, 0)};
    }

    static std::vector<PropertyDescriptor> properties() {
        std::vector<PropertyDescriptor> list = contactPlaneProperties(stage);
        appendPointProperties(list, "point2", "Sphere center", "Center of the sphere, on the second body.", stage);
        list.push_back(PropertyDescriptor::real("radius", "Radius", Quantity::Length, 0.1, "Radius of the sphere.")
                           .above(0)
                           .at(stage));
        list.push_back(rollingProperty());
        return list;
    }
    static std::vector<SocketDescriptor> sockets() {
        return bodyPairSockets("The body that carries the plane", "The body that carries the sphere");
    }
    static Parameters readParameters(const ElementInputs& in) {
        return {readContactPlane(in), in.station("body2", "point2"), in.real("radius")};
    }

    explicit SphereOnPlaneContactConstraint(const ElementInputs& in)
        : PlaneContact(in, readParameters(in), in.boolean("enforceRolling")) {}
};

}  // namespace trammel
