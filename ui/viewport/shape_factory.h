// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <osg/Geometry>
#include <osg/MatrixTransform>
#include <osg/ref_ptr>

#include "ui/viewport/look_book.h"

namespace trammel::ui {

/// The nodes that draw one shape, in the shape's own frame D divided by its stretch.
struct ShapeVisual {
    osg::ref_ptr<osg::Node> node;
    LookKind look = LookKind::ClosedSurface;
};

/// Makes the nodes of shapes, sharing the buffers of those that differ in size only.
class ShapeFactory {
public:
    explicit ShapeFactory(LookBook& looks);

    /// @param edges whether solids have dark lines along their sharp edges
    ShapeVisual make(const DecorativeShape& shape, bool edges = true) const;
    /// Makes the visual of @p before show @p after in place. False: it cannot, make another.
    static bool morph(ShapeVisual& visual, const DecorativeShape& before, const DecorativeShape& after);
    /// Sizes along the frame's axes by which the node is to be scaled; all positive.
    static Vec3 stretchOf(const DecorativeShape& shape);

private:
    struct Maker;
    osg::ref_ptr<osg::Geometry> sphere_, brickFaces_, cylinderFaces_, coneFaces_, circle_, point_;
    osg::ref_ptr<osg::Node> brick_, cylinder_, cone_, triad_;
};

}  // namespace trammel::ui
