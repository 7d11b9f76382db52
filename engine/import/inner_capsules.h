// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "import/solid.h"

namespace trammel {

/// A capsule inside a solid of a body, the points within radius of a segment from a to b, in Ground.
struct InnerCapsule {
    std::size_t body = 0;
    Vec3 a{0.}, b{0.};
    Real radius = 0;
};

/// The capsule in the box that has the same inertia as a solid; none without inertia.
/// @param X_G pose of the frame in which the solid is expressed
std::optional<InnerCapsule> innerCapsuleOf(std::size_t body, const Solid& solid, const Transform& X_G);

/// Distance of the segments of two capsules.
Real distanceOfSegments(const InnerCapsule& one, const InnerCapsule& two);

/// Visits pairs of capsules of different bodies that may overlap, those that do among them, until @p visit returns false.
void forEachNearPair(const std::vector<InnerCapsule>& capsules,
                     const std::function<bool(const InnerCapsule& one, const InnerCapsule& two)>& visit);

}  // namespace trammel
