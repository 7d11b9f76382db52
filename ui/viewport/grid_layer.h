// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <osg/Camera>
#include <osg/Geometry>
#include <osg/Texture2D>

#include "ui/viewport/camera_rig.h"

namespace trammel::ui {

/// Draws lines in a plane from an image of them, which is drawn again only when they change. By software, the lines of a
/// grid take longer than a mechanism of a few bodies.
class GridLayer {
public:
    explicit GridLayer(osg::Node* lines);

    osg::Node* node() { return group_.get(); }
    /// Off by default: then the lines are drawn in each frame.
    void setOn(bool on) { on_ = on; }
    /// The lines are others, or seen from another place, and lie within a circle about @p center. No radius: no lines.
    void setLines(const Vec3& center, const Vec3& axisU, const Vec3& axisV, Real radius);
    /// The image is lost with its context.
    void forget() { size_ = {}; }
    /// Prepares a frame of that size, device pixels.
    void prepare(const QSize& size);
    /// Number of frames for which the lines were drawn.
    long drawings() const { return drawings_; }

private:
    void makeImage(const QSize& size);

    bool on_ = false, changed_ = true, isEmpty_ = true;
    long drawings_ = 0;
    /// Size of the image; empty without one.
    QSize size_;
    osg::ref_ptr<osg::Node> lines_;
    osg::ref_ptr<osg::Group> group_, direct_;
    osg::ref_ptr<osg::Camera> painter_;
    osg::ref_ptr<osg::Texture2D> image_;
    osg::ref_ptr<osg::Geometry> plane_;
    osg::ref_ptr<osg::Vec3Array> corners_;
    osg::ref_ptr<osg::Uniform> pixel_;
};

}  // namespace trammel::ui
