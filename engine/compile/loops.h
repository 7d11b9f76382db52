// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "compile/place.h"

namespace trammel {

/// The property of joints by which a loop is cut at one of them.
inline constexpr const char* cutsLoopKey = "cutsLoop";

/// Where a loop is closed: two places that come together, and the axis about which they may turn.
struct Meeting {
    Place first, second;
    Vec3 axis_G{0, 0, 1};
};

/// The two places joined by @p closure at @p state (needs Position); none if it does not join two points of bodies.
std::optional<Meeting> findMeeting(const CompiledModel& model, const State& state, ElementId closure);

/// The joints from Ground, or from where the tree of bodies branches, to the two bodies that @p closure joins, in the order
/// from there. Both empty for an element that closes no loop.
struct LoopSides {
    std::vector<ElementId> first, second;
};
LoopSides findLoop(const CompiledModel& model, ElementId closure);

}  // namespace trammel
