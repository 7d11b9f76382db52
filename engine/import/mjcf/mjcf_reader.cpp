// SPDX-License-Identifier: Apache-2.0
// Assets, bodies, joints and geoms of an MJCF model.
#include "import/mjcf/mjcf_reader.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "import/import_limits.h"
#include "import/joint_forces.h"
#include "import/shape_geometry.h"

namespace trammel {

namespace {

/// The last group of geoms that MuJoCo's viewer shows by default.
constexpr int lastVisibleGroup = 2;

ShapeLook lookFrom(const std::vector<Real>& rgba) {
    ShapeLook look;
    for (int i = 0; i < 3; ++i) look.color[i] = std::clamp(rgba[std::size_t(i)], 0., 1.);
    look.opacity = std::clamp(rgba[3], 0., 1.);
    return look;
}

bool isTrue(const std::string& text) { return text == "true"; }

}  // namespace

void MjcfReader::read() {
    if (!model_.load()) return;
    job_.name = model_.root().text("model");
    readAssets();
    bodies_.push_back({{}, {}, {}, "world"});
    bodyByName_["world"] = 0;
    for (const MjcfPart& part : model_.children(model_.root()))
        if (part.is("worldbody")) readBodyContent(part, 0, {}, part.text("childclass"));
    if (bodies_.size() == 1 && job_.draft.elements().empty()) {
        job_.failures.error(job_.fileName(), "It has no bodies and no geoms.",
                            "Choose the file that contains the worldbody.");
        return;
    }
    scaleTotalMass();
    for (const Body& body : bodies_)
        if (body.element.isValid()) job_.draft.setMass(body.element, body.mass);
    readEqualities();
    readTendons();
    readActuators();
    contacts_.sizeEndlessPlanes();
    contacts_.read();
    readStart();
    readOptions();
    reportRest();
}

// --- Assets ---

void MjcfReader::readAssets() {
    for (const MjcfPart& part : model_.section("asset")) {
        if (part.is("material")) {
            model_.applyDefaults(part, "material", {});
            if (const auto rgba = part.values().reals(part.node, "rgba", 4))
                materials_[part.name()] = lookFrom(*rgba);
            else
                materials_[part.name()] = lookFrom({1, 1, 1, 1});
        } else if (part.is("mesh")) {
            model_.applyDefaults(part, "mesh", {});
            std::string name = part.name();
            if (name.empty()) name = std::filesystem::path(part.text("file")).stem().string();
            meshes_[name].part = part;
        } else {
            part.values().leftOut(part.node, part.is("texture") ? "Textures are not shown." : "It has no counterpart.");
        }
    }
}

MjcfReader::Mesh* MjcfReader::findMesh(const std::string& name) {
    const auto found = meshes_.find(name);
    if (found == meshes_.end()) return nullptr;
    if (!found->second.loaded) loadMesh(found->second, name);
    return &found->second;
}

// --- Bodies ---

void MjcfReader::readBodyContent(const MjcfPart& part, std::size_t body, const Transform& X,
                                 const std::string& childClass) {
    std::optional<Solid> inertial;
    Solid geoms;
    int number = 0;
    const bool isFrame = part.is("frame") || part.is("replicate");
    for (const MjcfPart& child : model_.children(part)) {
        if (job_.isCanceled()) return;
        const XmlValues& values = child.values();
        if (child.is("geom")) {
            geoms = geoms + readGeom(child, body, X, childClass, ++number);
        } else if (child.is("inertial")) {
            inertial = readInertial(child, X);
        } else if (child.is("site")) {
            model_.applyDefaults(child, "site", childClass);
            Transform X_BS = model_.poseOf(child);
            if (const auto line = values.reals(child.node, "fromto", 6)) {
                const Vec3 from((*line)[0], (*line)[1], (*line)[2]), to((*line)[3], (*line)[4], (*line)[5]);
                X_BS = Transform(X_BS.R(), Vec3((from + to) / 2));
            }
            sites_.try_emplace(child.name(), Place{body, X * X_BS});
        } else if (child.is("body")) {
            readBody(child, body, X, childClass);
        } else if (child.is("frame")) {
            const std::string inner = child.text("childclass");
            readBodyContent(child, body, X * model_.poseOf(child), inner.empty() ? childClass : inner);
        } else if (child.is("replicate")) {
            replicate(child, body, X, childClass);
        } else if (!child.is("joint") && !child.is("freejoint")) {
            values.leftOut(child.node,
                           child.is("light") || child.is("camera") ? "The model has none." : "It has no counterpart.",
                           bodies_[body].element);
        }
    }
    if (isFrame) {
        // The body that holds the frame has its mass as well.
        bodies_[body].mass = bodies_[body].mass + geoms;
    } else if (body > 0) {
        giveMass(part, body, inertial, geoms + bodies_[body].mass);
    }
}

Real MjcfReader::countCopies(const MjcfPart& part) {
    Real each = part.is("replicate") ? 1 : 0;
    for (const MjcfPart& child : model_.children(part)) each += countCopies(child);
    if (!part.is("replicate")) return each;
    // Larger ones are too many anyway.
    const Real most = Real(importLimits.bodies) + 1;
    const auto count = parseReals(part.text("count"));
    return count && count->size() == 1 ? std::clamp(count->front(), Real(0), most) * std::min(each, most) : 0;
}

void MjcfReader::replicate(const MjcfPart& part, std::size_t body, const Transform& X, const std::string& childClass) {
    const XmlValues& values = part.values();
    const Real count = values.real(part.node, "count", 0);
    if (Real(copies_) + countCopies(part) > Real(importLimits.bodies))
        return values.leftOut(part.node, "There are too many copies.");
    const Transform step(model_.orientationOf(part), values.vec3(part.node, "offset", Vec3(0.)));
    Transform X_copy = X;
    for (int i = 0; i < count; ++i) {
        // Counts that only values.real() reads.
        if (++copies_ > importLimits.bodies) return values.leftOut(part.node, "There are too many copies.");
        if (job_.isCanceled()) return;
        readBodyContent(part, body, X_copy, childClass);
        X_copy = X_copy * step;
    }
    values.approximated(part.node,
                        "As copies with names of their own; what refers to a part of it refers to the first.");
}

void MjcfReader::readBody(const MjcfPart& part, std::size_t parent, const Transform& X, const std::string& outerClass) {
    if (bodies_.size() >= importLimits.bodies) {
        part.values().leftOut(part.node, "The model already has the maximum number of bodies.");
        return;
    }
    const std::string own = part.text("childclass");
    const std::string childClass = own.empty() ? outerClass : own;
    const Transform X_PB = X * model_.poseOf(part);
    const std::size_t index = bodies_.size();
    std::string name = part.name();
    if (name.empty()) name = "body " + std::to_string(index);
    bodies_.push_back({{}, bodies_[parent].X_G * X_PB, {}, name, parent, index});
    if (!part.name().empty() && !bodyByName_.try_emplace(name, index).second)
        part.values().approximated(part.node, "There is a body with this name already.");
    std::vector<MjcfPart> joints;
    for (const MjcfPart& child : model_.children(part))
        if (child.is("joint") || child.is("freejoint")) joints.push_back(child);
    addJoints(std::move(joints), part, index, parent, X_PB, childClass);
    part.values().imported(part.node, "As a rigid body.", bodies_[index].element);
    if (part.node.attribute("gravcomp"))
        part.values().leftOut(part.node, "Gravity cannot be compensated for single bodies.", bodies_[index].element);
    readBodyContent(part, index, referenceIn(index), childClass);
}

// --- Joints ---

void MjcfReader::addJoints(std::vector<MjcfPart> joints, const MjcfPart& bodyPart, std::size_t body, std::size_t parent,
                           const Transform& X_PB, const std::string& childClass) {
    const std::string& name = bodies_[body].name;
    for (MjcfPart& joint : joints)
        if (joint.is("joint")) model_.applyDefaults(joint, "joint", childClass);
    // Between several joints, massless bodies with the frame of the body.
    ElementId inner = bodies_[parent].element;
    Transform X = X_PB;
    for (std::size_t i = 0; i + 1 < joints.size(); ++i) {
        const ElementId between = job_.draft.addBody(name + " after joint " + std::to_string(i + 1), {});
        addJoint(joints[i], body, inner, between, X);
        inner = between;
        X = {};
    }
    const ElementId element = job_.draft.addBody(name, {});
    bodies_[body].element = element;
    if (!joints.empty()) {
        addJoint(joints.back(), body, inner, element, X);
        return;
    }
    bodies_[body].carrier = bodies_[parent].carrier;
    const bool isMocap = isTrue(bodyPart.text("mocap"));
    const ElementId weld = job_.draft.addJoint("weld", name + " weld", inner, element, X, {});
    if (isMocap) bodyPart.values().approximated(bodyPart.node, "A mocap body is welded where it is.", weld);
}

ElementId MjcfReader::addJoint(const MjcfPart& part, std::size_t body, ElementId parent, ElementId child,
                               const Transform& X_PB) {
    const XmlValues& values = part.values();
    Joint joint;
    joint.type = part.is("freejoint") ? "free" : part.text("type");
    if (joint.type.empty()) joint.type = "hinge";
    std::string name = part.name();
    if (name.empty()) name = bodies_[body].name + " joint";
    ModelDraft& draft = job_.draft;
    if (joint.type == "free") {
        joint.element = draft.addJoint("free", name, {}, child, {}, {});
        const Transform& X_GB = bodies_[body].X_G;
        draft.get(joint.element).set("orientation", anglesOf(X_GB.R())).set("position", X_GB.p());
    } else {
        const Transform reference = referenceIn(body);
        const Vec3 anchor = Vec3(reference * values.vec3(part.node, "pos", Vec3(0.)));
        Vec3 axis = Vec3(reference.R() * values.vec3(part.node, "axis", Vec3(0, 0, 1)));
        if (!(axis.norm() > 0)) {
            values.approximated(part.node, "Its axis is zero: the z axis is used.");
            axis = Vec3(0, 0, 1);
        }
        const bool hinge = joint.type == "hinge", slide = joint.type == "slide";
        if (!hinge && !slide && joint.type != "ball")
            values.approximated(part.node,
                                "There is no joint of type '" + joint.type.substr(0, 40) + "': a ball joint is used.");
        const Transform X_BM(hinge ? frameWithZ(axis) : slide ? frameWithX(axis) : Rotation(), anchor);
        Transform X_MF;
        if (hinge || slide) {
            joint.reference = values.real(part.node, "ref", 0);
            if (hinge) joint.reference = model_.angle(joint.reference);
            X_MF = hinge ? Transform(Rotation(-joint.reference, ZAxis), Vec3(0.))
                         : Transform(Rotation(), Vec3(-joint.reference, 0, 0));
        } else {
            joint.type = "ball";
        }
        joint.element = draft.addJoint(hinge   ? "pin"
                                       : slide ? "slider"
                                               : "ball",
                                       name, parent, child, X_PB * X_BM * X_MF, X_BM);
        if (joint.reference != 0) draft.get(joint.element).set(hinge ? "angle" : "position", joint.reference);
    }
    values.imported(part.node, "As a joint of type " + draft.get(joint.element).type + ".", joint.element);
    addJointForces(part, name, joint);
    if (!part.name().empty()) joints_.try_emplace(part.name(), joint);
    jointOrder_.push_back(joint);
    return joint.element;
}

void MjcfReader::addJointForces(const MjcfPart& part, const std::string& name, const Joint& joint) {
    const XmlValues& values = part.values();
    const auto value = [&](const char* key) { return values.real(part.node, key, 0); };
    const bool isAngle = joint.type == "hinge";
    const auto add = [&](const char* type, const std::string& suffix) -> Element& {
        Element force = Element::draft("force", type, name + suffix);
        force.plug("joint", joint.element);
        return job_.draft.get(job_.draft.add(std::move(force)));
    };
    if (const Real rotor = value("armature"); rotor > 0) {
        job_.draft.get(joint.element).set("rotorInertia", rotor);
        // MuJoCo adds the same number to translations.
        if (joint.type == "free") job_.draft.get(joint.element).set("rotorMass", rotor);
    }
    if (!joint.hasOneCoordinate()) return addRotationForces(part, name, joint);
    if (const Real damping = value("damping"); damping > 0) add("mobilityDamper", " damping").set("damping", damping);
    if (const Real friction = value("frictionloss"); friction > 0)
        values.approximated(part.node, "Its dry friction as constant joint friction, at full size above a low speed.",
                            addFriction(job_.draft, {joint.element, name, 0, isAngle}, friction));
    if (const Real stiffness = value("stiffness"); stiffness > 0) {
        const Real rest = value("springref");
        add("mobilitySpring", " spring")
            .set("stiffness", stiffness)
            .set("restValue", isAngle ? model_.angle(rest) : rest);
    }
    const auto range = values.reals(part.node, "range", 2);
    const auto limit = [&](std::size_t i) { return isAngle ? model_.angle((*range)[i]) : (*range)[i]; };
    if (range && isLimited(part) && !isInReach(limit(0), limit(1))) {
        values.leftOut(part.node, outOfReach, joint.element);
    } else if (range && isLimited(part) && (*range)[0] < (*range)[1]) {
        Element& stop =
            add("mobilityLinearStop", " limits").set("low", clampLimit(limit(0))).set("high", clampLimit(limit(1)));
        values.approximated(part.node, "Its range is an elastic stop, not as stiff as in MuJoCo's solver.", stop.id);
    } else if (range) {
        values.leftOut(part.node, "Its range does not limit it.", joint.element);
    }
}

bool MjcfReader::isLimited(const MjcfPart& part) const {
    const std::string limited = part.text("limited");
    if (limited.empty() || limited == "auto")
        return part.node.attribute("range") && model_.setting("autolimits") != "false";
    return isTrue(limited);
}

void MjcfReader::addRotationForces(const MjcfPart& part, const std::string& name, const Joint& joint) {
    const XmlValues& values = part.values();
    const auto value = [&](const char* key) { return std::max<Real>(0, values.real(part.node, key, 0)); };
    const bool isFree = joint.type == "free";
    const Real stiffness = value("stiffness"), damping = value("damping");
    if (stiffness > 0 || damping > 0)
        values.imported(part.node, "Its stiffness and damping as a spring of its rotation.",
                        addBallSpring(job_.draft, joint.element, name, stiffness, damping));
    if (isFree && damping > 0)
        for (int i = 3; i < 6; ++i) addDamper(job_.draft, {joint.element, name, i, false}, damping);
    if (isFree && stiffness > 0)
        values.leftOut(part.node, "Its stiffness does not act on its translation.", joint.element);
    if (value("frictionloss") > 0)
        values.leftOut(part.node, "Only joints with one coordinate have dry friction here.", joint.element);
    const auto range = values.reals(part.node, "range", 2);
    if (!range || isFree) return;
    const Real angle = model_.angle((*range)[1]);
    if (isLimited(part) && angle > 0)
        values.approximated(part.node, "Its range is an elastic stop of its angle, not as stiff as in MuJoCo's solver.",
                            addBallStop(job_.draft, joint.element, name, angle));
    else
        values.leftOut(part.node, "Its range does not limit it.", joint.element);
}

// --- Masses ---

Solid MjcfReader::readInertial(const MjcfPart& part, const Transform& X) const {
    const XmlValues& values = part.values();
    Solid solid;
    solid.mass = values.massOf(part.node, values.real(part.node, "mass", 0));
    if (const auto full = values.reals(part.node, "fullinertia", 6)) {
        const auto& i = *full;
        solid.inertia = Mat33(i[0], i[3], i[4], i[3], i[1], i[5], i[4], i[5], i[2]);
    } else {
        const Vec3 moments = values.vec3(part.node, "diaginertia", Vec3(0.));
        for (int i = 0; i < 3; ++i) solid.inertia(i, i) = moments[i];
    }
    if (model_.setting("balanceinertia") == "true" && missingInertia(solid.inertia) > 0)
        solid.inertia = Mat33(solid.inertia.trace() / 3);
    if (const std::string change = completeInertia(solid.inertia); !change.empty())
        values.approximated(part.node, change);
    return solid.placed(X * model_.poseOf(part));
}

void MjcfReader::giveMass(const MjcfPart& part, std::size_t index, const std::optional<Solid>& inertial,
                          const Solid& geoms) {
    Body& body = bodies_[index];
    const std::string rule = model_.setting("inertiafromgeom");
    const bool fromGeoms = rule == "true" || (rule != "false" && !inertial);
    body.mass = fromGeoms ? geoms : inertial.value_or(Solid{});
    const auto bound = [&](const char* key) {
        const auto numbers = parseReals(model_.setting(key));
        return numbers && numbers->size() == 1 ? (*numbers)[0] : 0;
    };
    if (const Real least = bound("boundmass"); least > body.mass.mass) body.mass.mass = least;
    if (const Real least = bound("boundinertia"); least > 0)
        for (int i = 0; i < 3; ++i) body.mass.inertia(i, i) = std::max(least, body.mass.inertia(i, i));
    if (fromGeoms && !body.mass.isNothing())
        part.values().imported(part.node, "Its mass follows from its geoms.", body.element);
}

void MjcfReader::scaleTotalMass() {
    const auto wanted = parseReals(model_.setting("settotalmass"));
    if (!wanted || wanted->size() != 1 || !((*wanted)[0] > 0)) return;
    Real total = 0;
    for (const Body& body : bodies_) total += body.mass.mass;
    if (!(total > 0)) return;
    for (Body& body : bodies_) body.mass = body.mass.scaled((*wanted)[0] / total);
}

// --- Geoms ---

Solid MjcfReader::readGeom(const MjcfPart& part, std::size_t body, const Transform& X, const std::string& childClass,
                           int number) {
    model_.applyDefaults(part, "geom", childClass);
    const XmlValues& values = part.values();
    ModelDraft& draft = job_.draft;
    const ElementId element = bodies_[body].element;
    std::string type = part.text("type");
    const std::string meshName = part.text("mesh");
    if (type.empty()) type = meshName.empty() ? "sphere" : "mesh";
    std::string name = part.name();
    if (name.empty()) name = bodies_[body].name + " geom" + (number > 1 ? " " + std::to_string(number) : "");

    ShapeLook look = lookFrom({0.5, 0.5, 0.5, 1});
    if (const auto material = materials_.find(part.text("material")); material != materials_.end())
        look = material->second;
    if (const auto rgba = values.reals(part.node, "rgba", 4)) look = lookFrom(*rgba);
    bool collides = part.node.attribute("contype").as_int(1) != 0 || part.node.attribute("conaffinity").as_int(1) != 0;
    const bool isVisible = part.node.attribute("group").as_int(0) <= lastVisibleGroup;
    if (const auto friction = values.reals(part.node, "friction");
        collides && friction && !friction->empty() && friction->front() >= 0) {
        look.surface = draft.surfaceWith(friction->front());
        values.approximated(part.node, std::string(frictionRow) + " In MuJoCo it is the greater.", look.surface);
    }

    std::vector<Real> size = values.reals(part.node, "size").value_or(std::vector<Real>{});
    const auto sizeAt = [&](std::size_t i) { return i < size.size() ? size[i] : 0; };
    Transform X_BG = model_.poseOf(part);
    if (const auto line = values.reals(part.node, "fromto", 6);
        line && (type == "capsule" || type == "cylinder" || type == "box" || type == "ellipsoid")) {
        const Vec3 from((*line)[0], (*line)[1], (*line)[2]), to((*line)[3], (*line)[4], (*line)[5]);
        const Vec3 along(from - to);
        if (!(along.norm() > 0)) {
            values.leftOut(part.node, "Its two ends are the same point.", element);
            return {};
        }
        X_BG = Transform(frameWithZ(along), Vec3((from + to) / 2));
        const Real radius = sizeAt(0), half = along.norm() / 2;
        size = type == "box" || type == "ellipsoid" ? std::vector<Real>{radius, radius, half}
                                                    : std::vector<Real>{radius, half};
    }
    X_BG = X * X_BG;
    const std::size_t needed = type == "sphere"                          ? 1
                               : type == "capsule" || type == "cylinder" ? 2
                               : type == "box" || type == "ellipsoid"    ? 3
                                                                         : 0;
    for (std::size_t i = 0; i < needed; ++i)
        if (!(sizeAt(i) > 0)) {
            values.leftOut(part.node, "Its size is missing or not positive: it has no shape.", element);
            return {};
        }

    ElementId shape, touching;
    Solid solid;
    if (type == "sphere") {
        shape = draft.addShape("sphere", name, element, X_BG, look);
        draft.get(shape).set("radius", sizeAt(0));
        solid = solidSphere(sizeAt(0));
    } else if (type == "capsule" || type == "cylinder") {
        const Real radius = sizeAt(0), length = 2 * sizeAt(1);
        shape = draft.addRoundShape(type, name, element, X_BG, radius, length, look);
        solid = type == "capsule" ? solidCapsule(radius, length) : solidCylinder(radius, length);
    } else if (type == "box" || type == "ellipsoid") {
        const Vec3 half(sizeAt(0), sizeAt(1), sizeAt(2));
        shape = draft.addShape(type, name, element, X_BG, look);
        draft.get(shape).set(type == "box" ? "size" : "radii", type == "box" ? Vec3(2 * half) : half);
        solid = type == "box" ? solidBox(Vec3(2 * half)) : solidEllipsoid(half);
    } else if (type == "plane") {
        shape = addPlane(draft, values, part.node, {name, element, X_BG, look}, 2 * sizeAt(0), 2 * sizeAt(1));
        if (!(sizeAt(0) > 0) && !(sizeAt(1) > 0)) contacts_.addEndlessPlane(shape);
    } else if (type == "mesh") {
        Mesh* mesh = findMesh(meshName);
        if (!mesh) {
            values.leftOut(part.node, "There is no mesh '" + meshName.substr(0, 80) + "' among the assets.", element);
            return {};
        }
        shape = job_.meshes.addShape(*mesh->loaded, name, element, X_BG * mesh->X, mesh->scale, look);
        solid = mesh->solid.placed(mesh->X);
        // The box in place of a missing mesh touches nothing.
        collides = collides && mesh->loaded->isThere();
        if (collides) {
            const MeshStore::Mesh& hull = job_.meshes.hullOf(*mesh->loaded);
            if (&hull != mesh->loaded) {
                look.isCollision = true;
                touching = job_.meshes.addShape(hull, name + " hull", element, X_BG * mesh->X, mesh->scale, look);
                values.approximated(part.node, "Its convex hull touches other bodies, as in MuJoCo.", touching);
                collides = false;
            }
        }
    } else {
        values.leftOut(part.node, "There is no shape of type '" + type.substr(0, 40) + "'.", element);
        return {};
    }
    if (collides) {
        touching = shape;
        draft.get(shape).set("purpose", std::string("collision"));
    }
    contacts_.addGeom(part, body, touching.isValid() ? touching : shape, touching.isValid());
    if (touching.isValid() && type != "plane") contacts_.addInside(body, type, X_BG, size, solid);
    if (!isVisible) draft.get(shape).set("visible", false);
    if (type != "plane") values.imported(part.node, "As a shape.", shape);
    if (type == "plane") return {};
    if (const auto mass = values.real(part.node, "mass"))
        solid = solid.mass > 0 ? solid.scaled(values.massOf(part.node, *mass, element) / solid.mass) : Solid{};
    else
        solid =
            solid.scaled(values.massOf(part.node, values.real(part.node, "density", shapeDensity), element, "density"));
    return solid.placed(X_BG);
}

}  // namespace trammel
