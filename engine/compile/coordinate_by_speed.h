// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "compile/named_coordinates.h"

namespace trammel {

/// Finds the coordinate whose rate is a speed.
class CoordinateBySpeed {
public:
    /// @param coordinates in order of joints; must outlive this
    explicit CoordinateBySpeed(const std::vector<NamedCoordinate>& coordinates) {
        ElementId withQuaternion;
        for (const NamedCoordinate& c : coordinates) {
            if (c.isOfQuaternion) withQuaternion = c.joint;
            if (c.joint != withQuaternion) coordinates_.emplace(std::pair(c.joint, c.index), &c);
        }
    }

    /// Null in joints with a quaternion, where coordinates and speeds are not one to one.
    const NamedCoordinate* find(const NamedSpeed& speed) const {
        const auto found = coordinates_.find(std::pair(speed.joint, speed.index));
        return found == coordinates_.end() ? nullptr : found->second;
    }

private:
    /// By joint and index in it.
    std::map<std::pair<ElementId, int>, const NamedCoordinate*> coordinates_;
};

}  // namespace trammel
