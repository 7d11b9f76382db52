// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QOpenGLWidget>
#include <QSize>

#include "ui/viewport/overlay.h"
#include "ui/viewport/scene_renderer.h"
#include "ui/viewport/view_surface.h"

namespace trammel::ui {

/// The view for hardware OpenGL: renders the scene on update() only.
class GlView : public QOpenGLWidget, public ViewSurface {
    Q_OBJECT

public:
    /// None is owned; all must outlive the view.
    GlView(SceneRenderer& renderer, CameraRig& rig, Overlay& overlay, QWidget* parent);
    ~GlView() override;

    QWidget& widget() override { return *this; }
    void redraw() override { update(); }
    QImage grab() override { return grabFramebuffer(); }
    int framesDrawn() const override { return framesDrawn_; }

protected:
    void initializeGL() override;
    void resizeGL(int width, int height) override;
    void paintGL() override;

private:
    /// The only conversion from logical to device pixels.
    QSize deviceSize() const;
    void releaseGl();

    SceneRenderer& renderer_;
    CameraRig& rig_;
    Overlay& overlay_;
    QMetaObject::Connection contextGoing_;
    int framesDrawn_ = 0;
};

}  // namespace trammel::ui
