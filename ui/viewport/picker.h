// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <osg/Group>
#include <vector>

#include "ui/viewport/camera_rig.h"
#include "ui/viewport/pick_hit.h"

namespace trammel::ui {

/// Elements under a pixel, nearest first, each once. Lines and points are hit within a few pixels.
///
/// Ignores geometry clipped by @p section. Needs no graphics context. Logical pixels throughout.
std::vector<PickHit> pickAll(osg::Group& scene, const CameraRig& rig, const Vec2& pixel,
                             const SectionPlane& section = {});

}  // namespace trammel::ui
