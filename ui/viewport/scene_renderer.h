// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <osg/GLExtensions>
#include <osgViewer/Viewer>

#include "ui/viewport/backdrop.h"
#include "ui/viewport/background_layer.h"
#include "ui/viewport/grid.h"
#include "ui/viewport/scene_mirror.h"
#include "ui/viewport/selection_outline.h"
#include "ui/viewport/shadow_map.h"

namespace trammel::ui {

/// Draws a scene with background, grid and selection into a framebuffer of the current OpenGL context.
///
/// The only rendering path, for the window and for images. The scene may be built and picked without a context; draw()
/// and releaseGl() need the same one current. Instances may draw concurrently, one thread each.
class SceneRenderer {
public:
    SceneRenderer();
    ~SceneRenderer();
    SceneRenderer(const SceneRenderer&) = delete;
    SceneRenderer& operator=(const SceneRenderer&) = delete;

    SceneMirror& mirror() { return mirror_; }
    const SceneMirror& mirror() const { return mirror_; }
    Grid& grid() { return grid_; }
    const Grid& grid() const { return grid_; }
    BackgroundLayer& backgrounds() { return backgrounds_; }
    Backdrop& backdrop() { return backdrop_; }
    const Backdrop& backdrop() const { return backdrop_; }
    /// Draws solids of one kind together if the driver supports it; on by default.
    void setBatching(bool on);
    void setShadows(bool on);
    const ShadowMap& shadows() const { return shadows_; }
    void setSection(const SectionPlane& section);
    const SectionPlane& section() const { return section_; }

    /// Recomputes the shadow floor for another model, or lowers it to that height. Sets the axis of light and floor,
    /// which drawing takes from the camera.
    void setUp(UpAxis up) { shadows_.setUp(up); }
    void forgetFloor() { shadows_.forgetFloor(); }
    void setFloorBelow(Real height) { shadows_.setFloorBelow(height); }
    /// Lowers the floor below the bodies at these poses, by instant and body.
    void layFloorBelow(const std::vector<std::vector<Transform>>& poses);

    /// Binds to a new context, which must be current; call before the first draw().
    void attachContext();
    /// Capabilities of the attached context.
    const osg::GLExtensions& gl() const;
    /// @p framebuffer: OpenGL name. @p deviceSize: its pixels. Leaves the context's state as QPainter expects it.
    void draw(const CameraRig& rig, unsigned framebuffer, const QSize& deviceSize, Real pixelRatio);
    /// Same, but of the scene only one solid of each kind, or nothing, so that programs are compiled.
    void drawSample(const CameraRig& rig, unsigned framebuffer, const QSize& deviceSize, Real pixelRatio,
                    bool withSolids);
    /// Uploads what SceneMirror::prepare() has merged; the context must be current.
    void uploadMeshes();
    /// Frees GPU resources; the context must be current. Call before it is destroyed.
    void releaseGl();
    /// Releases the objects of a lost context; no context need be current.
    void forgetGl();

private:
    void releaseObjects();
    void aim(const CameraRig& rig, const QSize& deviceSize);
    void setPixelRatio(Real pixelRatio);
    void drawPrepared(const CameraRig& rig, unsigned framebuffer, const QSize& deviceSize);

    SceneMirror mirror_;
    bool batching_ = true, canBatch_ = false;
    Grid grid_;
    BackgroundLayer backgrounds_;
    Backdrop backdrop_;
    SelectionOutline outline_;
    osg::ref_ptr<osg::Group> root_;
    ShadowMap shadows_;
    SectionPlane section_;
    osg::ref_ptr<osg::Uniform> up_, section_V_, sectionHatch_;
    osg::ref_ptr<osgViewer::Viewer> viewer_;
    osg::ref_ptr<osgViewer::GraphicsWindowEmbedded> window_;
};

}  // namespace trammel::ui
