// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "math/rotation.h"

namespace trammel::ui {

/// Standard view directions. The world is y-up: Front looks along -z, Top along -y.
enum class StandardView { Front, Back, Left, Right, Top, Bottom, Iso };

/// Grid plane through the origin: XZ is the ground, XY suits planar mechanisms.
enum class GridPlane { XZ, XY, YZ, None };

/// Camera pose: looks at @p focus from @p distance, m, with y up.
struct CameraPose {
    Vec3 focus{0., 0., 0.};
    Real distance = 5;
    /// Angle about the world y axis, rad; 0 looks along -z, positive moves the camera toward +x.
    Real yaw = 0;
    /// Elevation of the camera above the horizon, rad, in [-pi/2, pi/2].
    Real pitch = 0;
    bool orthographic = false;
};

/// Section plane: bodies are clipped where normal · p > offset.
struct SectionPlane {
    bool on = false;
    /// Unit vector in the world.
    Vec3 normal{1., 0., 0.};
    /// m
    Real offset = 0;

    bool cutsAway(const Vec3& p_G) const { return on && normal.dot(p_G) > offset; }
};

}  // namespace trammel::ui
