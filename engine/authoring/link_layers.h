// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <vector>

#include "compile/place.h"
#include "decoration/decorative_geometry.h"
#include "math/isometry.h"

namespace trammel {

/// A flat body, such as a link or a plate, to be laid across pins.
struct LaidBody {
    /// Its solids in frame B, whose z axis is along the pins.
    std::vector<DecorativeGeometry> geometry;
    /// Its pose with its middle plane through the first pin.
    Transform X_GB;
    Real thickness = 0;
    /// Where it is pinned; the body of the first place carries it.
    std::vector<Place> pins = {};
};

/// Free space between stacked bodies relative to the thickness of the last one.
constexpr Real clearancePerThickness = 0.25;

/// The shift of @p laid along z of its frame after which it overlaps neither the flat bodies that it covers in the
/// initial pose of @p model, nor those at its pins, whose axes stay: above a flat body that carries it, on the face of
/// its first pin, beside a thick body that it would penetrate, if all joints move in its plane and half its own length
/// reaches out, or else unchanged. If that space is taken, the nearest free layer; of two, the one nearer to Ground's
/// origin. A body is flat if it has a thickness along z, or is at most half as deep as wide.
Real calcLayerShift(const CompiledModel& model, const LaidBody& laid);

/// The step that puts the images of @p elements withConnections() by @p motions into layers of their own; the first
/// image is moved by one step, the next by two, and so on. It is the least step with which no image of a link or plate
/// overlaps a link or plate, along z of the first of them; 0 unless all of them are flat along it and all motions keep
/// its direction. Images are compared with all existing bodies, not with each other: images of a pattern relate to each
/// other as to the original.
Vec3 calcLayerStep(const CompiledModel& model, const std::set<ElementId>& elements,
                   const std::vector<Isometry>& motions);

}  // namespace trammel
