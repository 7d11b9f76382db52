// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QSurfaceFormat>

namespace trammel::ui {

/// OpenGL capabilities of this machine for windows.
struct GlSupport {
    /// If false, showing a QOpenGLWidget crashes inside Qt 6.4.
    bool usable = false;
    /// Software rendering: multisampling would dominate the frame time.
    bool software = false;
    /// Why it is not usable, for the user.
    QString reason;
};

/// OpenGL 2.1 compatibility: packaged OSG draws nothing in a core profile.
QSurfaceFormat viewportFormat(int samples);

/// Probes once per process. Requires a QGuiApplication; GUI thread only.
const GlSupport& glSupport();

}  // namespace trammel::ui
