// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "simbody/vocabulary.h"

namespace SimTK {

/// Vertices and flat, convex faces between them. A handle: copies refer to the same mesh.
class PolygonalMesh {
public:
    PolygonalMesh() : data_(std::make_shared<Data>()) {}

    int getNumVertices() const { return int(data_->vertices.size()); }
    int getNumFaces() const { return int(data_->faces.size()); }
    // Throw std::out_of_range for an invalid index.
    const Vec3& getVertexPosition(int vertex) const { return data_->vertices.at(std::size_t(vertex)); }
    int getNumVerticesForFace(int face) const { return int(data_->faces.at(std::size_t(face)).size()); }
    int getFaceVertex(int face, int corner) const { return data_->faces.at(std::size_t(face)).at(std::size_t(corner)); }

    /// @return its index
    int addVertex(const Vec3& position);
    /// @param vertices at least three, counterclockwise seen from outside. @return its index. Throws trammel::Exception
    /// for fewer, or invalid vertices.
    int addFace(const Array_<int>& vertices);
    /// Adds the vertices and faces of a Wavefront .obj file. Throws trammel::Exception, with the line, if it cannot be
    /// read.
    void loadObjFile(const std::string& pathname);
    /// Adds those of an .stl file, binary or text; equal vertices become one.
    void loadStlFile(const std::string& pathname);
    /// By the extension of the name.
    void loadFile(const std::string& pathname);

    /// A sphere about the origin: @p resolution times 2 latitudes.
    static PolygonalMesh createSphereMesh(Real radius, int resolution = 1);
    /// A box about the origin with rectangles on its faces, @p resolution times 2 along the longest edge.
    static PolygonalMesh createBrickMesh(const Vec3& halfLengths, int resolution = 1);
    /// A cylinder about the origin with the given axis; @p resolution times 4 sides.
    static PolygonalMesh createCylinderMesh(const UnitVec3& axis, Real radius, Real halfLength, int resolution = 1);

    PolygonalMesh& scaleMesh(Real factor);
    PolygonalMesh& transformMesh(const Transform& X_AM);
    void clear() { *data_ = {}; }

    /// For drawing.
    std::shared_ptr<const trammel::TriangleMesh> makeTriangles() const;

private:
    struct Data {
        std::vector<Vec3> vertices;
        std::vector<std::vector<int>> faces;
    };
    std::shared_ptr<Data> data_;
};

}  // namespace SimTK
