// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QImage>
#include <optional>

#include "base/diagnostics.h"
#include "decoration/decorative_geometry.h"
#include "ui/viewport/view_types.h"

namespace trammel::ui {

struct RenderOptions {
    /// Pixels.
    int width = 1280, height = 800;
    /// Leaves out the background; the picture has an alpha channel then.
    bool transparent = false;
    QColor top{0xf4, 0xf6, 0xf9}, bottom{0xc9, 0xd3, 0xdf};
    bool grid = true;
    /// None: the xy plane for a planar mechanism, the ground otherwise.
    std::optional<GridPlane> gridPlane;
    bool axes = true;
    /// None: everything, from a pleasant side.
    std::optional<CameraPose> camera;
};

/// A picture of the scene, drawn without display and window, by the same code as the view on the screen.
///
/// Any thread, one call at a time; takes the thread's current OpenGL context away. Texts and axes' letters need a
/// QGuiApplication (on platform "offscreen", say) and are left out without one. Errors: no OpenGL on this machine,
/// sizes that are not positive or too large for it.
Result<QImage> renderScene(const Scene& scene, const RenderOptions& options = {});

}  // namespace trammel::ui
