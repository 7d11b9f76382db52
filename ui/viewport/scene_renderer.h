// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <osg/GLExtensions>
#include <osgViewer/Viewer>

#include "ui/viewport/backdrop.h"
#include "ui/viewport/grid.h"
#include "ui/viewport/scene_mirror.h"
#include "ui/viewport/selection_outline.h"
#include "ui/viewport/shadow_map.h"

namespace trammel::ui {

/// Draws a scene with background, grid and selection into a framebuffer of whatever OpenGL context is current.
///
/// The one path to pixels, for the window and for pictures without one. The scene may be built and picked without any
/// context; draw() and releaseGl() need the same one to be current. Several draw at the same time, each in one thread.
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
    Backdrop& backdrop() { return backdrop_; }
    const Backdrop& backdrop() const { return backdrop_; }
    void setShadows(bool on);
    const ShadowMap& shadows() const { return shadows_; }
    void setSection(const SectionPlane& section);
    const SectionPlane& section() const { return section_; }

    /// The floor that shadows fall on is to be found anew, for another model; or is no higher than that.
    void forgetFloor() { shadows_.forgetFloor(); }
    void setFloorBelow(Real height) { shadows_.setFloorBelow(height); }
    /// It is below where the bodies are in these other poses too, by instant and body.
    void layFloorBelow(const std::vector<std::vector<Transform>>& poses);

    /// Binds to a context that is new; call when it is current and before the first draw().
    void attachContext();
    /// What the context attached can do.
    const osg::GLExtensions& gl() const;
    /// @p framebuffer: OpenGL name. @p deviceSize: pixels of it. Leaves the context's state as QPainter expects it.
    void draw(const CameraRig& rig, unsigned framebuffer, const QSize& deviceSize, Real pixelRatio);
    /// Frees what lives in the context, which must be current; to be called before it goes.
    void releaseGl();

private:
    void aim(const CameraRig& rig, const QSize& deviceSize);

    SceneMirror mirror_;
    Grid grid_;
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
