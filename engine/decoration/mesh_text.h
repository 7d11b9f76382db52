// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "decoration/mesh_measure.h"

namespace trammel {

/// A mesh in metres, with what it measures.
struct MeasuredMesh {
    std::shared_ptr<const TriangleMesh> mesh;
    MeshMeasure measure;
    MeshPoints points;
};

/// A mesh as one line: the vertices, "x y z" each and separated by commas, a semicolon, the triangles likewise as numbers
/// of vertices from 0. Coordinates have the digits of single precision.
std::string writeMesh(const TriangleMesh& mesh);

/// The mesh that a line holds, @p scale metres for each unit; null if it holds none. The last ones are remembered, so that
/// reading one again costs little and gives the same object.
std::shared_ptr<const MeasuredMesh> readMesh(const std::string& line, Real scale);

/// Its points to aim at; those of a mesh that readMesh() remembers cost nothing.
MeshPoints pointsOf(const TriangleMesh& mesh);

}  // namespace trammel
