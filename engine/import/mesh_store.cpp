// SPDX-License-Identifier: Apache-2.0
#include "import/mesh_store.h"

#include "document/file_access.h"
#include "import/import_limits.h"
#include "meshes/convex_parts.h"
#include "meshes/corner_hull.h"
#include "meshes/mesh_reader.h"

namespace trammel {

namespace {
/// Edge of the cube that stands for a mesh that is missing, m.
constexpr Real placeholderSize = 0.04;
/// Volume of the hull of a mesh, relative to its own, up to which the mesh counts as convex; meshes have single
/// precision.
constexpr Real convexTolerance = 1e-5;

std::string messageOf(const Diagnostics& diagnostics) {
    std::string text;
    for (const Diagnostic& d : diagnostics) {
        if (!text.empty()) text += ' ';
        text += d.message;
        if (!d.remedy.empty()) text += ' ' + d.remedy;
    }
    return text;
}

TriangleMesh mirrored(TriangleMesh mesh, const Vec3& signs) {
    for (Vec3& v : mesh.vertices) v = Vec3(v.cwiseProduct(signs));
    if (signs[0] * signs[1] * signs[2] < 0)
        for (std::size_t i = 0; i + 2 < mesh.triangles.size(); i += 3)
            std::swap(mesh.triangles[i], mesh.triangles[i + 1]);
    return mesh;
}
}  // namespace

MeshStore::Mesh MeshStore::read(const std::filesystem::path& file, const Vec3& signs) {
    if (watch_.cancel && watch_.cancel->load()) return {{}, {}, "The import was canceled."};
    if (watch_.meshesRead) watch_.meshesRead->fetch_add(1);
    const std::size_t left = importLimits.allMeshBytes - std::min(bytes_, importLimits.allMeshBytes);
    const Result<std::string> bytes = readWholeFile(file, std::min(importLimits.meshBytes, left));
    if (!bytes) return {{}, {}, messageOf(bytes.diagnostics)};
    bytes_ += bytes->size();
    const auto sibling = [&](const std::string& address) -> std::optional<std::string> {
        const auto found = files_.find(address, file);
        if (!found) return std::nullopt;
        const Result<std::string> held = readWholeFile(*found, importLimits.meshBytes);
        return held ? std::optional(*held.value) : std::nullopt;
    };
    Result<TriangleMesh> mesh = readMeshOfKind(*bytes, file.extension().string(), sibling);
    if (!mesh) return {{}, {}, messageOf(mesh.diagnostics)};
    TriangleMesh turned = mirrored(std::move(*mesh), signs);
    Mesh result;
    result.measure = measureMesh(turned);
    result.message = messageOf(mesh.diagnostics);
    Element element = Element::draft("mesh", "triangles", file.stem().string() + " mesh");
    element.set("data", writeMesh(turned)).set("source", file.filename().string());
    result.element = draft_.add(std::move(element));
    return result;
}

const MeshStore::Mesh& MeshStore::load(const std::string& address, const std::filesystem::path& from,
                                       const std::vector<std::filesystem::path>& folders, const Vec3& signs) {
    const auto found = files_.find(address, from, folders);
    const std::string suffix =
        signs[0] < 0 || signs[1] < 0 || signs[2] < 0
            ? "|" + std::string(signs[0] < 0 ? "-" : "+") + (signs[1] < 0 ? "-" : "+") + (signs[2] < 0 ? "-" : "+")
            : std::string();
    const std::string key = found ? found->string() + suffix : "missing " + address;
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    return known_[key] = found ? read(*found, signs) : Mesh{{}, {}, messageOf(found.diagnostics)};
}

const MeshStore::Mesh& MeshStore::keep(const std::string& name, TriangleMesh mesh, const std::string& source) {
    Mesh result;
    result.measure = measureMesh(mesh);
    Element element = Element::draft("mesh", "triangles", name);
    element.set("data", writeMesh(mesh)).set("source", source);
    result.element = draft_.add(std::move(element));
    return known_["inline " + name] = result;
}

std::shared_ptr<const TriangleMesh> MeshStore::trianglesOf(const Mesh& mesh) const {
    return readMesh(std::get<std::string>(*draft_.get(mesh.element).findExplicit("data")), 1)->mesh;
}

const MeshStore::Mesh& MeshStore::hullOf(const Mesh& mesh) {
    if (!mesh.isThere()) return mesh;
    const auto [known, isNew] = hulls_.try_emplace(mesh.element);
    if (isNew) {
        TriangleMesh triangles = makeConvexHull(trianglesOf(mesh)->vertices);
        Mesh hull;
        hull.measure = measureMesh(triangles);
        const bool isConvex =
            mesh.measure.isSolid() && hull.measure.volume <= (1 + convexTolerance) * mesh.measure.volume;
        if (hull.measure.isSolid() && !isConvex) {
            const Element& whole = draft_.get(mesh.element);
            Element element = Element::draft("mesh", "triangles", whole.name + " hull");
            element.set("data", writeMesh(triangles))
                .set("source", std::get<std::string>(*whole.findExplicit("source")));
            hull.element = draft_.add(std::move(element));
            known->second = hull;
        }
    }
    return known->second ? *known->second : mesh;
}

const std::vector<MeshStore::Mesh>& MeshStore::partsOf(const Mesh& mesh, int most) {
    const auto [known, isNew] = parts_.try_emplace({mesh.element, most});
    if (!isNew || !mesh.isThere()) return known->second;
    ConvexPartsOptions options;
    options.mostParts = most;
    const Result<ConvexParts> parts =
        splitIntoConvexParts(*trianglesOf(mesh), options, [this] { return watch_.cancel && watch_.cancel->load(); });
    if (!parts || parts->hulls.size() < 2) return known->second;
    const Element whole = draft_.get(mesh.element);
    for (std::size_t i = 0; i < parts->hulls.size(); ++i) {
        Mesh part;
        part.measure = measureMesh(parts->hulls[i]);
        Element element = Element::draft("mesh", "triangles", whole.name + " part " + std::to_string(i + 1));
        element.set("data", writeMesh(parts->hulls[i]))
            .set("source", std::get<std::string>(*whole.findExplicit("source")));
        part.element = draft_.add(std::move(element));
        known->second.push_back(part);
    }
    return known->second;
}

ElementId MeshStore::addShape(const Mesh& mesh, const std::string& name, ElementId body, const Transform& X_BS,
                              const Vec3& scale, const ShapeLook& look) {
    if (!mesh.isThere()) {
        const ElementId id = draft_.addShape("box", name + " (missing mesh)", body, X_BS, look);
        draft_.get(id).set("size", Vec3(placeholderSize)).set("touches", false);
        return id;
    }
    const ElementId id = draft_.addShape("mesh", name, body, X_BS, look);
    const Vec3 factors(scale.cwiseAbs());
    if (factors != Vec3(1.)) draft_.get(id).set("scale", factors);
    draft_.get(id).plug("mesh", mesh.element);
    measures_[id] = mesh.measure;
    return id;
}

const MeshMeasure* MeshStore::measureOf(ElementId shape) const {
    const auto found = measures_.find(shape);
    return found == measures_.end() ? nullptr : &found->second;
}

}  // namespace trammel
