// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <osg/Geometry>
#include <osg/ref_ptr>

#include "decoration/decorative_geometry.h"

namespace trammel::ui {

/// Triangles with normals, or lines without, in vertex buffers; bounds follow the arrays.
osg::ref_ptr<osg::Geometry> makeGeometry(osg::Vec3Array* vertices, osg::Vec3Array* normals);

/// Facets around a circle by default.
inline constexpr int kAround = 40;

// Unit shapes, scaled by the node above so that all decorations of a kind share buffers.
osg::ref_ptr<osg::Geometry> unitSphere(int around = kAround);
/// The cube [-1, 1]^3.
osg::ref_ptr<osg::Geometry> unitBrick();
osg::ref_ptr<osg::Geometry> unitBrickEdges();
/// Radius 1, y axis from -1 to 1.
osg::ref_ptr<osg::Geometry> unitCylinder(int around = kAround);
osg::ref_ptr<osg::Geometry> unitCylinderEdges(int around = kAround);
/// Base radius 1 at y = 0, tip at y = 1.
osg::ref_ptr<osg::Geometry> unitCone(int around = kAround);
osg::ref_ptr<osg::Geometry> unitConeEdges(int around = kAround);
/// The unit circle in the xy plane, as a line.
osg::ref_ptr<osg::Geometry> unitCircle();
osg::ref_ptr<osg::Geometry> singlePoint();

osg::ref_ptr<osg::Geometry> capsule(const decor::Capsule& shape, int around = kAround);
osg::ref_ptr<osg::Geometry> torus(const decor::Torus& shape, int facets = kAround);
/// Smooth at gentle bends, faceted at sharp ones. An empty or invalid mesh gives an empty geometry. With a search tree for
/// picking if it is large and @p pickable.
osg::ref_ptr<osg::Geometry> mesh(const TriangleMesh& shape, bool pickable = true);

/// Arcs are divided into pieces of at most @p step, rad.
osg::ref_ptr<osg::Geometry> extrusion(const decor::Extrusion& shape, Real step = 2 * Pi / kAround);
/// The outlines and openings of both faces, and the corners between them.
osg::ref_ptr<osg::Geometry> extrusionEdges(const decor::Extrusion& shape, Real step = 2 * Pi / kAround);

}  // namespace trammel::ui
