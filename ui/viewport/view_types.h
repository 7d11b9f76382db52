// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

#include "math/rotation.h"

namespace trammel::ui {

/// Standard view directions. With y up, Front looks along -z and Top along -y; with z up, along y and along -z.
enum class StandardView { Front, Back, Left, Right, Top, Bottom, Iso };

/// Grid plane through the origin. With y up, XZ is the ground and XY suits planar mechanisms; with z up, vice versa.
enum class GridPlane { XZ, XY, YZ, None };

/// The world axis that points up in the image.
enum class UpAxis { Y, Z };

/// Axes U of the view in the world, R_GU: y of U is up, z of U is toward a viewer in the front view.
Rotation viewAxes(UpAxis up);

/// Camera pose: looks at @p focus from @p distance, m.
struct CameraPose {
    Vec3 focus{0., 0., 0.};
    Real distance = 5;
    /// Angle about the up axis, rad; 0 is the front view, positive moves the camera toward +x.
    Real yaw = 0;
    /// Elevation of the camera above the horizon, rad, in [-pi/2, pi/2].
    Real pitch = 0;
    bool orthographic = false;
    UpAxis up = UpAxis::Y;
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

/// Work of drawing, counted.
struct DrawWork {
    /// Draw calls of merged solids in the last frame, and decorations drawn one by one.
    int drawCalls = 0, drawnAlone = 0;
    /// Merged solids drawn in the last frame, and their triangles and edges.
    std::size_t solids = 0, triangles = 0, edges = 0;
    /// Totals: meshes merged, index lists made, poses uploaded.
    long merges = 0, selections = 0, poseUploads = 0;
    /// Looks given to single decorations; those in batches keep theirs when they are selected.
    long looks = 0;
    /// Frames for which the lines of the grid were drawn.
    long gridDrawings = 0;
    /// False while traces and other lines have so many points that smooth ones would slow down the view.
    bool smoothsLines = true;
};

}  // namespace trammel::ui
