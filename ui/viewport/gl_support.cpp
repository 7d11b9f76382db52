// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/gl_support.h"

#include <QGuiApplication>
#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QOpenGLFunctions>
#include <QStringList>

namespace trammel::ui {

namespace {

GlSupport probe() {
    // On these platforms a context may work, but its composition into a window does not.
    static const QStringList withoutComposition{"offscreen", "minimal", "minimalegl", "vnc", "linuxfb"};
    GlSupport support;
    if (withoutComposition.contains(QGuiApplication::platformName())) {
        support.reason = QObject::tr("No display is available.");
        return support;
    }
    support.reason = QObject::tr("OpenGL is not available on this display.");
    QOpenGLContext context;
    context.setFormat(viewportFormat(0));
    if (!context.create()) return support;
    QOffscreenSurface surface;
    surface.setFormat(context.format());
    surface.create();
    if (!context.makeCurrent(&surface)) return support;
    const auto* renderer = reinterpret_cast<const char*>(context.functions()->glGetString(GL_RENDERER));
    const QString name = QString::fromLatin1(renderer ? renderer : "").toLower();
    support.software = name.contains("llvmpipe") || name.contains("softpipe") || name.contains("software");
    support.usable = context.format().majorVersion() >= 2;
    if (!support.usable) support.reason = QObject::tr("OpenGL 2.1 or newer is required.");
    context.doneCurrent();
    return support;
}

}  // namespace

QSurfaceFormat viewportFormat(int samples) {
    QSurfaceFormat format;
    format.setRenderableType(QSurfaceFormat::OpenGL);
    format.setVersion(2, 1);
    format.setProfile(QSurfaceFormat::CompatibilityProfile);
    format.setDepthBufferSize(24);
    format.setStencilBufferSize(8);
    format.setSamples(samples);
    return format;
}

const GlSupport& glSupport() {
    static const GlSupport support = probe();
    return support;
}

}  // namespace trammel::ui
