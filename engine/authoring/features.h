// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "compile/place.h"

namespace trammel {

/// A point of the model that people aim at.
struct Feature {
    /// "tip of Crank", "Crank pin".
    std::string name;
    Place place;
    Vec3 position_G{0.};
    /// The joint, constraint or body it belongs to; none for Ground's origin.
    ElementId element;
    /// What is meant where several coincide: the smallest.
    int rank = 0;
    /// Of an axis, the ends: any point between them is meant.
    std::optional<std::pair<Vec3, Vec3>> line_G = std::nullopt;
    /// Of an edge's middle and of an axis, the way that it runs.
    std::optional<Vec3> direction_G = std::nullopt;
};

/// All points to aim at, in the pose of @p state (needs Position): Ground's origin, joints, closures, ends and centers of mass
/// of bodies, corners, edge middles and face centers of what is drawn of them, and axes: of joints that turn or slide about one,
/// of bars and of cylinders. Those of lower rank come first.
std::vector<Feature> findFeatures(const CompiledModel& model, const State& state);

}  // namespace trammel
