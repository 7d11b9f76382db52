// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <osg/Geometry>
#include <osg/ref_ptr>

#include "decoration/decorative_geometry.h"

namespace trammel::ui {

/// Triangles with normals, or lines without, in vertex buffers; the bounds follow when the arrays change.
osg::ref_ptr<osg::Geometry> makeGeometry(osg::Vec3Array* vertices, osg::Vec3Array* normals);

// Unit shapes: scaled to size by the node above, so that all decorations of a kind share one set of buffers.
osg::ref_ptr<osg::Geometry> unitSphere();
/// The cube [-1, 1]^3.
osg::ref_ptr<osg::Geometry> unitBrick();
osg::ref_ptr<osg::Geometry> unitBrickEdges();
/// Radius 1, axis y from -1 to 1.
osg::ref_ptr<osg::Geometry> unitCylinder();
osg::ref_ptr<osg::Geometry> unitCylinderEdges();
/// Base of radius 1 at y = 0, tip at y = 1.
osg::ref_ptr<osg::Geometry> unitCone();
osg::ref_ptr<osg::Geometry> unitConeEdges();
/// A line along the circle of radius 1 in the xy plane.
osg::ref_ptr<osg::Geometry> unitCircle();
osg::ref_ptr<osg::Geometry> singlePoint();

osg::ref_ptr<osg::Geometry> capsule(const decor::Capsule& shape);
osg::ref_ptr<osg::Geometry> torus(const decor::Torus& shape);
/// Smooth over gentle bends, faceted over sharp ones. An empty or broken mesh gives an empty geometry.
osg::ref_ptr<osg::Geometry> mesh(const TriangleMesh& shape);

}  // namespace trammel::ui
