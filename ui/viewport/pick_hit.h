// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/element_id.h"
#include "math/vec.h"

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

}  // namespace trammel::ui
