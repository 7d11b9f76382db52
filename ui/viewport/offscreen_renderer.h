// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QImage>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "base/diagnostics.h"
#include "decoration/decorative_geometry.h"
#include "ui/viewport/view_types.h"

namespace trammel::ui {

inline constexpr DecorationRole allDecorationRoles[] = {
    DecorationRole::Body,   DecorationRole::Joint, DecorationRole::Constraint, DecorationRole::Force,
    DecorationRole::Motion, DecorationRole::Trace, DecorationRole::Annotation};

struct RenderOptions {
    /// Image size, pixels.
    int width = 1280, height = 800;
    /// Omits the background; the image then has an alpha channel.
    bool transparent = false;
    QColor top{0xf4, 0xf6, 0xf9}, bottom{0xc9, 0xd3, 0xdf};
    bool grid = true;
    /// Empty: the xy plane for a planar mechanism, else the ground plane.
    std::optional<GridPlane> gridPlane;
    bool axes = true;
    bool shadows = false;
    SectionPlane section;
    /// Height of the floor that receives shadows, m; Infinity: below the lowest point in the image.
    Real floor = Infinity;
    /// X_GB by instant and body: other poses that the floor must stay below.
    std::vector<std::vector<Transform>> otherPoses;
    /// Roles to omit.
    std::set<DecorationRole> hiddenRoles;
    /// Pixels per logical pixel, for line widths and text sizes.
    double pixelRatio = 1;
    /// Up axis of the default direction.
    UpAxis up = UpAxis::Y;
    /// Empty: frame everything from a default direction.
    std::optional<CameraPose> camera;
};

/// Renders images without display or window, with the code of the on-screen view, and reuses GPU resources between
/// images.
///
/// Usable from any thread, one call at a time. Replaces the thread's current OpenGL context. Text requires a
/// QGuiApplication (any platform, e.g. "offscreen") and is omitted without one.
class OffscreenRenderer {
public:
    OffscreenRenderer();
    ~OffscreenRenderer();
    OffscreenRenderer(const OffscreenRenderer&) = delete;
    OffscreenRenderer& operator=(const OffscreenRenderer&) = delete;

    /// Fails without OpenGL, or for sizes that are not positive or too large.
    Result<QImage> draw(const Scene& scene, const RenderOptions& options = {});

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

/// Renders a single image; see OffscreenRenderer.
Result<QImage> renderScene(const Scene& scene, const RenderOptions& options = {});

/// Renders several instants of one mechanism with one camera.
Result<std::vector<QImage>> renderScenes(const std::vector<Scene>& scenes, const RenderOptions& options = {});

}  // namespace trammel::ui
