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
    /// Pixels.
    int width = 1280, height = 800;
    /// Leaves out the background; the picture has an alpha channel then.
    bool transparent = false;
    QColor top{0xf4, 0xf6, 0xf9}, bottom{0xc9, 0xd3, 0xdf};
    bool grid = true;
    /// None: the xy plane for a planar mechanism, the ground otherwise.
    std::optional<GridPlane> gridPlane;
    bool axes = true;
    bool shadows = false;
    SectionPlane section;
    /// Below which shadows fall, m; Infinity: below what is lowest in the picture.
    Real floor = Infinity;
    /// X_GB by instant and body: where else bodies will be. The floor is below that too.
    std::vector<std::vector<Transform>> otherPoses;
    /// What is left out.
    std::set<DecorationRole> hiddenRoles;
    /// Pixels to a logical pixel, by which thicknesses of lines and sizes of letters are meant.
    double pixelRatio = 1;
    /// None: everything, from a pleasant side.
    std::optional<CameraPose> camera;
};

/// Draws pictures without display and window, by the same code as the view on the screen, and keeps what the machine made
/// for one picture for the next.
///
/// Any thread, and each time another, one at a time. Takes the thread's current OpenGL context away. Texts
/// and axes' letters need a QGuiApplication (on platform "offscreen", say) and are left out without one.
class OffscreenRenderer {
public:
    OffscreenRenderer();
    ~OffscreenRenderer();
    OffscreenRenderer(const OffscreenRenderer&) = delete;
    OffscreenRenderer& operator=(const OffscreenRenderer&) = delete;

    /// Errors: no OpenGL on this machine, sizes that are not positive or too large for it.
    Result<QImage> draw(const Scene& scene, const RenderOptions& options = {});

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

/// A single picture; see OffscreenRenderer.
Result<QImage> renderScene(const Scene& scene, const RenderOptions& options = {});

/// Pictures of one mechanism at several moments, all from one side.
Result<std::vector<QImage>> renderScenes(const std::vector<Scene>& scenes, const RenderOptions& options = {});

}  // namespace trammel::ui
