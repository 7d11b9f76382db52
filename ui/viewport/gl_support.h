// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QSurfaceFormat>

namespace trammel::ui {

/// What this machine's OpenGL can do for a window.
struct GlSupport {
    /// Showing a QOpenGLWidget where this is false crashes inside Qt 6.4.
    bool usable = false;
    /// Drawn by the processor: multisampling would cost most of the frame.
    bool software = false;
    /// Why not usable, for a person.
    QString reason;
};

/// OpenGL 2.1 compatibility: OSG as packaged draws nothing in a core profile.
QSurfaceFormat viewportFormat(int samples);

/// Tries a context once per process. Needs a QGuiApplication; UI thread only.
const GlSupport& glSupport();

}  // namespace trammel::ui
