// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/constraints/plane_contact.h"

namespace trammel {

/// A point of the second body stays in a plane of the first without slipping. See PlaneContact.
class PointOnPlaneContactConstraint : public PlaneContact<PointOnPlaneContactConstraint> {
public:
    static constexpr const char* key = "pointOnPlaneContact";
    static constexpr const char* label = "Point on plane contact";
    static constexpr const char* doc =
        "A point of the second body touches a plane of the first and does not slip: a foot on the ground.";
    static constexpr const char* reference =
        "Height above the plane as one holonomic equation, the velocity of the point along the tangents x and y of the "
        "plane as two nonholonomic ones. The initial position in the plane is arbitrary. Multipliers: the negated "
        "force (N) on the second body along the normal, x and y. The force is bilateral, and friction is unlimited.";
    static constexpr const char* choose =
        "For a foot, a pointed end or a wheel's edge that stays in place on a plane. The force is bilateral: if it can "
        "lift or slip, disable the constraint or use a contact force with friction.";
    static TypeSample sample() { return {.plugged = {{"body1", ""}}, .position = Vec3(0.)}; }

    static std::vector<PropertyDescriptor> properties() {
        std::vector<PropertyDescriptor> list = contactPlaneProperties(stage);
        appendPointProperties(list, "point2", "Contact point", "Contact point on the second body.", stage);
        return list;
    }
    static std::vector<SocketDescriptor> sockets() {
        return bodyPairSockets("The body that carries the plane", "The body that carries the point");
    }
    static Parameters readParameters(const ElementInputs& in) {
        return {readContactPlane(in), in.station("body2", "point2"), 0};
    }

    explicit PointOnPlaneContactConstraint(const ElementInputs& in) : PlaneContact(in, readParameters(in), true) {}
};

}  // namespace trammel
