// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "multibody/force.h"

namespace trammel {

/// The joint coordinate that a force on a mobility acts on.
class MobilitySlot {
public:
    explicit MobilitySlot(const ElementInputs& in)
        : body_(in.mobilizer("joint")), which_(int(in.integer("coordinate"))) {}

    static PropertyDescriptor coordinateProperty() {
        return PropertyDescriptor::integer("coordinate", "Coordinate", 0, "Index of the joint's coordinate, from 0.")
            .min(0)
            .max(5);
    }
    /// A number in units of that coordinate.
    static PropertyDescriptor number(const char* key, const char* label, CoordinateRole role, Real def,
                                     const char* doc) {
        return PropertyDescriptor::ofJoint(key, label, {role, "coordinate"}, def, doc);
    }
    static std::vector<SocketDescriptor> sockets() {
        return {{"joint", "Joint", "The joint the force acts on.", {"joint"}, false}};
    }

    // An index beyond the joint's coordinates selects the last one; compilation reports it.
    int u(const Tree& tree) const {
        const TreeNode& node = tree[int(body_)];
        return node.uStart + std::min(which_, std::max(0, node.nu - 1));
    }
    int q(const Tree& tree) const {
        const TreeNode& node = tree[int(body_)];
        return node.qStart + std::min(which_, std::max(0, node.nq - 1));
    }

    /// Pose of the joint, for drawing.
    Transform pose(const ForceKinematics& k) const { return k.position.bodies[std::size_t(int(body_))].jointPose(); }

private:
    MobilizedBodyIndex body_;
    int which_;
};

}  // namespace trammel
