// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <osg/Geometry>
#include <osg/LineWidth>
#include <osg/ref_ptr>

#include "ui/viewport/camera_rig.h"
#include "ui/viewport/grid_layer.h"

namespace trammel::ui {

/// Grid around the focus with a spacing of 1, 2 or 5 times a power of ten meters, by zoom.
///
/// Minor lines fade in as cells grow; all lines fade out with distance and when the plane is seen edge-on.
class Grid {
public:
    Grid();

    osg::Node* node() { return layer_->node(); }
    /// The lines as drawn from an image.
    GridLayer& layer() { return *layer_; }
    const GridLayer& layer() const { return *layer_; }
    void setPlane(GridPlane plane) { plane_ = plane; }
    GridPlane plane() const { return plane_; }
    /// Draws the XY plane of this frame instead; empty: the plane of the world.
    void setFrame(const std::optional<Transform>& X_GW) { frame_ = X_GW; }
    void setVisible(bool visible) { visible_ = visible; }
    bool isVisible() const { return visible_; }

    /// Length of which the cells are round multiples, m.
    void setUnit(Real unit) { unit_ = unit; }

    /// Rebuilds the lines if this camera needs others. @p onDark selects light lines. @p size: pixels of the device.
    void update(const CameraRig& rig, bool onDark, Real pixelRatio, const QSize& size);
    /// Extent of the lines from the focus, m.
    Real reach(const CameraRig& rig) const;

private:
    struct Sheet;
    /// Everything that the lines depend on.
    struct Look {
        CameraPose pose;
        Real metersPerPixel = 0, pixelRatio = 0, unit = 0;
        GridPlane plane = GridPlane::None;
        bool onDark = false, visible = false;
        std::optional<Transform> frame;
        bool operator==(const Look& other) const;
    };
    void rebuild(const CameraRig& rig, bool onDark, Real pixelRatio);
    void build(const CameraRig& rig, bool onDark);

    GridPlane plane_ = GridPlane::XZ;
    bool visible_ = true;
    Real unit_ = 1;
    std::optional<Transform> frame_;
    osg::ref_ptr<osg::Geometry> lines_;
    osg::ref_ptr<osg::Vec3Array> vertices_;
    osg::ref_ptr<osg::Vec4Array> colors_;
    /// Places on the plane from the focus, in radii at which the line ends.
    osg::ref_ptr<osg::Vec2Array> places_;
    osg::ref_ptr<osg::DrawArrays> segments_;
    osg::ref_ptr<osg::LineWidth> width_;
    std::unique_ptr<GridLayer> layer_;
    /// True if the lines follow rows and columns of pixels.
    bool isAligned_ = false;
    /// Look of the current lines.
    std::optional<Look> built_;
};

/// The largest of 1, 2, 5 times a power of ten not above @p value.
Real roundDownTo125(Real value);

}  // namespace trammel::ui
