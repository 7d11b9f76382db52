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
    /// Of the surface, outwards; zero for lines and points.
    Vec3 normal_G{0., 0., 0.};
};

/// What lies under a pixel, nearest first, each element once. Lines and points are hit within a few pixels.
///
/// What @p section cuts away is not there. Needs no graphics context. Logical pixels; no device pixels anywhere.
std::vector<PickHit> pickAll(osg::Group& scene, const CameraRig& rig, const Vec2& pixel,
                             const SectionPlane& section = {});

}  // namespace trammel::ui
