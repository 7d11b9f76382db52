// SPDX-License-Identifier: Apache-2.0
#include "simbody/contact_geometry.h"

#include <limits>

#include "base/exceptions.h"
#include "contact/shapes/ball.h"
#include "contact/shapes/box.h"
#include "contact/shapes/cylinder.h"
#include "contact/shapes/ellipsoid.h"
#include "contact/shapes/half_space.h"
#include "contact/shapes/mesh.h"

namespace SimTK {

namespace {
const trammel::MeshContactShape& meshOf(const ContactGeometry& geometry) {
    return static_cast<const trammel::MeshContactShape&>(geometry.getShape());
}
std::shared_ptr<const trammel::ContactShape> makeMesh(const PolygonalMesh& mesh) {
    auto made = trammel::MeshContactShape::create(*mesh.makeTriangles(), "ContactGeometry::TriangleMesh()");
    if (!made) throw trammel::Exception(made.diagnostics.begin()->toString());
    return {std::move(*made)};
}
}  // namespace

ContactGeometry::ContactGeometry(std::shared_ptr<const trammel::ContactShape> shape, const Transform& frame)
    : shape_(std::move(shape)), frame_(frame) {}

bool ContactGeometry::isConvex() const { return shape_->key() != trammel::MeshContactShape::kind; }

bool ContactGeometry::isSmooth() const { return isConvex() && shape_->key() != trammel::BoxContactShape::kind; }

void ContactGeometry::getBoundingSphere(Vec3& center, Real& radius) const {
    center = Vec3(0);
    radius = std::numeric_limits<Real>::infinity();
    if (shape_->isUnbounded()) return;
    const trammel::AxisBox box = shape_->calcBounds();
    center = frame_ * Vec3((box.lower + box.upper) / 2);
    const bool isBall = shape_->key() == trammel::BallContactShape::kind;
    radius = isBall ? box.upper[0] : Vec3(box.upper - box.lower).norm() / 2;
}

// The engine's half-space is solid below y = 0, its cylinder is about y.
ContactGeometry::HalfSpace::HalfSpace()
    : ContactGeometry(std::make_shared<trammel::HalfSpaceContactShape>(), Transform(Rotation(Pi / 2, ZAxis))) {}
ContactGeometry::Sphere::Sphere(Real radius)
    : ContactGeometry(std::make_shared<trammel::BallContactShape>(radius), Transform()), radius_(radius) {}
ContactGeometry::Ellipsoid::Ellipsoid(const Vec3& radii)
    : ContactGeometry(std::make_shared<trammel::EllipsoidContactShape>(radii), Transform()), radii_(radii) {}
ContactGeometry::Brick::Brick(const Vec3& halfLengths)
    : ContactGeometry(std::make_shared<trammel::BoxContactShape>(halfLengths), Transform()),
      halfLengths_(halfLengths) {}
ContactGeometry::Cylinder::Cylinder(Real radius)
    : ContactGeometry(std::make_shared<trammel::CylinderContactShape>(radius, 50 * radius),
                      Transform(Rotation(Pi / 2, XAxis))),
      radius_(radius) {}
ContactGeometry::TriangleMesh::TriangleMesh(const PolygonalMesh& mesh, bool)
    : ContactGeometry(makeMesh(mesh), Transform()) {
    for (const Vec3& p : meshOf(*this).vertices()) mesh_.addVertex(p);
    for (const auto& face : meshOf(*this).triangles()) {
        Array_<int> corners;
        for (const auto corner : face.corners) corners.push_back(int(corner));
        mesh_.addFace(corners);
    }
}
Vec3 ContactGeometry::TriangleMesh::findCentroid(int face) const {
    Vec3 sum(0);
    for (int i = 0; i < 3; ++i) sum += getVertexPosition(getFaceVertex(face, i));
    return sum / 3;
}
Vec3 ContactGeometry::TriangleMesh::areaVector(int face) const {
    const Vec3& p = getVertexPosition(getFaceVertex(face, 0));
    return (getVertexPosition(getFaceVertex(face, 1)) - p) % (getVertexPosition(getFaceVertex(face, 2)) - p) / 2;
}
UnitVec3 ContactGeometry::TriangleMesh::getFaceNormal(int face) const { return UnitVec3(areaVector(face)); }
Real ContactGeometry::TriangleMesh::getFaceArea(int face) const { return areaVector(face).norm(); }
int ContactGeometry::TriangleMesh::getNumVertices() const { return int(meshOf(*this).vertices().size()); }
int ContactGeometry::TriangleMesh::getNumFaces() const { return int(meshOf(*this).triangles().size()); }

}  // namespace SimTK
