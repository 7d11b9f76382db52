// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "math/rotation.h"

namespace trammel::ui {

/// Named directions to look from. The world is y-up: Front looks along -z, Top along -y.
enum class StandardView { Front, Back, Left, Right, Top, Bottom, Iso };

/// The plane through the origin that the grid lies in: XZ is the ground, XY suits planar mechanisms.
enum class GridPlane { XZ, XY, YZ, None };

/// Where the camera stands. It looks from @p distance (m) away at @p focus, always with y up.
struct CameraPose {
    Vec3 focus{0., 0., 0.};
    Real distance = 5;
    /// Angle about the world's y axis, rad; 0 looks along -z, positive moves the eye towards +x.
    Real yaw = 0;
    /// Height angle of the eye over the horizon, rad, in [-pi/2, pi/2].
    Real pitch = 0;
    bool orthographic = false;
};

/// A plane that cuts bodies open: of them nothing is seen where normal · p > offset.
struct SectionPlane {
    bool on = false;
    /// In the world, of unit length.
    Vec3 normal{1., 0., 0.};
    /// m
    Real offset = 0;

    bool cutsAway(const Vec3& p_G) const { return on && normal.dot(p_G) > offset; }
};

}  // namespace trammel::ui
