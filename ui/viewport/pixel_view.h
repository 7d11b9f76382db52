// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QWidget>
#include <memory>
#include <vector>

#include "ui/viewport/overlay.h"
#include "ui/viewport/scene_renderer.h"
#include "ui/viewport/view_surface.h"

class QOpenGLFramebufferObject;

namespace trammel::ui {

/// The view for software OpenGL: draws offscreen and paints the pixels like any widget.
///
/// A QOpenGLWidget would make Qt compose the whole window by OpenGL, and again with each repaint of any widget in it.
/// In software this takes longer than drawing the scene.
class PixelView : public QWidget, public ViewSurface {
    Q_OBJECT

public:
    /// None is owned; all must outlive the view.
    PixelView(SceneRenderer& renderer, CameraRig& rig, Overlay& overlay, QWidget* parent);
    ~PixelView() override;

    QWidget& widget() override { return *this; }
    void redraw() override;
    void compilePrograms(bool ofSolids) override;
    void uploadMeshes() override;
    QImage grab() override;
    int framesDrawn() const override { return framesDrawn_; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// With a new context after the last one was lost, such as by a reset of the driver.
    bool makeCurrent();
    /// Makes the context current and the framebuffer as large as the view. False if there is no context.
    bool prepareTarget();
    void draw();
    /// Copies the image from OpenGL.
    void readPixels();

    SceneRenderer& renderer_;
    CameraRig& rig_;
    Overlay& overlay_;
    QOpenGLContext context_;
    QOffscreenSurface surface_;
    std::unique_ptr<QOpenGLFramebufferObject> target_;
    /// Rows from the bottom up, as OpenGL stores them.
    std::vector<unsigned> pixels_;
    QImage image_;
    QMetaObject::Connection contextGoing_;
    /// The renderer is attached to the current context.
    bool isAttached_ = false;
    bool isOutdated_ = true;
    int framesDrawn_ = 0;
};

}  // namespace trammel::ui
