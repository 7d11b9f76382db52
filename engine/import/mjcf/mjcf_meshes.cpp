// SPDX-License-Identifier: Apache-2.0
// Meshes of an MJCF model and the mass that MuJoCo gives them.
#include <algorithm>

#include "import/import_limits.h"
#include "import/mjcf/mjcf_reader.h"
#include "meshes/corner_hull.h"

namespace trammel {

std::optional<TriangleMesh> MjcfReader::readInlineMesh(const MjcfPart& part, const Vec3& signs) const {
    const XmlValues& values = part.values();
    const auto vertices = values.reals(part.node, "vertex"), faces = values.reals(part.node, "face");
    TriangleMesh mesh;
    if (vertices && vertices->size() % 3 == 0 && vertices->size() / 3 <= importLimits.triangles)
        for (std::size_t i = 0; i < vertices->size(); i += 3)
            mesh.vertices.push_back(
                Vec3(Vec3((*vertices)[i], (*vertices)[i + 1], (*vertices)[i + 2]).cwiseProduct(signs)));
    if (!part.node.attribute("face")) {
        TriangleMesh hull = makeConvexHull(mesh.vertices);
        if (!hull.triangles.empty()) return hull;
        values.leftOut(part.node, "Its points enclose no volume.");
        return std::nullopt;
    }
    bool sound = !mesh.vertices.empty() && faces && faces->size() % 3 == 0 && !faces->empty() &&
                 faces->size() / 3 <= importLimits.triangles;
    for (std::size_t i = 0; sound && i < faces->size(); ++i) {
        const Real f = (*faces)[i];
        sound = f >= 0 && f < Real(mesh.vertices.size());
        if (sound) mesh.triangles.push_back(std::uint32_t(f));
    }
    // Meshes are kept in single precision.
    constexpr Real farthest = 1e30;
    sound =
        sound && std::ranges::all_of(mesh.vertices, [](const Vec3& v) { return v.cwiseAbs().maxCoeff() <= farthest; });
    if (!sound) {
        values.leftOut(part.node,
                       "A mesh whose faces name missing vertices, or whose vertices are too far away, is left out.");
        return std::nullopt;
    }
    if (signs[0] * signs[1] * signs[2] < 0)
        for (std::size_t i = 0; i + 2 < mesh.triangles.size(); i += 3)
            std::swap(mesh.triangles[i], mesh.triangles[i + 1]);
    return mesh;
}

Solid MjcfReader::solidOf(const MjcfPart& part, const MeshStore::Mesh& mesh, const Vec3& scale) const {
    if (!mesh.isThere()) return {};
    std::string rule = part.text("inertia");
    if (rule.empty()) rule = model_.setting("exactmeshinertia") == "true" ? "exact" : "legacy";
    if (rule == "exact" && mesh.measure.isSolid()) return solidMesh(mesh.measure, Vec3(scale.cwiseAbs()));
    const std::shared_ptr<const TriangleMesh> triangles = job_.meshes.trianglesOf(mesh);
    if (rule == "convex") return solidMesh(measureMesh(makeConvexHull(triangles->vertices)), Vec3(scale.cwiseAbs()));
    if (rule != "legacy")
        part.values().approximated(part.node, rule == "exact" ? "The mesh is not closed: its mass is that of MuJoCo's "
                                                                "rule 'legacy'."
                                                              : "Its mass is that of a solid.");
    return solidByInertiaBox(*triangles, Vec3(scale.cwiseAbs()));
}

void MjcfReader::loadMesh(Mesh& mesh, const std::string& name) {
    const MjcfPart& part = mesh.part;
    const XmlValues& values = part.values();
    mesh.scale = values.vec3(part.node, "scale", Vec3(1.));
    Vec3 signs(1.);
    for (int i = 0; i < 3; ++i) signs[i] = mesh.scale[i] < 0 ? -1 : 1;
    if (mesh.scale[0] * mesh.scale[1] * mesh.scale[2] == 0) mesh.scale = Vec3(1.);
    // The vertices are moved by the inverse of the reference pose.
    const Vec3 position = values.vec3(part.node, "refpos", Vec3(0.));
    Rotation turn;
    if (const auto q = values.reals(part.node, "refquat", 4))
        turn = Rotation::fromQuaternion(Vec4((*q)[0], (*q)[1], (*q)[2], (*q)[3]));
    mesh.X = Transform(turn, position).invert();
    if (part.node.attribute("vertex")) {
        if (auto triangles = readInlineMesh(part, signs)) {
            mesh.loaded = &job_.meshes.keep(name, std::move(*triangles), part.file->path.filename().string());
            values.imported(part.node, part.node.attribute("face") ? "As a mesh." : "As the convex hull of its points.",
                            mesh.loaded->element);
        } else {
            mesh.loaded = &job_.meshes.load({}, part.file->path);
        }
    } else {
        mesh.loaded = &job_.meshes.load(part.text("file"), part.file->path, model_.meshFolders(), signs);
        if (!mesh.loaded->isThere())
            values.leftOut(part.node,
                           "The mesh '" + part.text("file").substr(0, 200) + "' is missing. " + mesh.loaded->message);
        else
            values.addRow(mesh.loaded->message.empty() ? ImportOutcome::Imported : ImportOutcome::Approximated,
                          part.node, "As a mesh. " + mesh.loaded->message, mesh.loaded->element);
    }
    mesh.solid = solidOf(part, *mesh.loaded, mesh.scale);
}

}  // namespace trammel
