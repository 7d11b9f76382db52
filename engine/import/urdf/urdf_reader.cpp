// SPDX-License-Identifier: Apache-2.0
// Links, shapes and masses of a URDF file.
#include "import/urdf/urdf_reader.h"

#include <algorithm>
#include <functional>
#include <set>

#include "import/draft_contacts.h"
#include "import/import_limits.h"
#include "import/shape_geometry.h"

namespace trammel {

namespace {
bool isMacro(const pugi::xml_node& node) { return std::string_view(node.name()).starts_with("xacro:"); }
}  // namespace

void UrdfReader::read() {
    const pugi::xml_node robot = source_.root();
    if (!robot) {
        job_.failures.error(job_.fileName(), source_.refusal(),
                            "Check that the file is complete and meant for simulation.");
        return;
    }
    job_.name = robot.attribute("name").value();
    readMaterials();
    findBalls();
    readLinks();
    if (links_.empty()) {
        const bool macros = std::ranges::any_of(robot.children(), isMacro);
        job_.failures.error(job_.fileName(), macros ? "It holds macros instead of links." : "It has no links.",
                            macros ? "Expand it first: xacro in.xacro > out.urdf." : "Choose a URDF file of a robot.");
        return;
    }
    readGazeboLinks();
    readJoints();
    connectRoots();
    readShapes();
    giveMasses();
    readStarts();
    readLimits();
    readDynamics();
    readMimics();
    readFrames();
    readLoops();
    readContacts();
    reportRest();
    constexpr Real g = 9.81;
    const ElementId gravity = job_.draft.addGravity(Vec3(0, 0, -g));
    job_.report.add({ImportOutcome::Approximated, "gravity",
                     "URDF files do not name any: 9.81 m/s² along -z was added.", job_.fileName(), 0, gravity});
}

void UrdfReader::readContacts() {
    touchByCollisionShapes(job_.draft);
    addChosenFloor(job_);
    const std::string chosen = job_.choice("contacts");
    if (chosen == "none") return;
    std::map<ElementId, TouchRule> rules;
    for (const auto& [name, link] : links_)
        if (link.body.isValid()) rules[link.body].touchesItsModel = chosen == "links";
    addContacts(job_, rules);
}

Transform UrdfReader::originOf(const pugi::xml_node& node) const {
    const pugi::xml_node origin = node.child("origin");
    const Vec3 rpy = values_.vec3(origin, "rpy", Vec3(0.));
    // Fixed axes x, y, z: Rz(yaw) Ry(pitch) Rx(roll).
    const Rotation R = rpy.squaredNorm() == 0
                           ? Rotation()
                           : Rotation(BodyRotationSequence, rpy[2], ZAxis, rpy[1], YAxis, rpy[0], XAxis);
    return Transform(R, values_.vec3(origin, "xyz", Vec3(0.)));
}

void UrdfReader::readMaterials() {
    for (const pugi::xml_node& material : source_.root().children("material")) {
        ShapeLook look;
        if (const auto rgba = values_.reals(material.child("color"), "rgba", 4)) {
            for (int i = 0; i < 3; ++i) look.color[i] = std::clamp((*rgba)[std::size_t(i)], 0., 1.);
            look.opacity = std::clamp((*rgba)[3], 0., 1.);
        }
        if (material.child("texture")) values_.leftOut(material.child("texture"), "Textures are not shown.");
        materials_[material.attribute("name").value()] = look;
    }
}

void UrdfReader::readLinks() {
    std::set<std::string> children;
    for (const pugi::xml_node& node : source_.root().children())
        if (const pugi::xml_node child = node.child("child")) children.insert(child.attribute("link").value());
    for (const pugi::xml_node& node : source_.root().children("link")) {
        const std::string name = node.attribute("name").value();
        if (name.empty() || links_.contains(name)) {
            values_.leftOut(node, name.empty() ? "A link needs a name." : "There is a link with this name already.");
            continue;
        }
        if (between_.contains(name)) continue;
        if (links_.size() >= importLimits.bodies) {
            values_.leftOut(node, "The model already has the maximum number of bodies.");
            break;
        }
        Link& link = links_[name];
        linkOrder_.push_back(name);
        link.node = node;
        const pugi::xml_node inertial = node.child("inertial");
        if (name == "world" && !children.contains(name)) {
            values_.imported(node, "It is Ground.");
            if (inertial) values_.leftOut(inertial, "Ground has no mass.");
            continue;
        }
        link.body = job_.draft.addBody(name, {});
        link.hasInertial = inertial;
        if (inertial) link.mass = readInertial(inertial, link.body);
        values_.imported(node, "As a rigid body.", link.body);
        static const std::set<std::string> known{"inertial", "visual", "collision"};
        for (const pugi::xml_node& part : node.children())
            if (part.type() == pugi::node_element && !known.contains(part.name()) && !readFriction(part, link))
                values_.leftOut(part, "It has no counterpart.", link.body);
    }
}

bool UrdfReader::readFriction(const pugi::xml_node& contact, Link& link) {
    const pugi::xml_node friction = contact.child("lateral_friction");
    if (std::string_view(contact.name()) != "contact" || !friction) return false;
    const Real value = values_.real(friction, "value", -1);
    if (!(value >= 0)) return false;
    link.surface = job_.draft.surfaceWith(value);
    values_.approximated(contact, std::string(frictionRow) + " Its other numbers are left out.", link.surface);
    return true;
}

void UrdfReader::readGazeboLinks() {
    for (const pugi::xml_node& settings : source_.root().children("gazebo")) {
        const auto found = links_.find(settings.attribute("reference").value());
        if (found == links_.end()) continue;
        Link& link = found->second;
        std::optional<Real> first;
        Real second = 0;
        for (const pugi::xml_node& node : settings.children()) {
            if (node.type() != pugi::node_element) continue;
            // As text, or in the attribute "value" as old files have it.
            const auto number = [&]() -> std::optional<Real> {
                const auto text = node.attribute("value") ? values_.reals(node, "value", 1) : values_.content(node, 1);
                return text && text->front() >= 0 ? std::optional(text->front()) : std::nullopt;
            };
            const std::string_view key(node.name());
            if (key == "mu1" || key == "mu2") {
                const auto mu = number();
                if (!mu) {
                    values_.leftOut(node, "It is not a coefficient of friction.", link.body);
                } else if (key == "mu1") {
                    first = *mu;
                } else {
                    second = *mu;
                    if (!first) first = second;
                }
            } else if (key == "kp" || key == "kd") {
                values_.leftOut(node, "Stiffness and damping of contacts follow from materials here.", link.body);
            } else {
                values_.leftOut(node, "Gazebo settings have no counterpart.", link.body);
            }
        }
        if (!first) continue;
        link.surface = job_.draft.surfaceWith(*first);
        values_.approximated(settings,
                             std::string(frictionRow) +
                                 (second > 0 && second != *first ? " It is the same in all directions: mu1." : ""),
                             link.surface);
    }
}

Solid UrdfReader::readInertial(const pugi::xml_node& inertial, ElementId body) {
    Solid solid;
    const Real mass = values_.real(inertial.child("mass"), "value", 0);
    solid.mass = values_.massOf(inertial, mass, body);
    if (mass < 0) return {};
    const pugi::xml_node inertia = inertial.child("inertia");
    const auto part = [&](const char* key) { return values_.real(inertia, key, 0); };
    const Real xx = part("ixx"), yy = part("iyy"), zz = part("izz"), xy = part("ixy"), xz = part("ixz"),
               yz = part("iyz");
    solid.inertia = Mat33(xx, xy, xz, xy, yy, yz, xz, yz, zz);
    if (const std::string change = completeInertia(solid.inertia); !change.empty())
        values_.approximated(inertial, change, body);
    return solid.placed(originOf(inertial));
}

// --- Shapes ---

void UrdfReader::readShapes() {
    for (const std::string& name : linkOrder_) {
        Link& link = links_.at(name);
        int number = 0;
        for (const pugi::xml_node& node : link.node.children()) {
            const std::string_view kind(node.name());
            if (kind == "visual" || kind == "collision") readShape(name, link, node, ++number);
            if (job_.isCanceled()) return;
        }
    }
}

void UrdfReader::readShape(const std::string& linkName, Link& link, const pugi::xml_node& node, int number) {
    const bool isCollision = std::string_view(node.name()) == "collision";
    ShapePlace place;
    place.name = node.attribute("name").value();
    if (place.name.empty())
        place.name = linkName + " " + node.name() + (number > 1 ? " " + std::to_string(number) : "");
    place.body = link.body;
    place.X_BS = originOf(node);
    if (const pugi::xml_node material = node.child("material")) {
        if (const auto known = materials_.find(material.attribute("name").value()); known != materials_.end())
            place.look = known->second;
        if (const auto rgba = values_.reals(material.child("color"), "rgba", 4)) {
            for (int i = 0; i < 3; ++i) place.look.color[i] = std::clamp((*rgba)[std::size_t(i)], 0., 1.);
            place.look.opacity = std::clamp((*rgba)[3], 0., 1.);
        }
        if (material.child("texture")) values_.leftOut(material.child("texture"), "Textures are not shown.");
    }
    place.look.isCollision = isCollision;
    if (isCollision) place.look.surface = link.surface;
    pugi::xml_node geometry = node.child("geometry").first_child();
    while (geometry && geometry.type() != pugi::node_element) geometry = geometry.next_sibling();
    if (!geometry) {
        values_.leftOut(node, "It has no geometry.", link.body);
        return;
    }
    const auto sizes = [&](const char* attribute, std::size_t count) {
        // Some writers give one scale for all axes.
        if (std::string_view(attribute) == "scale")
            if (const auto one = parseReals(geometry.attribute("scale").value()); one && one->size() == 1)
                return std::optional(std::vector<Real>(3, one->front()));
        return values_.reals(geometry, attribute, count);
    };
    const Solid solid = addGeometry(job_, values_, geometry, place, sizes, geometry.attribute("filename").value());
    Solid& sum = isCollision ? link.collision : link.visual;
    sum = sum + solid;
}

// --- Masses ---

void UrdfReader::giveMasses() {
    const std::string rule = job_.choice("massless");
    const auto fromShapes = [](const Link& link) {
        return (link.collision.mass > 0 ? link.collision : link.visual).scaled(shapeDensity);
    };
    for (const std::string& name : linkOrder_) {
        Link& link = links_.at(name);
        if (link.hasInertial || !link.body.isValid()) continue;
        if (rule == "unit") {
            link.mass = {1, Vec3(0.), Mat33(1.)};
            values_.approximated(link.node, "It has no inertial element: 1 kg and 1 kg·m² are used.", link.body);
        } else if (rule == "geometry") {
            link.mass = fromShapes(link);
            values_.approximated(link.node,
                                 link.mass.mass > 0
                                     ? "It has no inertial element: it has the mass of its shapes at 1000 kg/m³."
                                     : "It has neither an inertial element nor a closed shape: it has no mass.",
                                 link.body);
        } else {
            values_.imported(link.node, "It has no inertial element, and so no mass.", link.body);
        }
    }

    // A joint that moves must move some mass. Children first: what a link carries counts for the joint that carries it.
    std::map<std::string, std::vector<const Joint*>> carried;
    std::map<std::string, const Joint*> carrier;
    for (const std::string& name : jointOrder_) {
        const Joint& joint = joints_.at(name);
        if (!carrier.try_emplace(joint.child, &joint).second) continue;
        carried[joint.parent].push_back(&joint);
    }
    std::vector<std::string> order;
    std::set<std::string> seen;
    for (const std::string& name : linkOrder_)
        if (!carrier.contains(name)) order.push_back(name);
    for (std::size_t i = 0; i < order.size(); ++i)
        for (const Joint* joint : carried[order[i]])
            if (seen.insert(joint->child).second) order.push_back(joint->child);
    // Where no link has any, masses at the tips alone would leave the links between without inertia of their own.
    const bool none = std::ranges::all_of(links_, [](const auto& one) { return one.second.mass.isNothing(); });
    std::map<std::string, bool> movesMass;
    for (auto name = order.rbegin(); name != order.rend(); ++name) {
        const auto found = links_.find(*name);
        if (found == links_.end()) continue;
        Link& link = found->second;
        bool moves = !link.mass.isNothing();
        for (const Joint* joint : carried[*name])
            if (!none || joint->type == "fixed") moves = moves || movesMass[joint->child];
        const auto joint = carrier.find(*name);
        const bool isCarriedStiffly = joint == carrier.end() ? job_.choice("root") == "fixed" || !link.body.isValid()
                                                             : joint->second->type == "fixed";
        if (!moves && !isCarriedStiffly) {
            const Solid solid = fromShapes(link);
            link.mass = solid.mass > 0 ? solid : smallBall;
            values_.approximated(link.node,
                                 solid.mass > 0
                                     ? "Its joint would move nothing: it has the mass of its shapes at 1000 kg/m³."
                                     : "Its joint would move nothing: it has the mass of a ball of 1 g.",
                                 link.body);
            moves = true;
        }
        movesMass[*name] = moves;
    }
    for (const auto& [name, link] : links_)
        if (link.body.isValid()) job_.draft.setMass(link.body, link.mass);
}

}  // namespace trammel
