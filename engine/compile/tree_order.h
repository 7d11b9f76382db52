// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/element_id.h"

namespace trammel {

/// A joint as a connection of two bodies.
struct TreeJoint {
    /// Invalid: Ground.
    ElementId parent, child;
    /// The loop is to be cut here, if it is one.
    bool cutsLoop = false;
};

/// A body of the multibody tree, and the joint that carries it; none: it floats.
struct TreeBody {
    std::size_t body;
    std::optional<std::size_t> joint;
};

/// Each body once, after the body that carries it; elements are named by their positions in @p bodies and @p joints.
///
/// The first joint that connects a body to the tree carries it; every other one closes a loop. Bodies are taken in
/// order, repeatedly, as long as joints that do not cut a loop reach any; then the first one that a cutting joint
/// reaches; otherwise the first remaining one floats. Effort: n log n.
///
/// **Source:** derived here.
std::vector<TreeBody> orderTree(std::span<const ElementId> bodies, std::span<const TreeJoint> joints);

}  // namespace trammel
