// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "authoring/link_edit.h"

namespace trammel {

/// A plate to be drawn through points.
struct PlateDraft {
    struct Corner {
        Vec3 point_G = Vec3(0.);
        /// The place to which the plate is pinned here; empty for a free corner.
        std::optional<Place> joined = std::nullopt;
        /// True if the plate has a hole here.
        bool hasHole = true;
    };
    std::vector<Corner> corners;
    /// Normal of the plate, and axis of the pins. A plate through points in space gets the normal of their plane.
    Vec3 axis_G = Vec3(0, 0, 1);
    /// Unit in which border, thickness and holes are round, m.
    Real sizeUnit = 1;
};

/// Result of drawing a plate.
struct PlateEdit {
    Edit edit;
    ElementId plate;
    /// The edited document, compiled.
    CompiledModelPtr model;
    /// Description: "Pin to Ground; Pin to Crank, closed with Point on line (2 equations)"; empty for a free plate.
    std::string summary;
};

/// Adds a steel plate with round ends about its corners, or with the corners on its edge if none of three or more has a hole,
/// pinned where they are joined: the first joined corner carries it, each
/// further one closes a loop as addLink() does or carries a floating body. Its frame is at the first corner, parallel to
/// Ground's axes in a plane along z. Links of a mechanism share width and thickness, and a plate lies in a free layer
/// (see calcLayerShift()). Corners off the plane along the axis by more than the layers of all bodies are points in
/// space: then the plate goes through them. Fails with fewer than two corners, for an outline that crosses itself, if
/// corners in space are not in one plane, and if two corners are joined to one body.
///
/// @param current the compiled document; its initial pose is the one drawn in
Result<PlateEdit> addPlate(const Document& document, const CompiledModelPtr& current, const PlateDraft& draft);

/// Preview of the plate, in Ground; fails like addPlate(). Cheap enough for every mouse move.
Result<std::vector<DecorativeGeometry>> drawPlate(const Document& document, const CompiledModelPtr& current,
                                                  const PlateDraft& draft);

}  // namespace trammel
