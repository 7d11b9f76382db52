// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "simbody/polygonal_mesh.h"
#include "simbody/vocabulary.h"

namespace trammel {
class ContactShape;
}

namespace SimTK {

/// Shape of a surface for contact. A handle: copies refer to the same shape, which does not change.
///
/// **Source:** Simbody's class reference.
class ContactGeometry {
public:
    class HalfSpace;
    class Sphere;
    class Ellipsoid;
    class Brick;
    class Cylinder;
    class TriangleMesh;

    ContactGeometry() = default;
    virtual ~ContactGeometry() = default;
    ContactGeometry(const ContactGeometry&) = default;
    ContactGeometry& operator=(const ContactGeometry&) = default;

    bool isEmptyHandle() const { return shape_ == nullptr; }
    /// Whether the solid is convex: all but meshes.
    bool isConvex() const;
    /// Whether the surface has no edges: spheres, ellipsoids, half-spaces and cylinders.
    bool isSmooth() const;
    /// A sphere about the shape, in its frame. Infinite radius for a half-space.
    void getBoundingSphere(Vec3& center, Real& radius) const;

    // --- For subsystems ---
    /// The engine's shape, and its frame in this shape's.
    const trammel::ContactShape& getShape() const { return *shape_; }
    const Transform& getShapeFrame() const { return frame_; }

protected:
    ContactGeometry(std::shared_ptr<const trammel::ContactShape> shape, const Transform& frame);

private:
    std::shared_ptr<const trammel::ContactShape> shape_;
    Transform frame_;
};

/// Solid where x > 0.
class ContactGeometry::HalfSpace : public ContactGeometry {
public:
    HalfSpace();
    UnitVec3 getNormal() const { return UnitVec3(-1, 0, 0); }
};
class ContactGeometry::Sphere : public ContactGeometry {
public:
    explicit Sphere(Real radius);
    Real getRadius() const { return radius_; }

private:
    Real radius_;
};
class ContactGeometry::Ellipsoid : public ContactGeometry {
public:
    explicit Ellipsoid(const Vec3& radii);
    const Vec3& getRadii() const { return radii_; }

private:
    Vec3 radii_;
};
/// A box centered on its origin.
class ContactGeometry::Brick : public ContactGeometry {
public:
    explicit Brick(const Vec3& halfLengths);
    const Vec3& getHalfLengths() const { return halfLengths_; }

private:
    Vec3 halfLengths_;
};
/// About the z axis: infinite in Simbody, here a hundred radii long.
class ContactGeometry::Cylinder : public ContactGeometry {
public:
    explicit Cylinder(Real radius);
    Real getRadius() const { return radius_; }

private:
    Real radius_;
};
/// The solid inside a closed mesh. Throws trammel::Exception for a mesh that is open or encloses no volume.
class ContactGeometry::TriangleMesh : public ContactGeometry {
public:
    /// @param smooth is ignored: pressure is integrated over faces, whose normals do not matter
    explicit TriangleMesh(const PolygonalMesh& mesh, bool smooth = false);
    int getNumVertices() const;
    int getNumFaces() const;
    /// In its frame; throw std::out_of_range for an invalid index.
    const Vec3& getVertexPosition(int vertex) const { return mesh_.getVertexPosition(vertex); }
    int getFaceVertex(int face, int corner) const { return mesh_.getFaceVertex(face, corner); }
    Vec3 findCentroid(int face) const;
    UnitVec3 getFaceNormal(int face) const;
    Real getFaceArea(int face) const;
    PolygonalMesh createPolygonalMesh() const { return mesh_; }

private:
    Vec3 areaVector(int face) const;
    /// The mesh as it is used, of triangles.
    PolygonalMesh mesh_;
};

}  // namespace SimTK
