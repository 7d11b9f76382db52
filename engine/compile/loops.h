// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "compile/place.h"

namespace trammel {

/// Key of the joint property that selects a cut joint.
inline constexpr const char* cutsLoopKey = "cutsLoop";

/// Where a loop is closed: two coincident places, and the axis of relative rotation.
struct ClosureSite {
    Place first, second;
    Vec3 axis_G{0, 0, 1};
};

/// The two places connected by @p closure at @p state (requires Position); none if it does not connect two points of
/// bodies.
std::optional<ClosureSite> findClosureSite(const CompiledModel& model, const State& state, ElementId closure);

/// The joints from Ground, or from the branching point of the tree, to the two bodies connected by @p closure, in that
/// order. Both empty for an element that closes no loop.
struct LoopSides {
    std::vector<ElementId> first, second;
};
LoopSides findLoop(const CompiledModel& model, ElementId closure);

}  // namespace trammel
