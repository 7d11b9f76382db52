// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "decoration/mesh_measure.h"
#include "decoration/mesh_points.h"

namespace trammel {

/// A mesh in meters with its measures.
struct MeasuredMesh {
    std::shared_ptr<const TriangleMesh> mesh;
    MeshMeasure measure;
    MeshPoints points;
};

/// A mesh as one line: vertices "x y z" separated by commas, a semicolon, then triangles as vertex indices from 0.
/// Coordinates have single precision.
std::string writeMesh(const TriangleMesh& mesh);

/// The mesh encoded in a line, scaled by @p scale meters per unit; null if the line is invalid. Recent meshes are
/// cached: reading one again is cheap and returns the same object.
std::shared_ptr<const MeasuredMesh> readMesh(const std::string& line, Real scale);

/// Snap points of a mesh; cached for the meshes cached by readMesh().
MeshPoints pointsOf(const TriangleMesh& mesh);

}  // namespace trammel
