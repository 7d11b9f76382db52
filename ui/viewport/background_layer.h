// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <osg/Group>
#include <osg/ref_ptr>
#include <vector>

#include "ui/viewport/background_image.h"

namespace trammel::ui {

/// Draws images to trace over. They cannot be picked, and framing ignores them.
class BackgroundLayer {
public:
    BackgroundLayer() : group_(new osg::Group) {}

    osg::Node* node() { return group_.get(); }
    /// An unchanged image keeps its texture.
    void set(const std::vector<BackgroundImage>& images);

private:
    osg::ref_ptr<osg::Group> group_;
    /// QImage::cacheKey() of each child.
    std::vector<qint64> keys_;
};

}  // namespace trammel::ui
