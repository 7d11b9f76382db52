// SPDX-License-Identifier: Apache-2.0
// Bodies, frames and shapes of a model of OpenSim.
#include "import/osim/osim_reader.h"

#include <algorithm>
#include <set>

#include "import/import_limits.h"

namespace trammel {

namespace {

/// Maximum nesting depth of frames.
constexpr int deepestFrame = 50;
/// Radius of the ball that shows a marker, m.
constexpr Real markerRadius = 0.01;

/// The last two parts of a path, "owner/name"; empty if it has only one.
std::string lastTwoOf(const std::string& path) {
    const std::size_t last = path.find_last_of('/');
    if (last == std::string::npos || last == 0) return {};
    const std::size_t before = path.find_last_of('/', last - 1);
    return path.substr(before == std::string::npos ? 0 : before + 1);
}

}  // namespace

std::string lastOf(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

pugi::xml_node objectsOf(const pugi::xml_node& around, const char* set) {
    const pugi::xml_node node = around.child(set);
    return node.child("objects") ? node.child("objects") : node;
}

bool isObject(const pugi::xml_node& node) {
    const std::string_view kind(node.name());
    return node.type() == pugi::node_element && kind != "groups" && kind != "objects";
}

Real OsimReader::real(const pugi::xml_node& node, const char* key, Real otherwise) const {
    const pugi::xml_node child = node.child(key);
    if (!child || wordOf(child).empty()) return otherwise;
    const auto x = values_.content(child, 1);
    return x ? x->front() : otherwise;
}

Vec3 OsimReader::vec3(const pugi::xml_node& node, const std::string& key, const Vec3& otherwise) const {
    const pugi::xml_node child = node.child(key.c_str());
    if (!child || wordOf(child).empty()) return otherwise;
    const auto x = values_.content(child, 3);
    return x ? Vec3((*x)[0], (*x)[1], (*x)[2]) : otherwise;
}

bool OsimReader::flag(const pugi::xml_node& node, const char* key, bool otherwise) const {
    const std::string word = wordOf(node.child(key));
    return word.empty() ? otherwise : word == "true" || word == "1";
}

bool OsimReader::isActive(const pugi::xml_node& node) const {
    return flag(node, "isEnforced", true) && flag(node, "appliesForce", true) && !flag(node, "isDisabled", false);
}

Transform OsimReader::transformAt(const pugi::xml_node& node, const std::string& position,
                                  const std::string& angles) const {
    const Vec3 a = vec3(node, angles, Vec3(0.));
    const Rotation R =
        a.squaredNorm() == 0 ? Rotation() : Rotation(BodyRotationSequence, a[0], XAxis, a[1], YAxis, a[2], ZAxis);
    return Transform(R, vec3(node, position, Vec3(0.)));
}

void OsimReader::read() {
    if (!source_.root()) {
        job_.failures.error(job_.fileName(), source_.refusal(),
                            "Check that the file is complete and meant for simulation.");
        return;
    }
    model_ = source_.root().child("Model");
    readBodies();
    if (bodies_.size() < 2) {
        job_.failures.error(job_.fileName(), "It has no bodies.", "Choose an OpenSim model, not a setup file.");
        return;
    }
    job_.name = model_.attribute("name").value();
    for (const char* key : {"credits", "publications"})
        if (const std::string text = wordOf(model_.child(key)); !text.empty())
            job_.notes += (job_.notes.empty() ? "" : "\n\n") + text;
    if (const std::string unit = wordOf(model_.child("length_units")); !unit.empty() && unit != "meters" && unit != "m")
        values_.approximated(model_.child("length_units"), "Its lengths were read as meters.");
    readJoints();
    connectFreeBodies();
    readConstraints();
    readContactGeometry();
    readForces();
    readShapes();
    if (!contacts_.empty()) leaveShapesOfGroundUntouched();
    readMarkers();
    const ElementId gravity = job_.draft.addGravity(vec3(model_, "gravity", Vec3(0, -9.80665, 0)));
    if (gravity.isValid()) values_.imported(model_.child("gravity"), "As gravity.", gravity);
    reportRest();
}

void OsimReader::reportRest() {
    static const std::set<std::string> known{
        "credits",   "publications", "length_units", "force_units",       "gravity",
        "BodySet",   "Ground",       "JointSet",     "ConstraintSet",     "ForceSet",
        "MarkerSet", "ground",       "defaults",     "assembly_accuracy", "ContactGeometrySet"};
    for (const pugi::xml_node& node : model_.children()) {
        if (node.type() != pugi::node_element || known.contains(node.name())) continue;
        const pugi::xml_node objects = objectsOf(model_, node.name());
        const bool isEmpty = std::ranges::none_of(objects.children(), &isObject);
        if (std::string_view(node.name()).ends_with("Set") && isEmpty) continue;
        values_.leftOut(node, "It has no counterpart.");
    }
}

// --- Bodies and frames ---

void OsimReader::readBodies() {
    bodies_.push_back({model_.child("Ground"), "ground", {}, true});
    bodyByName_["ground"] = 0;
    if (bodies_[0].node) collectOffsets(bodies_[0].node.child("components"), "ground");
    for (const pugi::xml_node& node : objectsOf(model_, "BodySet").children("Body")) {
        const std::string name = node.attribute("name").value();
        if (name == "ground" && !bodies_[0].node) {
            bodies_[0].node = node;
            values_.imported(node, "It is Ground.");
            continue;
        }
        if (name.empty() || bodyByName_.contains(name)) {
            values_.leftOut(node, "It needs a name that no other body has.");
            continue;
        }
        if (bodies_.size() > importLimits.bodies) {
            values_.leftOut(node, "The model already has the maximum number of bodies.");
            break;
        }
        const ElementId element = job_.draft.addBody(name, readMass(node));
        bodyByName_[name] = bodies_.size();
        bodies_.push_back({node, name, element, false});
        collectOffsets(node.child("components"), name);
        values_.imported(node, "As a rigid body.", element);
    }
    collectOffsets(model_.child("components"), {});
    for (const pugi::xml_node& node : model_.child("ComponentSet").child("objects").children())
        if (std::string_view(node.name()) == "PhysicalOffsetFrame")
            offsets_.try_emplace("/" + std::string(node.attribute("name").value()), Offset{node, {}});
}

Solid OsimReader::readMass(const pugi::xml_node& body) const {
    Solid solid;
    solid.mass = values_.massOf(body, real(body, "mass", 0));
    solid.center = vec3(body, "mass_center", Vec3(0.));
    Real xx = real(body, "inertia_xx", 0), yy = real(body, "inertia_yy", 0), zz = real(body, "inertia_zz", 0),
         xy = real(body, "inertia_xy", 0), xz = real(body, "inertia_xz", 0), yz = real(body, "inertia_yz", 0);
    if (const pugi::xml_node inertia = body.child("inertia"))
        if (const auto i = values_.content(inertia, 6)) {
            xx = (*i)[0], yy = (*i)[1], zz = (*i)[2], xy = (*i)[3], xz = (*i)[4], yz = (*i)[5];
        }
    solid.inertia = Mat33(xx, xy, xz, xy, yy, yz, xz, yz, zz);
    if (const std::string change = completeInertia(solid.inertia); !change.empty()) values_.approximated(body, change);
    return solid;
}

void OsimReader::collectOffsets(const pugi::xml_node& around, const std::string& owner) {
    for (const pugi::xml_node& node : around.children("PhysicalOffsetFrame")) {
        const std::string name = node.attribute("name").value();
        offsets_.try_emplace(owner + "/" + name, Offset{node, owner});
        offsets_.try_emplace("/" + name, Offset{node, owner});
        // Frames may have frames of their own.
        collectOffsets(node.child("components"), name);
    }
}

std::optional<std::size_t> OsimReader::findBody(const std::string& name) const {
    const auto found = bodyByName_.find(name);
    return found == bodyByName_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<OsimReader::Frame> OsimReader::findFrame(const std::string& path, const std::string& owner,
                                                       int depth) const {
    if (path.empty() || depth > deepestFrame) return std::nullopt;
    const std::string name = lastOf(path);
    if (name == "..") {
        if (const auto body = findBody(owner)) return Frame{*body, {}};
        const auto around = offsets_.find("/" + owner);
        return around == offsets_.end() ? std::nullopt : findFrame(owner, around->second.owner, depth + 1);
    }
    auto found = offsets_.find(owner + "/" + name);
    if (found == offsets_.end()) found = offsets_.find(lastTwoOf(path));
    if (found == offsets_.end()) {
        if (const auto body = findBody(name)) return Frame{*body, {}};
        found = offsets_.find("/" + name);
    }
    if (found == offsets_.end()) return std::nullopt;
    const auto& [node, place] = found->second;
    const auto base = findFrame(wordOf(node.child("socket_parent")), place, depth + 1);
    if (!base) return std::nullopt;
    return Frame{base->body, base->X * transformAt(node, "translation", "orientation")};
}

std::optional<OsimReader::Frame> OsimReader::frameAt(const pugi::xml_node& node, const std::string& key) const {
    const pugi::xml_node socket = node.child(("socket_" + key).c_str());
    return findFrame(wordOf(socket ? socket : node.child(key.c_str())), node.attribute("name").value());
}

// --- Shapes ---

void OsimReader::readShapes() {
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
        const Body& body = bodies_[i];
        if (job_.isCanceled()) return;
        readGeometry(body.node.child("attached_geometry"), i, {}, body.name);
        readVisibleObject(body.node.child("VisibleObject"), i);
        for (const pugi::xml_node& wrap : objectsOf(body.node, "WrapObjectSet").children())
            if (std::string_view(wrap.name()).starts_with("Wrap"))
                values_.leftOut(wrap, "Cables do not wrap around surfaces.", body.element);
    }
    std::set<std::ptrdiff_t> seen;
    for (const auto& [key, offset] : offsets_) {
        if (!seen.insert(offset.node.offset_debug()).second) continue;
        const std::string name = offset.node.attribute("name").value();
        if (const auto frame = findFrame(name, offset.owner))
            readGeometry(offset.node.child("attached_geometry"), frame->body, frame->X, name);
    }
}

namespace {
ShapeLook lookOf(const XmlValues& values, const pugi::xml_node& node) {
    ShapeLook look;
    look.color = Vec3(0.9, 0.88, 0.8);
    const pugi::xml_node from = node.child("Appearance") ? node.child("Appearance") : node;
    if (const pugi::xml_node color = from.child("color"))
        if (const auto rgb = values.content(color, 3))
            for (int i = 0; i < 3; ++i) look.color[i] = std::clamp((*rgb)[std::size_t(i)], 0., 1.);
    if (const pugi::xml_node opacity = from.child("opacity"))
        if (const auto x = values.content(opacity, 1)) look.opacity = std::clamp(x->front(), 0., 1.);
    return look;
}
}  // namespace

void OsimReader::addMesh(const pugi::xml_node& node, const std::string& address, const Vec3& scale, ShapePlace place) {
    const std::filesystem::path folder = job_.files.mainFile().parent_path();
    const std::vector<std::filesystem::path> folders{folder, folder / "Geometry", folder / "../Geometry",
                                                     folder / "../../Geometry"};
    Vec3 size = scale, signs(1.);
    for (int i = 0; i < 3; ++i) {
        if (size[i] == 0) size[i] = 1;
        signs[i] = size[i] < 0 ? -1 : 1;
    }
    const MeshStore::Mesh& mesh = job_.meshes.load(address, job_.files.mainFile(), folders, signs);
    if (!mesh.isThere())
        return values_.leftOut(node, "The mesh '" + address.substr(0, 200) + "' is missing. " + mesh.message,
                               place.body);
    const ElementId id = job_.meshes.addShape(mesh, place.name, place.body, place.X_BS, size, place.look);
    values_.addRow(mesh.message.empty() ? ImportOutcome::Imported : ImportOutcome::Approximated, node,
                   "As a shape with a mesh. " + mesh.message, id);
}

void OsimReader::readGeometry(const pugi::xml_node& around, std::size_t body, const Transform& X,
                              const std::string& name) {
    int number = 0;
    for (const pugi::xml_node& node : around.children()) {
        if (node.type() != pugi::node_element) continue;
        if (job_.isCanceled()) return;
        const std::string_view kind(node.name());
        ShapePlace place;
        place.name = node.attribute("name").value();
        if (place.name.empty()) place.name = name + " geometry " + std::to_string(++number);
        place.body = bodies_[body].element;
        place.X_BS = X;
        place.look = lookOf(values_, node);
        const Vec3 scale = vec3(node, "scale_factors", Vec3(1.));
        if (kind == "Mesh") {
            addMesh(node, wordOf(node.child("mesh_file")), scale, place);
            continue;
        }
        const Vec3 s(scale.cwiseAbs());
        const Real radius = real(node, "radius", 0.1);
        const auto add = [&](const char* type) {
            const ElementId id = job_.draft.addShape(type, place.name, place.body, place.X_BS, place.look);
            values_.imported(node, "As a shape.", id);
            return id;
        };
        if (kind == "Brick") {
            const Vec3 half = vec3(node, "half_lengths", Vec3(0.1));
            job_.draft.get(add("box")).set("size", Vec3(2 * half.cwiseProduct(s)));
        } else if (kind == "Sphere" && s[0] == s[1] && s[1] == s[2]) {
            job_.draft.get(add("sphere")).set("radius", radius * s[0]);
        } else if (kind == "Sphere") {
            job_.draft.get(add("ellipsoid")).set("radii", Vec3(radius * s));
        } else if (kind == "Ellipsoid") {
            job_.draft.get(add("ellipsoid")).set("radii", Vec3(vec3(node, "radii", Vec3(0.1)).cwiseProduct(s)));
        } else if (kind == "Cylinder") {
            job_.draft.get(add("cylinder"))
                .set("radius", radius * s[0])
                .set("length", 2 * real(node, "half_height", 0.1) * s[1]);
        } else if (kind != "FrameGeometry") {
            values_.leftOut(node, "There is no shape of this kind.", place.body);
        }
    }
}

void OsimReader::readVisibleObject(const pugi::xml_node& visible, std::size_t body) {
    if (!visible) return;
    const auto placed = [&](const pugi::xml_node& node) {
        const pugi::xml_node held = node.child("transform");
        const auto x = held && !wordOf(held).empty() ? values_.content(held, 6) : std::nullopt;
        if (!x) return Transform();
        return Transform(Rotation(BodyRotationSequence, (*x)[0], XAxis, (*x)[1], YAxis, (*x)[2], ZAxis),
                         Vec3((*x)[3], (*x)[4], (*x)[5]));
    };
    const Transform X_outer = placed(visible);
    const Vec3 scale = vec3(visible, "scale_factors", Vec3(1.));
    ShapePlace place;
    place.body = bodies_[body].element;
    int number = 0;
    for (const pugi::xml_node& node : objectsOf(visible, "GeometrySet").children("DisplayGeometry")) {
        if (job_.isCanceled()) return;
        place.name = bodies_[body].name + " geometry " + std::to_string(++number);
        place.look = lookOf(values_, node);
        place.X_BS = X_outer * placed(node);
        addMesh(node, wordOf(node.child("geometry_file")),
                Vec3(scale.cwiseProduct(vec3(node, "scale_factors", Vec3(1.)))), place);
    }
    // The oldest files name their meshes in one list.
    const std::string files = wordOf(visible.child("geometry_files"));
    for (std::size_t at = 0; at < files.size();) {
        const std::size_t first = files.find_first_not_of(" \t\r\n", at);
        if (first == std::string::npos) break;
        at = std::min(files.find_first_of(" \t\r\n", first), files.size());
        place.name = bodies_[body].name + " geometry " + std::to_string(++number);
        place.look = lookOf(values_, visible);
        place.X_BS = X_outer;
        addMesh(visible.child("geometry_files"), files.substr(first, at - first), scale, place);
    }
}

void OsimReader::readMarkers() {
    for (const pugi::xml_node& node : objectsOf(model_, "MarkerSet").children("Marker")) {
        const pugi::xml_node old = node.child("body");
        const auto frame = old ? findFrame(wordOf(old), {}) : frameAt(node, "parent_frame");
        if (!frame) {
            values_.leftOut(node, "Its body does not exist.");
            continue;
        }
        ShapeLook look;
        look.color = Vec3(1, 0.6, 0.8);
        const Transform X(frame->X * vec3(node, "location", Vec3(0.)));
        std::string name = node.attribute("name").value();
        if (name.empty()) name = "marker";
        const ElementId id = job_.draft.addShape("sphere", name, bodyAt(*frame), X, look);
        job_.draft.get(id).set("radius", markerRadius).set("touches", false);
        values_.approximated(node, "As a small ball on its body.", id);
    }
}

}  // namespace trammel
