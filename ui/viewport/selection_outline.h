// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>
#include <osg/Group>
#include <osg/LineWidth>
#include <osg/StateSet>
#include <osg/ref_ptr>

namespace trammel::ui {

/// A bright outline around all nodes with the Outline mask bit, even where occluded.
///
/// Two passes over the same nodes: the first marks their pixels in the stencil buffer, the second draws thick
/// wireframes outside the mark.
class SelectionOutline {
public:
    explicit SelectionOutline(osg::Group* scene);

    osg::Node* node() { return group_.get(); }
    void setVisible(bool visible) { group_->setNodeMask(visible ? ~0u : 0u); }
    void setPixelRatio(double ratio);
    /// Excludes clipped geometry from the outline.
    void setSection(bool on);

private:
    osg::ref_ptr<osg::Group> group_;
    std::array<osg::ref_ptr<osg::StateSet>, 2> passes_;
    std::optional<bool> sectioned_;
    osg::ref_ptr<osg::LineWidth> rimWidth_;
};

}  // namespace trammel::ui
