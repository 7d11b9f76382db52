// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <osg/Geometry>
#include <osg/MatrixTransform>
#include <osg/ref_ptr>
#include <utility>

#include "ui/viewport/state_set_cache.h"

namespace trammel::ui {

/// Nodes that draw one shape in its own frame D divided by its stretch.
struct ShapeVisual {
    osg::ref_ptr<osg::Node> node;
    LookKind look = LookKind::ClosedSurface;
};

/// Placements of the unit cylinder and the unit cone that form an arrow; of zero size for an arrow without length.
std::pair<osg::Matrixd, osg::Matrixd> arrowPlacements(const decor::Arrow& arrow);
/// The axes of a frame of unit length as arrows, with their colors.
void forEachAxisOfFrame(const std::function<void(const decor::Arrow& axis, const Color& color)>& visit);

/// Creates nodes of shapes; shapes that differ only in size share buffers.
class ShapeFactory {
public:
    explicit ShapeFactory(StateSetCache& looks);

    /// @param edges draw dark feature edges on solids
    /// @param pickable large meshes get a search tree for picking
    ShapeVisual make(const DecorativeShape& shape, bool edges = true, bool pickable = true) const;
    /// Updates the visual of @p before to show @p after; false if it must be recreated.
    static bool morph(ShapeVisual& visual, const DecorativeShape& before, const DecorativeShape& after);
    /// Scale of the node along the frame's axes; all positive.
    static Vec3 stretchOf(const DecorativeShape& shape);

private:
    osg::ref_ptr<osg::Group> withEdges(osg::Geometry* faces, const osg::ref_ptr<osg::Geometry>& edges) const;

    struct Maker;
    StateSetCache& looks_;
    osg::ref_ptr<osg::Geometry> sphere_, brickFaces_, cylinderFaces_, coneFaces_, circle_, point_;
    osg::ref_ptr<osg::Node> brick_, cylinder_, cone_, triad_;
};

}  // namespace trammel::ui
