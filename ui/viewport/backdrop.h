// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <osg/Geometry>
#include <osg/ref_ptr>

namespace trammel::ui {

/// The gradient behind everything.
class Backdrop {
public:
    Backdrop();

    osg::Node* node() { return quad_.get(); }
    void setColors(const QColor& top, const QColor& bottom);
    /// Off leaves the picture's background transparent.
    void setVisible(bool visible);
    /// Is the middle of the picture dark, so that what is drawn on it must be light?
    bool isDark() const { return dark_; }

private:
    osg::ref_ptr<osg::Geometry> quad_;
    bool dark_ = false;
};

}  // namespace trammel::ui
