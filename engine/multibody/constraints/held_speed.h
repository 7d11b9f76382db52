// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "multibody/constraint.h"

namespace trammel {

/// One generalized speed of a joint, as constraints on a speed or its derivative name it.
class HeldSpeed {
public:
    static PropertyDescriptor property() {
        return PropertyDescriptor::integer("coordinate", "Coordinate", 0, "Index of the joint's speed, from 0.")
            .min(0)
            .max(5);
    }
    /// @param held "speed" or "acceleration"
    static std::vector<SocketDescriptor> sockets(const std::string& held) {
        return {{"joint", "Joint", "The joint whose " + held + " is held.", {"joint"}, false}};
    }

    explicit HeldSpeed(const ElementInputs& in) : body_(in.mobilizer("joint")), which_(int(in.integer("coordinate"))) {}

    MobilizedBodyIndex body() const { return body_; }
    /// Its place among all speeds. An index beyond the joint's speeds selects the last one; compilation reports it.
    int slot(const ConstraintKinematics& k) const {
        const TreeNode& node = k.node(body_);
        return node.uStart + std::min(which_, node.nu - 1);
    }
    /// A ring about the joint.
    DecorativeGeometry ring(const ConstraintKinematics& k, Real radius, Real thickness) const {
        return DecorativeGeometry(decor::Torus{radius, thickness})
            .setTransform(k.position.bodies[std::size_t(int(body_))].jointPose());
    }

private:
    MobilizedBodyIndex body_;
    int which_;
};

}  // namespace trammel
