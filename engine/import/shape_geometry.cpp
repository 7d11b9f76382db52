// SPDX-License-Identifier: Apache-2.0
#include "import/shape_geometry.h"

#include <algorithm>
#include <cmath>

namespace trammel {

namespace {
/// Drawn size of a plane that is infinite, m.
constexpr Real planeSize = 10;

/// How a collision mesh touches.
struct CollisionRule {
    bool asHull = false, inParts = false;
    int mostParts = 16;
};

/// The rule chosen for the import, otherwise that of the file: SDFormat's `optimization`.
CollisionRule collisionRule(const ImportJob& job, const pugi::xml_node& mesh) {
    CollisionRule rule;
    const std::string chosen = job.choice("collision"), given = mesh.attribute("optimization").value();
    rule.asHull = chosen == "hull" || (chosen == "given" && given == "convex_hull");
    rule.inParts = chosen == "parts" || (chosen == "given" && given == "convex_decomposition");
    constexpr int most = 64;
    const int wanted = mesh.child("convex_decomposition").child("max_convex_hulls").text().as_int(rule.mostParts);
    rule.mostParts = std::clamp(wanted, 1, most);
    return rule;
}

std::string purposeOf(const ShapePlace& place) { return place.look.isCollision ? "a collision shape" : "a shape"; }
}  // namespace

Solid addGeometry(ImportJob& job, const XmlValues& values, const pugi::xml_node& geometry, const ShapePlace& place,
                  const std::function<std::optional<std::vector<Real>>(const char* key, std::size_t count)>& sizes,
                  const std::string& address) {
    const std::string kind = geometry.name();
    ModelDraft& draft = job.draft;
    const auto positive = [&](const char* key, std::size_t count) -> std::vector<Real> {
        auto read = sizes(key, count);
        if (read && std::ranges::all_of(*read, [](Real x) { return x > 0; })) return *read;
        values.leftOut(geometry, std::string("Its ") + key + " is missing or not positive: it has no shape.");
        return {};
    };
    const auto added = [&](ElementId id, const Solid& solid) {
        values.imported(geometry, "As " + purposeOf(place) + ".", id);
        return solid.placed(place.X_BS);
    };
    const auto vector = [](const std::vector<Real>& x) { return Vec3(x[0], x[1], x[2]); };
    if (kind == "box") {
        const auto size = positive("size", 3);
        if (size.empty()) return {};
        const ElementId id = draft.addShape("box", place.name, place.body, place.X_BS, place.look);
        draft.get(id).set("size", vector(size));
        return added(id, solidBox(vector(size)));
    }
    if (kind == "sphere") {
        const auto radius = positive("radius", 1);
        if (radius.empty()) return {};
        const ElementId id = draft.addShape("sphere", place.name, place.body, place.X_BS, place.look);
        draft.get(id).set("radius", radius[0]);
        return added(id, solidSphere(radius[0]));
    }
    if (kind == "ellipsoid") {
        const auto radii = positive("radii", 3);
        if (radii.empty()) return {};
        const ElementId id = draft.addShape("ellipsoid", place.name, place.body, place.X_BS, place.look);
        draft.get(id).set("radii", vector(radii));
        return added(id, solidEllipsoid(vector(radii)));
    }
    if (kind == "cylinder" || kind == "capsule") {
        const auto radius = positive("radius", 1);
        const auto length = radius.empty() ? radius : positive("length", 1);
        if (length.empty()) return {};
        const ElementId id =
            draft.addRoundShape(kind, place.name, place.body, place.X_BS, radius[0], length[0], place.look);
        return added(id, kind == "cylinder" ? solidCylinder(radius[0], length[0]) : solidCapsule(radius[0], length[0]));
    }
    if (kind == "mesh") {
        Vec3 scale(1.);
        if (const auto read = sizes("scale", 3)) scale = vector(*read);
        if (scale[0] * scale[1] * scale[2] == 0) {
            values.leftOut(geometry, "Its scale is zero along an axis: the mesh is shown unscaled.");
            scale = Vec3(1.);
        }
        Vec3 signs(1.);
        for (int i = 0; i < 3; ++i) signs[i] = scale[i] < 0 ? -1 : 1;
        const MeshStore::Mesh& mesh =
            job.meshes.load(address, place.file.empty() ? job.files.mainFile() : place.file, {}, signs);
        const CollisionRule rule = place.look.isCollision ? collisionRule(job, geometry) : CollisionRule{};
        Solid solid = solidMesh(mesh.measure, Vec3(scale.cwiseAbs())).placed(place.X_BS);
        if (rule.inParts && !job.meshes.partsOf(mesh, rule.mostParts).empty()) {
            const std::vector<MeshStore::Mesh>& parts = job.meshes.partsOf(mesh, rule.mostParts);
            ElementId id;
            for (std::size_t i = 0; i < parts.size(); ++i)
                id = job.meshes.addShape(parts[i], place.name + " part " + std::to_string(i + 1), place.body,
                                         place.X_BS, scale, place.look);
            values.addRow(
                ImportOutcome::Approximated, geometry,
                "As " + std::to_string(parts.size()) + " convex parts that touch in place of the mesh. " + mesh.message,
                id);
            return solid;
        }
        const MeshStore::Mesh& shown = rule.asHull ? job.meshes.hullOf(mesh) : mesh;
        const ElementId id = job.meshes.addShape(shown, place.name, place.body, place.X_BS, scale, place.look);
        if (!mesh.isThere()) {
            values.leftOut(
                geometry,
                "The mesh '" + address.substr(0, 200) + "' was not read. " + mesh.message + " A small box replaces it.",
                id);
            return {};
        }
        values.addRow(mesh.message.empty() && &shown == &mesh ? ImportOutcome::Imported : ImportOutcome::Approximated,
                      geometry,
                      "As " + purposeOf(place) +
                          (&shown == &mesh ? " with a mesh. " : " with the convex hull of a mesh. ") + mesh.message,
                      id);
        return solid;
    }
    values.leftOut(geometry, "There is no shape of this kind.");
    return {};
}

ElementId addPlane(ModelDraft& draft, const XmlValues& values, const pugi::xml_node& plane, const ShapePlace& place,
                   Real length, Real width) {
    // A floor is level where y is up.
    const ElementId shape = draft.addShape("floor", place.name, place.body,
                                           place.X_BS * Transform(Rotation(Pi / 2, XAxis), Vec3(0.)), place.look);
    const auto usual = [](Real size) { return size > 0 ? size : planeSize; };
    draft.get(shape).set("length", usual(length)).set("width", usual(width));
    values.imported(plane, "As a floor, unbounded where it touches.", shape);
    return shape;
}

ElementId addFloor(ModelDraft& draft, const std::string& name, const Transform& X_G) {
    ShapeLook look;
    look.isCollision = true;
    const ElementId shape = draft.addShape("floor", name, {}, X_G * Transform(Rotation(Pi / 2, XAxis), Vec3(0.)), look);
    draft.get(shape).set("length", planeSize).set("width", planeSize).set("visible", true);
    return shape;
}

void setDrawnSize(ModelDraft& draft, ElementId floor, Real size) {
    // One digit, whatever the rounding.
    const Real unit = std::pow(10, std::floor(std::log10(3 * size)));
    const Real side = std::ceil(3 * size / unit - 1e-9) * unit;
    draft.get(floor).set("length", side).set("width", side);
}

}  // namespace trammel
