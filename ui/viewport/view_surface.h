// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>

class QWidget;

namespace trammel::ui {

/// The widget that shows the image of the view.
class ViewSurface {
public:
    virtual ~ViewSurface() = default;
    virtual QWidget& widget() = 0;
    /// Draws the scene again with the next repaint.
    virtual void redraw() = 0;
    /// Prepares drawing a large scene, each in an event of its own: programs are compiled for what surrounds it, then for one
    /// solid of each kind, and the merged meshes uploaded. The image stays. Not with hardware, which takes no time of the
    /// window's thread.
    virtual void compilePrograms(bool /*ofSolids*/) {}
    virtual void uploadMeshes() {}
    /// The image as shown, device pixels.
    virtual QImage grab() = 0;
    virtual int framesDrawn() const = 0;
};

}  // namespace trammel::ui
