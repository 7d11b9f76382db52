// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/offscreen_renderer.h"

#include <QGuiApplication>
#include <QOpenGLContext>
#include <algorithm>
#include <osg/GLExtensions>

#include "ui/viewport/egl_context.h"
#include "ui/viewport/overlay.h"
#include "ui/viewport/scene_renderer.h"

namespace trammel::ui {

namespace {

constexpr int kSamples = 4;

/// A multisampled framebuffer and a plain one to resolve it into. OSG's own ones fail on Mesa's software renderer.
class PictureTarget {
public:
    PictureTarget(const osg::GLExtensions& gl, const QSize& size) : gl_(gl), size_(size) {
        GLint maxSamples = 0;
        glGetIntegerv(GL_MAX_SAMPLES_EXT, &maxSamples);
        drawn_ = make(std::min(kSamples, static_cast<int>(maxSamples)));
        resolved_ = make(0);
    }
    ~PictureTarget() {
        for (const Framebuffer* f : {&drawn_, &resolved_}) {
            gl_.glDeleteFramebuffers(1, &f->name);
            gl_.glDeleteRenderbuffers(1, &f->color);
            gl_.glDeleteRenderbuffers(1, &f->depth);
        }
    }
    PictureTarget(const PictureTarget&) = delete;
    PictureTarget& operator=(const PictureTarget&) = delete;

    bool isComplete() const { return drawn_.complete && resolved_.complete; }
    unsigned name() const { return drawn_.name; }

    QImage read() const {
        gl_.glBindFramebuffer(GL_READ_FRAMEBUFFER_EXT, drawn_.name);
        gl_.glBindFramebuffer(GL_DRAW_FRAMEBUFFER_EXT, resolved_.name);
        gl_.glBlitFramebuffer(0, 0, size_.width(), size_.height(), 0, 0, size_.width(), size_.height(),
                              GL_COLOR_BUFFER_BIT, GL_NEAREST);
        gl_.glBindFramebuffer(GL_FRAMEBUFFER_EXT, resolved_.name);
        QImage image(size_, QImage::Format_RGBA8888_Premultiplied);
        glReadPixels(0, 0, size_.width(), size_.height(), GL_RGBA, GL_UNSIGNED_BYTE, image.bits());
        // OpenGL's first row is the lowest.
        return image.mirrored();
    }

private:
    struct Framebuffer {
        GLuint name = 0, color = 0, depth = 0;
        bool complete = false;
    };

    Framebuffer make(int samples) const {
        Framebuffer f;
        gl_.glGenFramebuffers(1, &f.name);
        gl_.glGenRenderbuffers(1, &f.color);
        gl_.glGenRenderbuffers(1, &f.depth);
        gl_.glBindFramebuffer(GL_FRAMEBUFFER_EXT, f.name);
        const auto attach = [&](GLuint buffer, GLenum format, GLenum attachment) {
            gl_.glBindRenderbuffer(GL_RENDERBUFFER_EXT, buffer);
            gl_.glRenderbufferStorageMultisample(GL_RENDERBUFFER_EXT, samples, format, size_.width(), size_.height());
            gl_.glFramebufferRenderbuffer(GL_FRAMEBUFFER_EXT, attachment, GL_RENDERBUFFER_EXT, buffer);
        };
        attach(f.color, GL_RGBA8, GL_COLOR_ATTACHMENT0_EXT);
        attach(f.depth, GL_DEPTH24_STENCIL8_EXT, GL_DEPTH_ATTACHMENT_EXT);
        gl_.glFramebufferRenderbuffer(GL_FRAMEBUFFER_EXT, GL_STENCIL_ATTACHMENT_EXT, GL_RENDERBUFFER_EXT, f.depth);
        f.complete = gl_.glCheckFramebufferStatus(GL_FRAMEBUFFER_EXT) == GL_FRAMEBUFFER_COMPLETE_EXT;
        return f;
    }

    const osg::GLExtensions& gl_;
    QSize size_;
    Framebuffer drawn_, resolved_;
};

CameraRig aim(const SceneMirror& mirror, const RenderOptions& options, const std::vector<Vec3>& points) {
    CameraRig rig;
    rig.setViewSize(options.width, options.height);
    if (options.camera) {
        rig.setPose(*options.camera);
    } else if (!mirror.isEmpty()) {
        rig.setPleasantView(points);
        rig.fit(points);
    }
    return rig;
}

void paintOverlay(QImage& image, const SceneRenderer& renderer, const CameraRig& rig, bool axes) {
    if (!QGuiApplication::instance()) return;
    Overlay overlay;
    overlay.setOnDark(renderer.backdrop().isDark());
    overlay.setAxesVisible(axes);
    QPainter painter(&image);
    overlay.paint(painter, rig, renderer.mirror().labels());
}

}  // namespace

Result<QImage> renderScene(const Scene& scene, const RenderOptions& options) {
    Result<QImage> result;
    if (options.width < 1 || options.height < 1) {
        result.diagnostics.error("picture", "Width and height must be at least one pixel.", "Choose positive sizes.");
        return result;
    }
    // A context of another kind that is current makes EGL refuse.
    if (QOpenGLContext* current = QOpenGLContext::currentContext()) current->doneCurrent();
    std::string reason;
    const std::unique_ptr<EglContext> context = EglContext::create(reason);
    if (!context) {
        result.diagnostics.error("picture", reason, "Install the Mesa EGL library (package libegl-mesa0).");
        return result;
    }
    GLint largest = 0;
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE_EXT, &largest);
    if (options.width > largest || options.height > largest) {
        result.diagnostics.error("picture", "The picture is larger than this machine can draw.",
                                 "Choose at most " + std::to_string(largest) + " pixels a side.");
        return result;
    }

    SceneRenderer renderer;
    renderer.mirror().update(scene);
    renderer.backdrop().setColors(options.top, options.bottom);
    renderer.backdrop().setVisible(!options.transparent);
    const std::vector<Vec3> points = renderer.mirror().extentPoints();
    renderer.grid().setVisible(options.grid);
    renderer.grid().setPlane(options.gridPlane.value_or(isPlanar(points) ? GridPlane::XY : GridPlane::XZ));
    const CameraRig rig = aim(renderer.mirror(), options, points);

    renderer.attachContext();
    {
        const osg::ref_ptr<osg::GLExtensions> gl = new osg::GLExtensions(0);
        const PictureTarget target(*gl, QSize(options.width, options.height));
        if (target.isComplete()) {
            renderer.draw(rig, target.name(), QSize(options.width, options.height), 1);
            result.value = target.read();
        } else {
            result.diagnostics.error("picture", "This machine cannot draw a picture of this size without a window.",
                                     "Choose a smaller picture.");
        }
    }
    renderer.releaseGl();
    if (!result) return result;
    paintOverlay(*result.value, renderer, rig, options.axes);
    if (!options.transparent) result.value->convertTo(QImage::Format_RGB32);
    return result;
}

}  // namespace trammel::ui
