// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <osg/Geometry>
#include <osg/ref_ptr>

namespace trammel::ui {

/// The background gradient.
class Backdrop {
public:
    Backdrop();

    osg::Node* node() { return quad_.get(); }
    void setColors(const QColor& top, const QColor& bottom);
    /// When off, the image background is transparent.
    void setVisible(bool visible);
    /// True if the center of the background is dark, so that overlays must be light.
    bool isDark() const { return dark_; }

private:
    osg::ref_ptr<osg::Geometry> quad_;
    bool dark_ = false;
};

}  // namespace trammel::ui
