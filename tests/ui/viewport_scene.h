// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "decoration/decorative_geometry.h"

namespace trammel::ui {

/// Elements of the scene below.
namespace demo {
inline constexpr ElementId ground{1}, crank{2}, coupler{3}, rocker{4}, crankPin{5}, spring{6}, force{7}, trace{8},
    label{9};
inline constexpr int crankBody = 1, couplerBody = 2, rockerBody = 3;
inline constexpr Real crankLength = 0.10, couplerLength = 0.28, rockerLength = 0.22, groundLength = 0.30;
}  // namespace demo

/// X_GB of the four bodies at crank angle @p angle.
std::vector<Transform> fourBarPoses(Real angle);

/// The traced coupler point in the world.
Vec3 tracePoint(Real angle);

/// A four-bar linkage with one of each kind of decoration.
Scene fourBarScene(Real angle);

/// One body element behind another, seen from the front.
Scene twoBricksInARow();

/// Rows of @p count bars with a pin each, moved by @p shift, m.
Scene manyBodies(int count, Real shift);

}  // namespace trammel::ui
