// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/constraints/plane_contact.h"

namespace trammel {

/// A point of the second body stays in a plane of the first and does not slip along it. See PlaneContact.
class PointOnPlaneContactConstraint : public PlaneContact<PointOnPlaneContactConstraint> {
public:
    static constexpr const char* key = "pointOnPlaneContact";
    static constexpr const char* label = "Point on plane contact";
    static constexpr const char* doc =
        "A point of the second body touches a plane of the first and does not slip on it: a foot on the ground.";
    static constexpr const char* reference =
        "Height above the plane as one holonomic equation, the velocity of the point along the tangents x and y of the "
        "plane as two nonholonomic ones; so the point may be anywhere in the plane, but stays there. Multipliers: the "
        "force (N) on the second body along the normal, x and y, negated. It pulls as well as pushes, and holds "
        "however "
        "large the tangential force is.";
    static constexpr const char* choose =
        "For a foot, a pointed end or a wheel's edge that stays put on a plane while it is loaded. It pulls as "
        "well: disable it, or take a force with friction, where it can lift or slip.";
    static TypeSample sample() { return {.plugged = {{"body1", ""}}, .position = Vec3(0.)}; }

    static std::vector<PropertyDescriptor> properties() {
        std::vector<PropertyDescriptor> list = contactPlaneProperties(stage);
        appendPointProperties(list, "point2", "Contact point", "The point of the second body that touches.", stage);
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
