// SPDX-License-Identifier: Apache-2.0
#include "simbody/polygonal_mesh.h"

#include "base/exceptions.h"

namespace SimTK {

int PolygonalMesh::addVertex(const Vec3& position) {
    data_->vertices.push_back(position);
    return getNumVertices() - 1;
}

int PolygonalMesh::addFace(const Array_<int>& vertices) {
    if (vertices.size() < 3) throw trammel::Exception("PolygonalMesh::addFace(): a face has at least three vertices.");
    for (const int vertex : vertices)
        if (vertex < 0 || vertex >= getNumVertices())
            throw trammel::Exception("PolygonalMesh::addFace(): invalid vertex " + std::to_string(vertex) + ".");
    data_->faces.emplace_back(vertices.begin(), vertices.end());
    return getNumFaces() - 1;
}

PolygonalMesh& PolygonalMesh::scaleMesh(Real factor) {
    for (Vec3& p : data_->vertices) p *= factor;
    return *this;
}

PolygonalMesh& PolygonalMesh::transformMesh(const Transform& X_AM) {
    for (Vec3& p : data_->vertices) p = X_AM * p;
    return *this;
}

std::shared_ptr<const trammel::TriangleMesh> PolygonalMesh::makeTriangles() const {
    auto mesh = std::make_shared<trammel::TriangleMesh>();
    mesh->vertices = data_->vertices;
    // A convex face is a fan about its first vertex.
    for (const std::vector<int>& face : data_->faces)
        for (std::size_t i = 2; i < face.size(); ++i)
            for (const int vertex : {face[0], face[i - 1], face[i]}) mesh->triangles.push_back(std::uint32_t(vertex));
    return mesh;
}

}  // namespace SimTK
