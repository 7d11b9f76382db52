// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "math/spatial.h"

namespace trammel::ui {

/// A point that moves with a body.
struct BodyPoint {
    int body;
    Vec3 p_B;
};

/// Places of points, at poses X_GB by body, that lie outside a convex region. The box around all places of a body is tested
/// first, so that most points are not looked at. Bodies beyond the poses are left out.
/// @param contains without a value where it is not known, such as behind a camera: such places are not found
std::vector<Vec3> findPointsOutside(const std::vector<BodyPoint>& points,
                                    const std::vector<std::vector<Transform>>& poses,
                                    const std::function<std::optional<bool>(const Vec3&)>& contains);

/// Diagonal of the bounding box of all places of points, m; 0 without any. Of many places, that of the balls about the points
/// of each body: larger by no more than these.
Real findExtent(const std::vector<BodyPoint>& points, std::span<const std::vector<Transform>> poses);

}  // namespace trammel::ui
