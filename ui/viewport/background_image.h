// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>

#include "base/element_id.h"
#include "math/rotation.h"

namespace trammel::ui {

/// An image in the scene, visible from both sides and drawn behind everything nearer.
struct BackgroundImage {
    QImage image;
    /// Frame at its lower left corner: x along its width, y along its height.
    Transform X_GI;
    /// Width and height, m.
    Vec2 size{1, 1};
    Real opacity = 1;
    ElementId element = {};
};

}  // namespace trammel::ui
