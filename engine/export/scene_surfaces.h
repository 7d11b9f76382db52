// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compile/compiled_model.h"
#include "export/exporter.h"

namespace trammel {

/// A surface of a model as other programs take it.
struct SceneSurface {
    /// Name of its element.
    std::string name;
    /// Index in Scene::bodyPoses.
    std::size_t body = 0;
    Transform X_BD;
    Vec3 scale{1.};
    /// Shared by all that show the same mesh.
    std::shared_ptr<const TriangleMesh> mesh;
    Color color;
    Real opacity = 1;
};

/// The scene of a model at @p state, realized to Position.
Scene sceneOf(const CompiledModel& model, const State& state);
/// The surface of a body or shape; none for joints, forces and other symbols.
std::optional<SceneSurface> findSurface(const CompiledModel& model, const DecorativeGeometry& geometry);
/// The bodies and shapes of a scene that have a surface; omits joints, forces and other symbols.
std::vector<SceneSurface> collectSurfaces(const CompiledModel& model, const Scene& scene);
/// A vertex of a surface, in Ground.
Vec3 placeVertex(const Scene& scene, const SceneSurface& surface, std::size_t vertex);
/// An error for each solid that extends in the initial pose beyond the range of single precision, in which files of
/// shapes hold numbers.
Diagnostics findTooLarge(const ExportSource& source);

}  // namespace trammel
