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

/// A multisampled framebuffer and a plain one to resolve into. OSG's fail on Mesa's software renderer.
class ImageTarget {
public:
    ImageTarget(const osg::GLExtensions& gl, const QSize& size) : gl_(gl), size_(size) {
        GLint maxSamples = 0;
        glGetIntegerv(GL_MAX_SAMPLES_EXT, &maxSamples);
        drawn_ = make(std::min(Samples, static_cast<int>(maxSamples)));
        resolved_ = make(0);
    }
    ~ImageTarget() {
        for (const Framebuffer* f : {&drawn_, &resolved_}) {
            gl_.glDeleteFramebuffers(1, &f->name);
            gl_.glDeleteRenderbuffers(1, &f->color);
            gl_.glDeleteRenderbuffers(1, &f->depth);
        }
    }
    ImageTarget(const ImageTarget&) = delete;
    ImageTarget& operator=(const ImageTarget&) = delete;

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
        // OpenGL's first row is the bottom.
        return image.mirrored();
    }

private:
    static constexpr int Samples = 4;
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

namespace {

/// EGL refuses while a context of another kind is current.
void leaveOtherContexts() {
    if (QOpenGLContext* current = QOpenGLContext::currentContext()) current->doneCurrent();
}

CameraRig aim(const RenderOptions& options, const std::vector<Vec3>& points) {
    CameraRig rig;
    rig.setViewSize(options.width / options.pixelRatio, options.height / options.pixelRatio);
    if (options.camera) {
        rig.setPose(*options.camera);
    } else {
        rig.setPose({.up = options.up});
        if (!points.empty()) {
            rig.setPleasantView(points);
            rig.fit(points);
        }
    }
    return rig;
}

GridPlane planeFor(const RenderOptions& options, const std::vector<Vec3>& points) {
    const UpAxis up = options.camera ? options.camera->up : options.up;
    return options.gridPlane.value_or(suitableGridPlane(points, up));
}

void paintOverlay(QImage& image, const SceneRenderer& renderer, const CameraRig& rig, const RenderOptions& options) {
    if (!QGuiApplication::instance()) return;
    Overlay overlay;
    overlay.setOnDark(renderer.backdrop().isDark());
    overlay.setAxesVisible(options.axes);
    image.setDevicePixelRatio(options.pixelRatio);
    QPainter painter(&image);
    overlay.paint(painter, rig, renderer.mirror().labels());
    painter.end();
    image.setDevicePixelRatio(1);
}

void applyPalette(SceneRenderer& renderer, const RenderOptions& options) {
    renderer.backdrop().setColors(options.top, options.bottom);
    renderer.backdrop().setVisible(!options.transparent);
    renderer.grid().setVisible(options.grid);
    renderer.setShadows(options.shadows);
    renderer.setSection(options.section);
    renderer.setFloorBelow(options.floor);
    for (const DecorationRole role : allDecorationRoles)
        if (renderer.mirror().isRoleVisible(role) == options.hiddenRoles.contains(role))
            renderer.mirror().setRoleVisible(role, !options.hiddenRoles.contains(role));
}

}  // namespace

struct OffscreenRenderer::Parts {
    std::unique_ptr<EglContext> context;
    SceneRenderer renderer;
    std::unique_ptr<ImageTarget> target;
    QSize size;

    /// Makes the context current and creates a target of that size.
    bool prepare(const QSize& wanted, Diagnostics& problems) {
        std::string reason;
        if (!context) {
            context = EglContext::create(reason);
            if (context) renderer.attachContext();
        } else if (!context->makeCurrent()) {
            reason = "Offscreen OpenGL is in use by another thread.";
        }
        if (!context || !reason.empty()) {
            problems.error("picture", reason, "Install the Mesa EGL library (package libegl-mesa0).");
            return false;
        }
        if (target && size == wanted) return true;
        GLint largest = 0;
        glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE_EXT, &largest);
        if (wanted.width() > largest || wanted.height() > largest) {
            problems.error("picture", "The image exceeds the maximum size of this machine.",
                           "Use at most " + std::to_string(largest) + " pixels per side.");
            return false;
        }
        target.reset();
        target = std::make_unique<ImageTarget>(renderer.gl(), wanted);
        size = wanted;
        if (target->isComplete()) return true;
        target.reset();
        problems.error("picture", "This machine cannot render an image of this size offscreen.",
                       "Choose a smaller image.");
        return false;
    }
};

OffscreenRenderer::OffscreenRenderer() : parts_(std::make_unique<Parts>()) {}

OffscreenRenderer::~OffscreenRenderer() {
    leaveOtherContexts();
    if (!parts_->context || !parts_->context->makeCurrent()) return;
    parts_->target.reset();
    parts_->renderer.releaseGl();
}

Result<QImage> OffscreenRenderer::draw(const Scene& scene, const RenderOptions& options) {
    Result<QImage> result;
    if (options.width < 1 || options.height < 1) {
        result.diagnostics.error("picture", "Width and height must be at least one pixel.", "Choose positive sizes.");
        return result;
    }
    leaveOtherContexts();
    Parts& parts = *parts_;
    SceneRenderer& renderer = parts.renderer;
    const QSize size(options.width, options.height);
    if (parts.prepare(size, result.diagnostics)) {
        renderer.setUp(options.camera ? options.camera->up : options.up);
        applyPalette(renderer, options);
        renderer.mirror().update(scene);
        const std::vector<Vec3> points = renderer.mirror().extentPoints();
        renderer.grid().setPlane(planeFor(options, points));
        const CameraRig rig = aim(options, points);
        if (options.shadows) renderer.layFloorBelow(options.otherPoses);
        renderer.draw(rig, parts.target->name(), size, options.pixelRatio);
        result.value = parts.target->read();
        paintOverlay(*result.value, renderer, rig, options);
        if (!options.transparent) result.value->convertTo(QImage::Format_RGB32);
    }
    if (parts.context) parts.context->release();
    return result;
}

Result<QImage> renderScene(const Scene& scene, const RenderOptions& options) {
    return OffscreenRenderer().draw(scene, options);
}

Result<std::vector<QImage>> renderScenes(const std::vector<Scene>& scenes, const RenderOptions& options) {
    // Bounds over all scenes.
    std::vector<Vec3> points;
    SceneMirror mirror;
    for (const Scene& scene : scenes) {
        mirror.update(scene);
        const std::vector<Vec3> here = mirror.extentPoints();
        points.insert(points.end(), here.begin(), here.end());
    }
    RenderOptions look = options;
    look.gridPlane = planeFor(options, points);
    look.camera = aim(options, points).pose();

    Result<std::vector<QImage>> result;
    OffscreenRenderer renderer;
    std::vector<QImage> pictures;
    for (const Scene& scene : scenes) {
        const Result<QImage> picture = renderer.draw(scene, look);
        result.diagnostics.append(picture.diagnostics);
        if (!picture) return result;
        pictures.push_back(*picture);
    }
    result.value = std::move(pictures);
    return result;
}

}  // namespace trammel::ui
