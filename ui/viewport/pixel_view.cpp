// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/pixel_view.h"

#include <QOpenGLFramebufferObject>
#include <QPaintEvent>
#include <QPainter>
#include <cstring>

#include "ui/viewport/gl_support.h"

namespace trammel::ui {

namespace {
QSize deviceSizeOf(const QWidget& widget) {
    return (QSizeF(widget.size()) * widget.devicePixelRatioF()).toSize().expandedTo(QSize(1, 1));
}
}  // namespace

PixelView::PixelView(SceneRenderer& renderer, CameraRig& rig, Overlay& overlay, QWidget* parent)
    : QWidget(parent), renderer_(renderer), rig_(rig), overlay_(overlay) {
    renderer_.grid().layer().setOn(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    surface_.setFormat(viewportFormat(0));
    surface_.create();
    contextGoing_ = connect(&context_, &QOpenGLContext::aboutToBeDestroyed, this, [this] { isAttached_ = false; });
}

PixelView::~PixelView() {
    disconnect(contextGoing_);
    if (!context_.isValid() || !makeCurrent()) return;
    target_.reset();
    renderer_.releaseGl();
    context_.doneCurrent();
}

bool PixelView::makeCurrent() {
    // Invalid or refused: not created yet, or lost by the driver.
    if (!context_.isValid() || !context_.makeCurrent(&surface_)) {
        context_.setFormat(viewportFormat(0));
        if (!context_.create() || !context_.makeCurrent(&surface_)) return false;
    }
    if (isAttached_) return true;
    target_.reset();
    renderer_.forgetGl();
    renderer_.attachContext();
    isAttached_ = true;
    return true;
}

void PixelView::redraw() {
    isOutdated_ = true;
    update();
}

void PixelView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    redraw();
}

void PixelView::readPixels() {
    const QSize size = image_.size();
    const auto read = [&size](void* pixels) {
        glReadPixels(0, 0, size.width(), size.height(), GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV, pixels);
    };
    // Rows of OpenGL run upward.
    if (context_.hasExtension(QByteArrayLiteral("GL_MESA_pack_invert"))) {
        constexpr GLenum PackInvert = 0x8758;
        glPixelStorei(PackInvert, GL_TRUE);
        read(image_.bits());
        glPixelStorei(PackInvert, GL_FALSE);
        return;
    }
    const auto width = std::size_t(size.width());
    pixels_.resize(width * std::size_t(size.height()));
    read(pixels_.data());
    for (int row = 0; row < size.height(); ++row)
        std::memcpy(image_.scanLine(row), pixels_.data() + std::size_t(size.height() - 1 - row) * width,
                    width * sizeof(unsigned));
}

bool PixelView::prepareTarget() {
    rig_.setViewSize(width(), height());
    if (!makeCurrent()) return false;
    const QSize size = deviceSizeOf(*this);
    if (!target_ || target_->size() != size)
        target_ = std::make_unique<QOpenGLFramebufferObject>(size, QOpenGLFramebufferObject::CombinedDepthStencil);
    return true;
}

void PixelView::compilePrograms(bool ofSolids) {
    if (!prepareTarget()) return;
    renderer_.drawSample(rig_, target_->handle(), target_->size(), devicePixelRatioF(), ofSolids);
}

void PixelView::uploadMeshes() {
    if (prepareTarget()) renderer_.uploadMeshes();
}

void PixelView::draw() {
    isOutdated_ = false;
    if (!prepareTarget()) return;
    const QSize size = target_->size();
    renderer_.draw(rig_, target_->handle(), size, devicePixelRatioF());
    ++framesDrawn_;

    if (image_.size() != size) {
        image_ = QImage(size, QImage::Format_RGB32);
    }
    image_.setDevicePixelRatio(devicePixelRatioF());
    readPixels();
    // Displays nothing, but marks the end of a frame for the driver and for tools that count frames.
    context_.swapBuffers(&surface_);

    overlay_.setOnDark(renderer_.backdrop().isDark());
    QPainter painter(&image_);
    overlay_.paint(painter, rig_, renderer_.mirror().labels());
}

void PixelView::paintEvent(QPaintEvent* event) {
    if (isOutdated_ || image_.devicePixelRatio() != devicePixelRatioF()) draw();
    QPainter painter(this);
    if (image_.isNull()) return painter.fillRect(event->rect(), palette().window());
    painter.drawImage(QPointF(0, 0), image_);
}

QImage PixelView::grab() {
    // A hidden widget gets no resize event yet.
    if (isOutdated_ || image_.size() != deviceSizeOf(*this)) draw();
    return image_;
}

}  // namespace trammel::ui
