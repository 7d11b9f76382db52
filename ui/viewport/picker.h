// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <osg/Group>
#include <vector>

#include "base/element_id.h"
#include "ui/viewport/camera_rig.h"

namespace trammel::ui {

/// A pick result.
struct PickHit {
    /// Invalid for decorations without an element.
    ElementId element;
    Vec3 point_G;
    /// Depth along the line of sight, m; lines are moved slightly forward so that they win over faces.
    Real depth;
    /// Outward surface normal; zero for lines and points.
    Vec3 normal_G{0., 0., 0.};
};

/// Elements under a pixel, nearest first, each once. Lines and points are hit within a few pixels.
///
/// Ignores geometry clipped by @p section. Needs no graphics context. Logical pixels throughout.
std::vector<PickHit> pickAll(osg::Group& scene, const CameraRig& rig, const Vec2& pixel,
                             const SectionPlane& section = {});

}  // namespace trammel::ui
