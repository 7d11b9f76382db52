// SPDX-License-Identifier: Apache-2.0
// The initial pose as triangles: STL and OBJ.
#include <charconv>
#include <ostream>

#include "export/obj_pose.h"
#include "export/scene_surfaces.h"
#include "export/stl_pose.h"
#include "formats/stl_writer.h"

namespace trammel {

namespace {

/// All surfaces of the initial pose.
struct PosedSurfaces {
    explicit PosedSurfaces(const CompiledModel& model)
        : scene(sceneOf(model, model.getInitialState())), surfaces(collectSurfaces(model, scene)) {}

    Scene scene;
    std::vector<SceneSurface> surfaces;
};

bool reportProgress(const Progress& progress, std::size_t done, std::size_t all) {
    return !progress || progress(double(done) / double(std::max<std::size_t>(all, 1)));
}

/// The shortest text of a number in single precision.
void appendNumber(std::string& text, Real x) {
    char buffer[32];
    text.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, float(x)).ptr);
}

}  // namespace

bool StlPoseExporter::write(const ExportSource& source, std::ostream& out, const Progress& progress) {
    const PosedSurfaces posed(*source.model);
    std::size_t triangles = 0;
    for (const SceneSurface& surface : posed.surfaces) triangles += surface.mesh->triangles.size() / 3;
    std::string bytes = stlHead(triangles);
    for (std::size_t i = 0; i < posed.surfaces.size(); ++i) {
        if (!reportProgress(progress, i, posed.surfaces.size())) return false;
        const SceneSurface& surface = posed.surfaces[i];
        const auto& corners = surface.mesh->triangles;
        for (std::size_t t = 0; t + 2 < corners.size(); t += 3) {
            Vec3 p[3];
            for (std::size_t k = 0; k < 3; ++k) p[k] = placeVertex(posed.scene, surface, corners[t + k]);
            appendStlTriangle(bytes, p[0], p[1], p[2]);
        }
        out << bytes;
        bytes.clear();
    }
    out << bytes;
    return reportProgress(progress, 1, 1);
}

bool ObjPoseExporter::write(const ExportSource& source, std::ostream& out, const Progress& progress) {
    const PosedSurfaces posed(*source.model);
    out << "# Trammel, meters\n";
    std::size_t first = 1;
    for (std::size_t i = 0; i < posed.surfaces.size(); ++i) {
        if (!reportProgress(progress, i, posed.surfaces.size())) return false;
        const SceneSurface& surface = posed.surfaces[i];
        std::string text = "o " + surface.name + "\n";
        for (std::size_t v = 0; v < surface.mesh->vertices.size(); ++v) {
            const Vec3 p = placeVertex(posed.scene, surface, v);
            text += "v";
            for (int axis = 0; axis < 3; ++axis) {
                text += ' ';
                appendNumber(text, p[axis]);
            }
            text += '\n';
        }
        const auto& corners = surface.mesh->triangles;
        for (std::size_t t = 0; t + 2 < corners.size(); t += 3) {
            text += "f";
            for (std::size_t k = 0; k < 3; ++k) text += " " + std::to_string(first + corners[t + k]);
            text += '\n';
        }
        first += surface.mesh->vertices.size();
        out << text;
    }
    return reportProgress(progress, 1, 1);
}

}  // namespace trammel
