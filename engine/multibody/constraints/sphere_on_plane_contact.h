// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/constraints/plane_contact.h"

namespace trammel {

/// A sphere of the second body touches a plane of the first, and rolls or slips freely. See PlaneContact.
class SphereOnPlaneContactConstraint : public PlaneContact<SphereOnPlaneContactConstraint> {
public:
    static constexpr const char* key = "sphereOnPlaneContact";
    static constexpr const char* label = "Sphere on plane contact";
    static constexpr const char* doc =
        "A sphere of the second body touches a plane of the first and rolls, or slides without friction.";
    static constexpr const char* reference =
        "`perr = n·(center - plane point) - radius`; rolling adds two nonholonomic equations, the velocity of the "
        "sphere's lowest point along the tangents x and y of the plane. Multipliers: the negated force (N) on the "
        "sphere along the normal, x and y. The force is bilateral, and friction is unlimited.";
    static constexpr const char* choose =
        "For balls and rounded feet that roll or slide without friction on a flat surface and never leave it. If they "
        "can lift off, use a contact force.";
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
