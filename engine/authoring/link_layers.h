// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <vector>

#include "compile/place.h"
#include "decoration/decorative_geometry.h"
#include "math/isometry.h"

namespace trammel {

/// A flat body, such as a link or a plate, that is about to be laid across pins.
struct LaidBody {
    /// Its solids in frame B, whose z axis is along the pins.
    std::vector<DecorativeGeometry> geometry;
    /// Its pose with its middle plane through the first pin.
    Transform X_GB;
    Real thickness = 0;
    /// Where it is pinned; the body of the first place carries it.
    std::vector<Place> pins = {};
};

/// Free space between stacked bodies relative to the thickness of the one laid last.
constexpr Real clearancePerThickness = 0.25;

/// How far @p laid is to be moved along z of its frame so that it lies neither in the flat bodies that it covers in the initial
/// pose of @p model, nor in those at its pins, whose axes stay: above a flat body that carries it, on the face that its first
/// pin is on, or else where it is. If that space is taken, in the nearest free layer; of two, the one nearer to Ground's origin.
/// A body is flat if it has a thickness along z, or is at most half as deep as wide.
Real calcLayerShift(const CompiledModel& model, const LaidBody& laid);

/// How far the images by @p motion of the links and plates among @p bodies are to be moved along the unit vector @p axis_G so
/// that they lie in no link or plate: the least distance. 0 unless all of these bodies are flat along the axis.
Real calcLayerShift(const CompiledModel& model, const std::set<ElementId>& bodies, const Isometry& motion,
                    const Vec3& axis_G);

}  // namespace trammel
