// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "compile/place.h"

namespace trammel {

/// A snap point of the model.
struct Feature {
    /// "tip of Crank", "Crank pin".
    std::string name;
    Place place;
    Vec3 position_G{0.};
    /// The joint, constraint or body it belongs to; none for Ground's origin.
    ElementId element;
    /// Priority of coincident features: the lowest wins.
    int rank = 0;
    /// Ends of an axis: any point between them can be snapped to.
    std::optional<std::pair<Vec3, Vec3>> line_G = std::nullopt;
    /// Direction of an edge or axis.
    std::optional<Vec3> direction_G = std::nullopt;
};

/// All snap points in the pose of @p state (requires Position): Ground's origin, joints, closures, ends and centers of
/// mass of bodies, corners, edge midpoints and face centers of their geometry, and axes of joints, bars and cylinders.
/// Sorted by rank.
std::vector<Feature> findFeatures(const CompiledModel& model, const State& state);

}  // namespace trammel
