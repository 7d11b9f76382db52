// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/gl_view.h"

#include <QOpenGLContext>

#include "ui/viewport/gl_support.h"

namespace trammel::ui {

namespace {
constexpr int LiveSamples = 4;
}

GlView::GlView(SceneRenderer& renderer, CameraRig& rig, Overlay& overlay, QWidget* parent)
    : QOpenGLWidget(parent), renderer_(renderer), rig_(rig), overlay_(overlay) {
    setFormat(viewportFormat(LiveSamples));
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
}

GlView::~GlView() {
    // The base destructor ends the context after these members are destroyed.
    disconnect(contextGoing_);
    if (context()) releaseGl();
}

void GlView::releaseGl() {
    makeCurrent();
    renderer_.releaseGl();
    doneCurrent();
}

void GlView::initializeGL() {
    disconnect(contextGoing_);
    contextGoing_ = connect(context(), &QOpenGLContext::aboutToBeDestroyed, this, [this] { releaseGl(); });
    renderer_.attachContext();
    // A widget grabbed before it was shown gets no resizeGL().
    rig_.setViewSize(width(), height());
}

void GlView::resizeGL(int, int) { rig_.setViewSize(width(), height()); }

QSize GlView::deviceSize() const { return (QSizeF(size()) * devicePixelRatioF()).toSize().expandedTo(QSize(1, 1)); }

void GlView::paintGL() {
    ++framesDrawn_;
    renderer_.draw(rig_, defaultFramebufferObject(), deviceSize(), devicePixelRatioF());
    overlay_.setOnDark(renderer_.backdrop().isDark());
    QPainter painter(this);
    overlay_.paint(painter, rig_, renderer_.mirror().labels());
}

}  // namespace trammel::ui
