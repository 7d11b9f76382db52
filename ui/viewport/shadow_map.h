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

/// Shadows that bodies cast on each other and on a floor below them, from a light that stands in the world.
///
/// Before each picture the scene is drawn once more, as the light sees it, into a texture of depths; what lies deeper there
/// is in shadow. While it is off it costs nothing.
class ShadowMap {
public:
    /// Nodes to be added beside @p scene, whose surfaces have a look with shadows while this is on.
    /// @param readers state of all that reads the shadows
    ShadowMap(osg::Group* scene, osg::StateSet* readers);

    osg::Node* node() { return group_.get(); }
    void setOn(bool on);
    bool isOn() const { return on_; }
    /// What it cuts away casts no shadow.
    void setSection(const SectionPlane& section);

    /// Aims the light at these points of what casts shadows, and lays the floor below them if it was not so far; @p X_VG
    /// turns the world into the camera's frame.
    void update(const std::vector<Vec3>& points, const osg::Matrixd& X_VG);
    /// Another scene: its floor is where its own lowest point is.
    void forgetFloor() { floor_ = Infinity; }
    /// Height of the floor, m; Infinity: none yet.
    Real floor() const { return floor_; }
    /// It is no higher than that.
    void setFloorBelow(Real height) { floor_ = std::min(floor_, height); }
    /// It is below these points, as far as what casts shadows stands above it: where that will be at other instants, so
    /// that the floor stays where it is.
    void layFloorBelow(const std::vector<Vec3>& points);

private:
    bool on_ = false;
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
