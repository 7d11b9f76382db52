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
    /// The joint, constraint or body it belongs to; invalid for Ground's origin.
    ElementId element;
    /// Priority of coincident features: the lowest wins.
    int rank = 0;
    /// Rank of a surface under the pointer, after all points and lines.
    static constexpr int SurfaceRank = 1000;
    bool isSurface() const { return rank == SurfaceRank; }
    /// True for joints, closures and ends of bodies: points of a linkage drawn as a skeleton.
    bool isPivot() const { return rank <= 1; }
    /// Ends of an axis or edge: any point between them can be snapped to.
    std::optional<std::pair<Vec3, Vec3>> line_G = std::nullopt;
    /// Direction of an edge or axis; axis of a hole; outward normal of a surface.
    std::optional<Vec3> direction_G = std::nullopt;
    /// True on the surface of a body's drawing, which a nearer surface may hide; false for points inside it.
    bool onSurface = false;
};

/// All snap points in the pose of @p state (requires Position): Ground's origin, joints, closures, ends and centers of
/// mass of bodies, corners, edges, holes and face centers of their geometry, and axes of joints, bars and cylinders.
/// Sorted by rank.
std::vector<Feature> findFeatures(const CompiledModel& model, const State& state);

/// True if a body spans from its origin to its tip, like a bar; false for one about its origin, like a box or a wheel.
bool isLink(const Document& document, ElementId body);

/// Unit normal of the plane in which all joints move, in the pose of @p state (needs Position); empty if the mechanism is
/// spatial or has no rotation. Bodies that only float are ignored.
std::optional<Vec3> findPlaneNormal(const CompiledModel& model, const State& state);

}  // namespace trammel
