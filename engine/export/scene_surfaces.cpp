// SPDX-License-Identifier: Apache-2.0
#include "export/scene_surfaces.h"

#include <limits>

#include "decoration/surface.h"
#include "multibody/multibody_system.h"

namespace trammel {

namespace {
/// Angle of the pieces of round parts.
constexpr Real roundStep = Pi / 16;
}  // namespace

Scene sceneOf(const CompiledModel& model, const State& state) {
    // Its own: other threads may read the given one.  NOLINTNEXTLINE(performance-unnecessary-copy-initialization)
    State s = state;
    model.getSystem().realize(s, Stage::Position);
    Scene scene;
    model.calcScene(s, scene);
    return scene;
}

std::optional<SceneSurface> findSurface(const CompiledModel& model, const DecorativeGeometry& g) {
    if (g.getRole() != DecorationRole::Body || g.getRepresentation() == Representation::Hide) return std::nullopt;
    auto mesh = surfaceOf(g.getShape(), roundStep);
    if (!mesh || mesh->triangles.empty()) return std::nullopt;
    const Element* const element = model.getDocument().find(g.getElement());
    return SceneSurface{element ? element->name : "shape",
                        std::size_t(g.getBodyId()),
                        g.getTransform(),
                        g.getScaleFactors(),
                        std::move(mesh),
                        g.getColor(),
                        g.getOpacity()};
}

std::vector<SceneSurface> collectSurfaces(const CompiledModel& model, const Scene& scene) {
    std::vector<SceneSurface> surfaces;
    for (const DecorativeGeometry& g : scene.geometry)
        if (auto surface = findSurface(model, g)) surfaces.push_back(std::move(*surface));
    return surfaces;
}

Vec3 placeVertex(const Scene& scene, const SceneSurface& surface, std::size_t vertex) {
    const Vec3 scaled = surface.mesh->vertices[vertex].cwiseProduct(surface.scale);
    return scene.bodyPoses[surface.body] * (surface.X_BD * scaled);
}

Diagnostics findTooLarge(const ExportSource& source) {
    constexpr Real most = std::numeric_limits<float>::max();
    Diagnostics diagnostics;
    const Scene scene = sceneOf(*source.model, source.model->getInitialState());
    for (const SceneSurface& surface : collectSurfaces(*source.model, scene)) {
        const auto fits = [&](std::size_t vertex) {
            const Vec3 p = placeVertex(scene, surface, vertex);
            return p.allFinite() && p.cwiseAbs().maxCoeff() <= most;
        };
        bool isWhole = true;
        for (std::size_t i = 0; i < surface.mesh->vertices.size() && isWhole; ++i) isWhole = fits(i);
        if (!isWhole)
            diagnostics.error(surface.name, "It reaches beyond 3e38 m, the largest number that the format can hold.",
                              "Correct its size or its place.");
    }
    return diagnostics;
}

}  // namespace trammel
