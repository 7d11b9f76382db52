// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <osg/Group>
#include <vector>

#include "base/element_id.h"
#include "ui/viewport/camera_rig.h"

namespace trammel::ui {

/// Something under a pixel.
struct PickHit {
    /// None for decorations that stand for nothing.
    ElementId element;
    Vec3 point_G;
    /// Along the line of sight, m; lines are reckoned a little nearer than they are, so that they win over faces.
    Real depth;
};

/// What lies under a pixel, nearest first, each element once. Lines and points are hit within a few pixels.
///
/// Needs no graphics context. Logical pixels; no device pixels anywhere.
std::vector<PickHit> pickAll(osg::Group& scene, const CameraRig& rig, const Vec2& pixel);

}  // namespace trammel::ui
