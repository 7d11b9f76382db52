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
    /// The image as shown, device pixels.
    virtual QImage grab() = 0;
    virtual int framesDrawn() const = 0;
};

}  // namespace trammel::ui
