// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <osg/Camera>
#include <osg/Geometry>
#include <osg/Texture2D>
#include <osg/Uniform>
#include <vector>

#include "ui/viewport/view_types.h"

namespace trammel::ui {

/// Shadows of bodies on each other and on a floor, from a light fixed in the world.
///
/// Before each frame the scene is rendered from the light into a depth texture; surfaces behind that depth are in
/// shadow. No cost while off.
class ShadowMap {
public:
    /// Creates nodes to add next to @p scene, whose surfaces must use shadowed state sets while this is on.
    /// @param readers state set of all surfaces that receive shadows
    ShadowMap(osg::Group* scene, osg::StateSet* readers);

    osg::Node* node() { return group_.get(); }
    void setOn(bool on);
    bool isOn() const { return on_; }
    /// The direction of the light and of the floor; resets the floor if it changes.
    void setUp(UpAxis up);
    /// Clipped geometry casts no shadow.
    void setSection(const SectionPlane& section);

    /// Aims the light at the points of shadow casters and lowers the floor below them if needed; @p X_VG is the view
    /// transform.
    void update(const std::vector<Vec3>& points, const osg::Matrixd& X_VG);
    /// Resets the floor for another scene.
    void forgetFloor() { floor_ = Infinity; }
    /// Height of the floor, m; Infinity: not set.
    Real floor() const { return floor_; }
    /// Lowers the floor to at most this height.
    void setFloorBelow(Real height) { floor_ = std::min(floor_, height); }
    /// Lowers the floor below these points of shadow casters at other times, so that it need not move during the
    /// run.
    void layFloorBelow(const std::vector<Vec3>& points);

private:
    bool on_ = false;
    UpAxis up_ = UpAxis::Y;
    SectionPlane section_;
    Real floor_ = Infinity;
    osg::ref_ptr<osg::StateSet> readers_;
    osg::ref_ptr<osg::Group> group_;
    osg::ref_ptr<osg::Camera> light_;
    osg::ref_ptr<osg::Texture2D> depths_;
    osg::ref_ptr<osg::Geometry> ground_;
    osg::ref_ptr<osg::Vec3Array> corners_;
    osg::ref_ptr<osg::Uniform> fromView_, toLight_V_, texel_, bias_, middle_V_, reach_, section_L_;
};

}  // namespace trammel::ui
