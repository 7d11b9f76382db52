// SPDX-License-Identifier: Apache-2.0
// Worlds, models, links and shapes of an SDF file.
#include "import/sdf/sdf_reader.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "document/file_access.h"
#include "import/draft_contacts.h"
#include "import/import_limits.h"

namespace trammel {

namespace {

/// The minor part of the latest version that this follows, 1.11.
constexpr int latestMinorVersion = 11;

/// Colors of the materials that come with Gazebo.
struct NamedColor {
    const char* name;
    Real rgb[3];
};
constexpr NamedColor namedColors[] = {
    {"Gazebo/Grey", {0.7, 0.7, 0.7}},    {"Gazebo/DarkGrey", {0.18, 0.18, 0.18}},
    {"Gazebo/White", {1, 1, 1}},         {"Gazebo/FlatBlack", {0.1, 0.1, 0.1}},
    {"Gazebo/Black", {0, 0, 0}},         {"Gazebo/Red", {1, 0, 0}},
    {"Gazebo/Green", {0, 1, 0}},         {"Gazebo/Blue", {0, 0, 1}},
    {"Gazebo/Yellow", {1, 1, 0}},        {"Gazebo/Purple", {1, 0, 1}},
    {"Gazebo/Turquoise", {0, 1, 1}},     {"Gazebo/Orange", {1, 0.51, 0.04}},
    {"Gazebo/Indigo", {0.33, 0.0, 0.5}}, {"Gazebo/Gold", {0.8, 0.65, 0.13}},
    {"Gazebo/Wood", {0.65, 0.45, 0.25}},
};

}  // namespace

bool SdfReader::isTrue(const pugi::xml_node& node) {
    const std::string text = wordOf(node);
    return text == "1" || text == "true";
}

void SdfReader::read() {
    files_.push_back(std::make_unique<XmlFile>(job_.files.mainFile(), job_.bytes(), job_.report));
    const Part root{files_.front()->source.root(), files_.front().get()};
    elements_ = files_.front()->source.size();
    if (!root.node) {
        job_.failures.error(job_.fileName(), files_.front()->source.refusal(),
                            "Check that the file is complete and meant for simulation.");
        return;
    }
    const std::string version = root.node.attribute("version").value();
    if (const std::size_t point = version.find('.'); point != std::string::npos)
        std::from_chars(version.data() + point + 1, version.data() + version.size(), minorVersion_);
    if (minorVersion_ > latestMinorVersion)
        root.values().approximated(root.node, "Its version is newer than 1.11, as which it was read.");
    world_ = root.child("world");
    if (world_.node) {
        job_.name = world_.node.attribute("name").value();
        bool isFirst = true;
        for (const pugi::xml_node& other : root.node.children("world")) {
            if (!isFirst) root.values().leftOut(other, "The first world of the file was read.");
            isFirst = false;
        }
    }
    const Part top = world_.node ? world_ : root;
    // Models that do not move are the surroundings of those that do.
    const auto models = top.node.children("model"), includes = top.node.children("include");
    topModels_ = std::distance(models.begin(), models.end()) + std::distance(includes.begin(), includes.end());
    const auto still = std::ranges::count_if(models, [](const auto& model) { return isTrue(model.child("static")); });
    hasOneMoving_ = topModels_ - still == 1;
    readScope(top, 0, {}, false, 0);
    auto named = std::ranges::find(models_, false, &Model::isStatic);
    if (topModels_ == 1) named = models_.begin();
    if ((hasOneMoving_ || topModels_ == 1) && named != models_.end() && !world_.node)
        job_.name = named->part.node.attribute("name").value();
    if (links_.empty()) {
        job_.failures.error(job_.fileName(), "It has no links.", "Choose an SDF file of a model or a world.");
        return;
    }
    addBodies();
    addJoints();
    connectRoots();
    addBushings();
    for (Link& link : links_) {
        if (job_.isCanceled()) return;
        readShapes(link);
        link.mass = readInertial(link);
        job_.draft.setMass(link.body, link.mass);
    }
    for (const Transform& X : usualFloors_) fitFloor(job_, addFloor(job_.draft, "ground_plane", X));
    readContacts();
    readGravity();
    reportRest(root, {"world", "model", "include"});
    if (world_.node) reportRest(world_, {"model", "include", "frame", "joint", "gravity", "physics"});
}

void SdfReader::reportRest(const Part& part, const std::set<std::string>& known) {
    for (const pugi::xml_node& node : part.node.children()) {
        if (node.type() != pugi::node_element || known.contains(node.name())) continue;
        const std::string_view kind(node.name());
        part.values().leftOut(node, kind == "plugin"   ? "Plugins are code for Gazebo."
                                    : kind == "light"  ? "The scene has its own light."
                                    : kind == "sensor" ? "The model has no sensors."
                                    : kind == "state"  ? "The poses of the models are used, not those of a saved state."
                                                       : "It has no counterpart.");
    }
}

// --- Frames ---

Transform SdfReader::readPose(const Part& pose) const {
    if (!pose.node || wordOf(pose.node).empty()) return {};
    const std::string format = pose.node.attribute("rotation_format").value();
    if (format == "quat_xyzw") {
        const auto x = pose.values().content(pose.node, 7);
        if (!x) return {};
        const Vec4 q((*x)[6], (*x)[3], (*x)[4], (*x)[5]);
        return Transform(q.norm() > 0 ? Rotation::fromQuaternion(Vec4(q.normalized())) : Rotation(),
                         Vec3((*x)[0], (*x)[1], (*x)[2]));
    }
    const auto x = pose.values().content(pose.node, 6);
    if (!x) return {};
    const Real unit = pose.node.attribute("degrees").as_bool() ? Pi / 180 : 1;
    const Real roll = unit * (*x)[3], pitch = unit * (*x)[4], yaw = unit * (*x)[5];
    const Rotation R = roll == 0 && pitch == 0 && yaw == 0
                           ? Rotation()
                           : Rotation(BodyRotationSequence, yaw, ZAxis, pitch, YAxis, roll, XAxis);
    return Transform(R, Vec3((*x)[0], (*x)[1], (*x)[2]));
}

std::string SdfReader::relativeOf(const Part& pose) const {
    const std::string name = pose.node.attribute("relative_to").value();
    return name.empty() ? pose.node.attribute("frame").value() : name;
}

std::string SdfReader::endOf(const Part& joint, const char* key) const {
    const pugi::xml_node end = joint.node.child(key);
    const std::string name = wordOf(end);
    return name.empty() ? end.child("link").attribute("name").value() : name;
}

void SdfReader::readScope(const Part& part, int scope, const std::string& prefix, bool isStatic, int depth) {
    const auto put = [&](const pugi::xml_node& node, const std::string& name, SdfFrames::Kind kind,
                         const std::string& attachedTo) {
        const Part pose{node.child("pose"), part.file};
        SdfFrames::Frame frame;
        frame.kind = kind;
        frame.scope = scope;
        frame.name = name;
        frame.relativeTo = relativeOf(pose);
        frame.pose = readPose(pose);
        frame.attachedTo = attachedTo;
        const int index = frame.name.empty() ? -1 : frames_.add(std::move(frame));
        if (index < 0) part.values().leftOut(node, std::string("It needs a name that is unique in its model."));
        return index;
    };
    std::set<std::string> namesOfOthers;
    for (const char* const kind : {"link", "frame", "model"})
        for (const pugi::xml_node& node : part.node.children(kind))
            namesOfOthers.insert(node.attribute("name").value());
    const std::size_t model = models_.empty() ? 0 : models_.size() - 1;
    for (const pugi::xml_node& node : part.node.children()) {
        const std::string_view kind(node.name());
        if (job_.isCanceled()) return;
        if (kind == "link" && scope != 0) {
            if (links_.size() >= importLimits.bodies) {
                part.values().leftOut(node, "The model already has the maximum number of bodies.");
                return;
            }
            const int frame = put(node, node.attribute("name").value(), SdfFrames::Kind::Link, {});
            if (frame < 0) continue;
            linkByFrame_[frame] = int(links_.size());
            Link link;
            link.part = {node, part.file};
            link.frame = frame;
            link.model = model;
            link.name = prefix + node.attribute("name").value();
            links_.push_back(std::move(link));
            if (frames_.scope(scope).canonicalLink < 0) frames_.scope(scope).canonicalLink = frame;
        } else if (kind == "joint") {
            const Part joint{node, part.file};
            // Up to version 1.6 it may have the name of a link; libsdformat calls its frame so too.
            std::string name = node.attribute("name").value();
            if (!name.empty() && namesOfOthers.contains(name)) {
                name += "_joint";
                part.values().approximated(
                    node, "Another part of its model has its name: its frame is called '" + name.substr(0, 80) + "'.");
            }
            const int frame = put(node, name, SdfFrames::Kind::Joint, endOf(joint, "child"));
            if (frame < 0) continue;
            Joint one;
            one.part = joint;
            one.frame = frame;
            one.model = model;
            one.name = prefix + node.attribute("name").value();
            one.type = node.attribute("type").value();
            jointByFrame_[frame] = joints_.size();
            joints_.push_back(std::move(one));
        } else if (kind == "frame") {
            if (put(node, node.attribute("name").value(), SdfFrames::Kind::Frame,
                    node.attribute("attached_to").value()) >= 0)
                part.values().imported(node, "In the poses that refer to it.");
        } else if (kind == "model") {
            addModel({node, part.file}, scope, prefix, isStatic, depth + 1);
        } else if (kind == "include") {
            include({node, part.file}, scope, prefix, isStatic, depth + 1);
        }
    }
    const std::string canonical = part.node.attribute("canonical_link").value();
    if (scope == 0 || canonical.empty()) return;
    if (const auto link = frames_.findLink(scope, canonical); link && *link >= 0)
        frames_.scope(scope).canonicalLink = *link;
}

void SdfReader::addModel(const Part& part, int scope, const std::string& prefix, bool isStatic, int depth) {
    addModel(part, part.node.attribute("name").value(), part.child("pose"),
             part.node.attribute("placement_frame").value(), scope, prefix, isStatic, depth);
}

void SdfReader::addModel(const Part& part, const std::string& name, const Part& pose, const std::string& placement,
                         int scope, const std::string& prefix, bool isStatic, int depth) {
    SdfFrames::Frame frame;
    frame.kind = SdfFrames::Kind::Model;
    frame.scope = scope;
    frame.name = name;
    frame.relativeTo = relativeOf(pose);
    frame.pose = readPose(pose);
    frame.placement = placement;
    const int index = name.empty() ? -1 : frames_.add(std::move(frame));
    if (index < 0 || depth > importLimits.depth) {
        part.values().leftOut(
            part.node, index < 0 ? "It needs a name that is unique at its level."
                                 : "It is nested more than " + std::to_string(importLimits.depth) + " levels deep.");
        return;
    }
    const int inner = frames_.addScope(scope, index);
    frames_.frame(index).inner = inner;
    Model model;
    model.part = part;
    model.scope = inner;
    model.isStatic = isStatic || isTrue(part.node.child("static"));
    model.prefix =
        scope == 0 && (topModels_ == 1 || (hasOneMoving_ && !model.isStatic)) ? std::string() : prefix + name + " ";
    const auto holder = scope == 0 ? models_.end() : std::ranges::find(models_, scope, &Model::scope);
    model.outermost = holder == models_.end() ? models_.size() : holder->outermost;
    const pugi::xml_node touches = part.node.child("self_collide");
    model.touchesItself = touches ? isTrue(touches) : holder != models_.end() && holder->touchesItself;
    const std::string inside = model.prefix;
    const bool isStill = model.isStatic;
    models_.push_back(std::move(model));
    part.values().imported(part.node, isStill ? "As bodies welded to Ground." : "As bodies and joints.");
    readScope(part, inner, inside, isStill, depth);
    if (frames_.scope(scope).canonicalLink < 0 && scope != 0)
        frames_.scope(scope).canonicalLink = frames_.scope(inner).canonicalLink;
    reportRest(part, {"link", "joint", "frame", "model", "include", "pose", "static", "self_collide",
                      "drake:linear_bushing_rpy"});
}

const XmlFile* SdfReader::openInclude(const Part& part, const std::string& address, std::string& why) {
    if (files_.size() > std::size_t(importLimits.includes)) {
        why = " There are too many includes.";
        return nullptr;
    }
    /// By file that was tried.
    std::vector<std::pair<std::string, std::string>> reasons;
    const auto read = [&](const std::string& one) -> const XmlFile* {
        std::string& reason = reasons.emplace_back(one.substr(one.rfind('/') + 1), std::string()).second;
        const auto found = job_.files.find(one, part.file->path);
        if (!found) {
            reason = reasonOf(found.diagnostics);
            return nullptr;
        }
        int depth = 0;
        for (const XmlFile* around = part.file; around;
             around = includedBy_.contains(around) ? includedBy_.at(around) : nullptr) {
            std::error_code failed;
            if (++depth > importLimits.includeDepth || std::filesystem::equivalent(around->path, *found, failed)) {
                reason = "It includes itself.";
                return nullptr;
            }
        }
        const Result<std::string> bytes = readWholeFile(*found, importLimits.modelBytes);
        if (!bytes) {
            reason = reasonOf(bytes.diagnostics);
            return nullptr;
        }
        auto file = std::make_unique<XmlFile>(*found, *bytes.value, job_.report);
        elements_ += file->source.size();
        if (!file->source.root() || elements_ > importLimits.elements) {
            reason = "It is not XML, or the model becomes too large.";
            return nullptr;
        }
        includedBy_[file.get()] = part.file;
        files_.push_back(std::move(file));
        return files_.back().get();
    };
    const bool namesFile = address.ends_with(".sdf") || address.ends_with(".world") || address.ends_with(".urdf");
    const XmlFile* file = nullptr;
    if (namesFile) {
        file = read(address);
    } else if (const XmlFile* config = read(address + "/model.config")) {
        // The last one is that of the highest version.
        std::string inside = "model.sdf";
        for (const pugi::xml_node& node : config->source.root().children("sdf")) inside = wordOf(node);
        file = read(address + "/" + inside);
    } else {
        file = read(address + "/model.sdf");
    }
    if (file) return file;
    // A file that could be read has no reason.
    std::erase_if(reasons, [](const auto& each) { return each.second.empty(); });
    const bool isOne = std::ranges::all_of(reasons, [&](const auto& each) { return each.second == reasons[0].second; });
    for (const auto& [name, reason] : reasons)
        if (why.empty() || !isOne) why += ' ' + (isOne ? reason : name + ": " + reason);
    return nullptr;
}

bool SdfReader::includeUsual(const Part& part, const std::string& address, int scope) {
    if (scope != 0) return false;
    if (address == "model://sun") {
        part.values().leftOut(part.node, "The scene has its own light.");
        return true;
    }
    if (address != "model://ground_plane") return false;
    usualFloors_.push_back(readPose(part.child("pose")));
    part.values().approximated(part.node, "There is no file of it: a floor replaces Gazebo's ground plane.");
    return true;
}

void SdfReader::include(const Part& part, int scope, const std::string& prefix, bool isStatic, int depth) {
    const std::string address = wordOf(part.node.child("uri"));
    std::string why;
    const XmlFile* file = openInclude(part, address, why);
    if (!file) {
        if (!includeUsual(part, address, scope))
            part.values().leftOut(part.node, "The model '" + address.substr(0, 200) + "' was not read." + why);
        return;
    }
    const Part root{file->source.root(), file};
    Part model = root.child("model");
    if (std::string_view(root.node.name()) != "sdf" || !model.node) {
        part.values().leftOut(part.node, "The file contains no SDF model.");
        return;
    }
    std::string name = wordOf(part.node.child("name"));
    if (name.empty()) name = model.node.attribute("name").value();
    const bool posed = part.node.child("pose");
    std::string placement = wordOf(part.node.child("placement_frame"));
    if (placement.empty() && !posed) placement = model.node.attribute("placement_frame").value();
    addModel(model, name, posed ? part.child("pose") : model.child("pose"), placement, scope, prefix,
             isStatic || isTrue(part.node.child("static")), depth);
    reportRest(part, {"uri", "name", "pose", "static", "placement_frame"});
}

// --- Bodies ---

void SdfReader::addBodies() {
    for (Link& link : links_) {
        const auto X = frames_.poseOf(link.frame);
        link.body = job_.draft.addBody(link.name, {});
        link.X_G = X.value_or(Transform());
        if (!X)
            link.part.values().leftOut(link.part.node,
                                       "The frame that its pose is relative to does not exist, or depends on itself: "
                                       "its pose is that of the world.",
                                       link.body);
        link.part.values().imported(link.part.node, "As a rigid body.", link.body);
        reportRest(link.part, {"pose", "inertial", "visual", "collision", "gravity", "self_collide", "kinematic"});
        if (const pugi::xml_node gravity = link.part.node.child("gravity"); gravity && !isTrue(gravity))
            link.part.values().leftOut(gravity, "Gravity acts on all bodies.", link.body);
        if (isTrue(link.part.node.child("kinematic")))
            link.part.values().leftOut(link.part.node.child("kinematic"), "The link moves as forces ask.", link.body);
    }
}

Solid SdfReader::readInertial(const Link& link) const {
    const Part inertial = link.part.child("inertial");
    const XmlValues& values = link.part.values();
    const auto number = [&](const pugi::xml_node& node, Real otherwise) {
        const auto x = node ? values.content(node, 1) : std::nullopt;
        return x ? x->front() : otherwise;
    };
    if (inertial.node.attribute("auto").as_bool()) {
        if (link.collision.mass > 0) {
            values.imported(inertial.node, "As the mass of its collision shapes.", link.body);
            return link.collision;
        }
        values.approximated(inertial.node, "Its collision shapes enclose no volume: it has 1 kg and 1 kg·m².",
                            link.body);
        return {1, Vec3(0.), Mat33(1.)};
    }
    Solid solid;
    const Real mass = number(inertial.node.child("mass"), 1);
    solid.mass = values.massOf(inertial.node, mass, link.body);
    if (mass < 0) return {};
    const pugi::xml_node inertia = inertial.node.child("inertia");
    const auto part = [&](const char* key, Real otherwise) { return number(inertia.child(key), otherwise); };
    const Real xx = part("ixx", 1), yy = part("iyy", 1), zz = part("izz", 1), xy = part("ixy", 0), xz = part("ixz", 0),
               yz = part("iyz", 0);
    solid.inertia = Mat33(xx, xy, xz, xy, yy, yz, xz, yz, zz);
    if (!inertial.node || !inertial.node.child("mass") || !inertia)
        values.approximated(inertial.node ? inertial.node : link.part.node,
                            "Missing mass and inertia are 1 kg and 1 kg·m², the defaults of the specification.",
                            link.body);
    if (const std::string change = completeInertia(solid.inertia); !change.empty())
        values.approximated(inertial.node, change, link.body);
    return solid.placed(readPose(inertial.child("pose")));
}

ShapeLook SdfReader::readLook(const Part& part) const {
    ShapeLook look;
    const Part material = part.child("material");
    const XmlValues& values = part.values();
    const auto paint = [&](const Part& color) {
        if (!color.node) return false;
        const auto rgba = values.content(color.node);
        if (!rgba || rgba->size() < 3) return false;
        for (int i = 0; i < 3; ++i) look.color[i] = std::clamp((*rgba)[std::size_t(i)], 0., 1.);
        if (rgba->size() > 3) look.opacity = std::clamp((*rgba)[3], 0., 1.);
        return true;
    };
    if (!paint(material.child("diffuse")) && !paint(material.child("ambient"))) {
        const pugi::xml_node script = material.node.child("script");
        std::string name = wordOf(script.child("name"));
        if (name.empty()) name = wordOf(script);
        const auto known = std::ranges::find(namedColors, name, &NamedColor::name);
        if (known != std::end(namedColors))
            look.color = Vec3(known->rgb[0], known->rgb[1], known->rgb[2]);
        else if (script)
            values.leftOut(script, "Material scripts are not read.");
    }
    if (material.node.child("pbr")) values.leftOut(material.node.child("pbr"), "Textures are not shown.");
    if (const Part transparency = part.child("transparency"); transparency.node)
        if (const auto x = values.content(transparency.node, 1)) look.opacity *= 1 - std::clamp(x->front(), 0., 1.);
    look.isCollision = std::string_view(part.node.name()) == "collision";
    return look;
}

void SdfReader::readShapes(Link& link) {
    int number = 0;
    for (const pugi::xml_node& node : link.part.node.children()) {
        const std::string_view kind(node.name());
        if (kind != "visual" && kind != "collision") continue;
        if (job_.isCanceled()) return;
        const Part part{node, link.part.file};
        const std::size_t before = job_.draft.elements().size();
        const Solid solid = readShape(link, part, ++number);
        if (kind != "collision") continue;
        link.collision = link.collision + solid;
        const std::uint32_t mask = maskOf(part);
        link.mask |= mask;
        if (mask != 0) continue;
        for (std::size_t id = before + 1; id <= job_.draft.elements().size(); ++id) {
            Element& added = job_.draft.get(ElementId{id});
            if (added.family == "shape") added.set("touches", false);
        }
    }
}

void SdfReader::readPlane(const Part& geometry, ShapePlace place) {
    const XmlValues& values = geometry.values();
    const auto read = [&](const char* key, std::size_t count) {
        const pugi::xml_node node = geometry.node.child(key);
        return node ? values.content(node, count) : std::nullopt;
    };
    if (const auto up = read("normal", 3); up && ((*up)[0] != 0 || (*up)[1] != 0 || (*up)[2] != 0))
        place.X_BS = place.X_BS * Transform(frameWithZ(Vec3((*up)[0], (*up)[1], (*up)[2])), Vec3(0.));
    const auto size = read("size", 2);
    addPlane(job_.draft, values, geometry.node, place, size ? (*size)[0] : 0, size ? (*size)[1] : 0);
}

Solid SdfReader::readGeometry(const Link& link, const Part& geometry, const ShapePlace& place) {
    const XmlValues& values = geometry.values();
    const std::string_view kind(geometry.node.name());
    if (kind == "empty") return {};
    if (kind == "plane") {
        readPlane(geometry, place);
        return {};
    }
    const auto sizes = [&](const char* key, std::size_t count) -> std::optional<std::vector<Real>> {
        const pugi::xml_node child = geometry.node.child(key);
        return child ? values.content(child, count) : std::nullopt;
    };
    if (geometry.node.child("submesh"))
        values.leftOut(geometry.node.child("submesh"), "The whole mesh is shown.", link.body);
    return addGeometry(job_, values, geometry.node, place, sizes, wordOf(geometry.node.child("uri")));
}

Solid SdfReader::readShape(Link& link, const Part& part, int number) {
    const XmlValues& values = part.values();
    ShapePlace place;
    const std::string name = part.node.attribute("name").value();
    place.name = link.name + " " + (name.empty() ? part.node.name() + std::string(" ") + std::to_string(number) : name);
    place.body = link.body;
    place.file = part.file->path;
    const Part pose = part.child("pose");
    place.X_BS = readPose(pose);
    if (const std::string relative = relativeOf(pose); !relative.empty()) {
        if (const auto X = frames_.findPose(frames_.frame(link.frame).scope, relative))
            place.X_BS = link.X_G.invert() * *X * place.X_BS;
        else
            values.leftOut(part.node, "The frame that its pose is relative to does not exist, or depends on itself.",
                           link.body);
    }
    place.look = readLook(part);
    place.look.surface = readSurface(link, part.child("surface"));
    Part geometry{part.node.child("geometry").first_child(), part.file};
    while (geometry.node && geometry.node.type() != pugi::node_element) geometry.node = geometry.node.next_sibling();
    if (!geometry.node) {
        values.leftOut(part.node, "It has no geometry.", link.body);
        return {};
    }
    const Solid solid = readGeometry(link, geometry, place);
    for (const char* key : {"laser_retro", "plugin", "sensor"})
        if (const pugi::xml_node other = part.node.child(key))
            values.leftOut(other, "It has no counterpart.", link.body);
    Real density = shapeDensity;
    const Part inertial = link.part.child("inertial");
    for (const pugi::xml_node& held : {inertial.node.child("density"), part.node.child("density")})
        if (const auto x = held ? values.content(held, 1) : std::nullopt; x && x->front() > 0) density = x->front();
    return solid.scaled(density);
}

void SdfReader::readGravity() {
    constexpr Real usual = 9.8;
    Vec3 gravity(0, 0, -usual);
    pugi::xml_node node = world_.node.child("gravity");
    if (!node) node = world_.node.child("physics").child("gravity");
    const auto read = node ? files_.front()->values.content(node, 3) : std::nullopt;
    if (read) gravity = Vec3((*read)[0], (*read)[1], (*read)[2]);
    const ElementId id = job_.draft.addGravity(gravity);
    job_.report.add({read ? ImportOutcome::Imported : ImportOutcome::Approximated, "gravity",
                     read ? "As it is in the file." : "The file does not name any: 9.8 m/s² along -z was added.",
                     job_.fileName(), read ? files_.front()->source.lineOf(node) : 0, id});
}

}  // namespace trammel
