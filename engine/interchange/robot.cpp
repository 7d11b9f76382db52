// SPDX-License-Identifier: Apache-2.0
#include "interchange/robot.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

#include "compile/appearance.h"
#include "compile/catalog.h"
#include "compile/compiled_data.h"
#include "compile/compiler.h"
#include "compile/contacts.h"
#include "compile/element_reader.h"
#include "compile/group_type.h"
#include "compile/joint_frames.h"
#include "contact/contact_material.h"
#include "decoration/surface.h"
#include "exploration/plan.h"
#include "math/inertia.h"

namespace trammel {

namespace {

/// Letter for each motion of a joint type from F to M: capitals turn, small letters shift; after it the coordinate.
struct ChainKind {
    const char* type;
    const char* motions;
};
constexpr ChainKind chainKinds[] = {
    {"weld", ""},
    {"pin", "Z0"},
    {"slider", "x0"},
    {"rail", "x0"},
    {"slot", "x0Z1"},
    {"universal", "X0Y1"},
    {"gimbal", "X0Y1Z2"},
    {"cylinder", "Z0z1"},
    {"planar", "x1y2Z0"},
    {"translation", "x0y1z2"},
    {"bendStretch", "Z0x1"},
    {"bushing", "x3y4z5X0Y1Z2"},
};

/// Reads the properties of an element, with defaults.
class Reader {
public:
    explicit Reader(const Element& element)
        : element_(element), type_(builtinCatalog().findType(element.family, element.type)) {}
    bool has(const std::string& key) const {
        return type_ && std::ranges::any_of(type_->properties, [&](const auto& p) { return p.key == key; });
    }
    template <class T>
    T get(const std::string& key, T otherwise) const {
        return has(key) ? element_.valueAs<T>(*type_, key) : otherwise;
    }
    Real real(const std::string& key) const { return get<Real>(key, 0); }
    Vec3 vec3(const std::string& key) const { return get<Vec3>(key, Vec3(0.)); }

private:
    const Element& element_;
    const TypeDescriptor* type_;
};

Rotation turnOf(const Vec3& angles) {
    return Rotation(BodyRotationSequence, angles[0], XAxis, angles[1], YAxis, angles[2], ZAxis);
}

class RobotMaker {
public:
    RobotMaker(const CompiledModel& model, Diagnostics& diagnostics)
        : model_(model), document_(model.getDocument()), diagnostics_(diagnostics) {}

    Robot make() {
        robot_.name = document_.name().empty() ? "model" : document_.name();
        for (const SurfaceSource& source : model_.getData().built->surfaceSources) touching_.insert(source.element);
        readLinks();
        readJoints();
        sortJoints();
        placeLinks();
        for (const ElementId id : document_.treeOrder()) readOther(document_.get(id));
        robot_.contacts = readContacts(model_, robot_.links, diagnostics_);
        return std::move(robot_);
    }

private:
    void leaveOut(const Element& element, const std::string& reason) {
        diagnostics_.warning(element.name, "It is left out: " + reason, "", element.id);
    }

    void readLinks() {
        const BuiltSystem& built = *model_.getData().built;
        for (const ElementId id : document_.elementsOf("body")) {
            const Element& body = document_.get(id);
            const auto index = built.bodies.find(id);
            if (index == built.bodies.end()) continue;
            RobotLink link;
            link.element = id;
            link.name = body.name;
            const MassProperties& mass = built.matter->getMassProperties(model_.getInitialState(), index->second);
            // A body that is split to close a loop is in equal pieces.
            const auto extra = built.extraPieces.find(id);
            const Real pieces = 1 + (extra == built.extraPieces.end() ? 0 : extra->second);
            link.mass = pieces * mass.getMass();
            link.massCenter = mass.getMassCenter();
            link.inertia = Mat33(pieces * mass.calcCentralInertia().toMat33());
            linkOf_[id] = int(robot_.links.size());
            readBodyShape(body, link.shapes);
            setTouching(body, link.shapes);
            robot_.links.push_back(std::move(link));
        }
    }

    void readBodyShape(const Element& body, std::vector<RobotShape>& shapes) {
        const Reader read(body);
        RobotShape shape;
        shape.name = body.name + " shape";
        shape.color = read.vec3("color");
        if (body.type == "bar") {
            shape.size = Vec3(read.real("length"), read.real("width"), read.real("thickness"));
            shape.X_BS = Transform(Vec3(read.real("length") / 2, 0, 0));
        } else if (body.type == "box") {
            shape.size = read.vec3("size");
        } else if (body.type == "sphere") {
            shape.kind = RobotShape::Kind::Sphere;
            shape.size = Vec3(read.real("radius"));
        } else if (body.type == "cylinder") {
            shape.kind = RobotShape::Kind::Cylinder;
            shape.size = Vec3(read.real("radius"), read.real("length"), 0);
        } else {
            addMeshes(body, calcOwnGeometry(body, &document_), shape, shapes);
            return;
        }
        shapes.push_back(shape);
    }

    /// Makes the shapes of an element what touches in a model with contacts.
    void setTouching(const Element& element, std::vector<RobotShape>& shapes) {
        if (!hasContacts_) return;
        const bool touches = touching_.contains(element.id);
        for (std::size_t i = 0, end = shapes.size(); i < end && touches; ++i) {
            if (shapes[i].isCollision) continue;
            RobotShape copy = shapes[i];
            copy.name += " collision";
            copy.isCollision = copy.isCopy = true;
            shapes.push_back(std::move(copy));
        }
        if (!touches && std::erase_if(shapes, &RobotShape::isCollision) > 0)
            leaveOut(element, "it is for contact, but Touches is cleared.");
    }

    /// Adds the surfaces of a body or shape that is not a primitive as meshes; false if it has none.
    /// @param geometry of the element
    bool addMeshes(const Element& element, const std::vector<DecorativeGeometry>& geometry, const RobotShape& look,
                   std::vector<RobotShape>& shapes) {
        constexpr Real step = Pi / 16;
        int found = 0;
        for (const DecorativeGeometry& g : geometry) {
            if (g.getRepresentation() == Representation::Hide) continue;
            auto triangles = surfaceOf(g.getShape(), step);
            if (!triangles || triangles->triangles.empty()) continue;
            RobotShape shape = look;
            // Formats refuse two shapes of one name.
            if (++found > 1) shape.name += " " + std::to_string(found);
            shape.kind = RobotShape::Kind::Mesh;
            shape.X_BS = g.getTransform();
            shape.size = g.getScaleFactors();
            shape.mesh = meshOf(element.name, std::move(triangles));
            shapes.push_back(std::move(shape));
        }
        return found > 0;
    }

    /// The mesh with these triangles; a new one is called after @p name.
    int meshOf(const std::string& name, std::shared_ptr<const TriangleMesh> triangles) {
        const auto known = std::ranges::find(robot_.meshes, triangles, &RobotMesh::triangles);
        if (known != robot_.meshes.end()) return int(known - robot_.meshes.begin());
        std::string stem;
        for (const char c : name) stem += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
        std::string file = stem + ".stl";
        for (int n = 2; std::ranges::count(robot_.meshes, file, &RobotMesh::file) > 0; ++n)
            file = stem + "_" + std::to_string(n) + ".stl";
        robot_.meshes.push_back({file, std::move(triangles)});
        return int(robot_.meshes.size()) - 1;
    }

    void readJoints() {
        const BuiltSystem& built = *model_.getData().built;
        for (const ElementId id : document_.elementsOf("joint")) {
            const Element& element = document_.get(id);
            const auto linkAt = [&](const char* key) {
                const auto link = linkOf_.find(element.reference(key));
                return link == linkOf_.end() ? -1 : link->second;
            };
            RobotJoint joint;
            joint.element = id;
            joint.name = element.name;
            joint.parent = linkAt("parent");
            joint.child = linkAt("child");
            if (joint.child < 0 || !built.joints.contains(id)) {
                leaveOut(element, "it is not part of the system.");
                continue;
            }
            std::tie(joint.X_PF, joint.X_BM) = calcJointFrames(document_, element);
            joint.closesLoop = built.splits.contains(id);
            describeJoint(element, joint);
            robot_.joints.push_back(std::move(joint));
        }
    }

    void describeJoint(const Element& element, RobotJoint& joint) {
        const Reader read(element);
        const bool reversed = read.get<bool>("reversed", false);
        if (read.get<std::string>("locked", "free") != "free")
            diagnostics_.warning(element.name, "Its lock is left out.", "", element.id);
        if (element.type == "ball" || element.type == "free") {
            joint.kind = element.type == "ball" ? RobotJoint::Kind::Ball : RobotJoint::Kind::Free;
            joint.rotorInertia = read.real(rotorInertiaKey);
            joint.rotorMass = read.real(rotorMassKey);
            const Transform X(turnOf(read.vec3("orientation")), read.vec3("position"));
            if (joint.kind == RobotJoint::Kind::Free)
                joint.X_PF = joint.X_PF * (reversed ? X.invert() : X);
            else if (X.R().toBodyXYZ().norm() > 0)
                diagnostics_.warning(element.name,
                                     "It begins at zero: initial orientations of ball joints are not written.", "",
                                     element.id);
            return;
        }
        if (element.type == "screw") {
            joint.kind = RobotJoint::Kind::Screw;
            joint.pitch = read.real("pitch");
        }
        const auto kind =
            std::ranges::find_if(chainKinds, [&](const ChainKind& one) { return element.type == one.type; });
        if (kind == std::end(chainKinds) && element.type != "screw") {
            // In the initial pose.
            const State& s = model_.getInitialState();
            model_.getSystem().realize(s, Stage::Position);
            const Transform X_GP = model_.calcBodyPose(element.reference("parent"), s),
                            X_GB = model_.calcBodyPose(element.reference("child"), s);
            joint.X_PF = X_GP.invert() * X_GB;
            joint.X_BM = {};
            diagnostics_.warning(element.name, "There is no such joint in the format: it is fixed in its initial pose.",
                                 "", element.id);
            return;
        }
        const char* at = element.type == "screw" ? "Z0" : kind->motions;
        for (; *at; at += 2) {
            ElementaryMotion motion;
            motion.turns = *at < 'a';
            const int axis = motion.turns ? *at - 'X' : *at - 'x';
            motion.axis = Vec3(axis == 0, axis == 1, axis == 2);
            if (reversed) motion.axis = Vec3(-motion.axis);
            motion.coordinate = at[1] - '0';
            joint.motions.push_back(motion);
        }
        if (reversed) std::ranges::reverse(joint.motions);
        if (!joint.motions.empty()) joint.motions.front().rotorInertia = read.real(rotorInertiaKey);
        readStarts(joint);
    }

    /// The initial coordinates, with loops closed.
    void readStarts(RobotJoint& joint) const {
        const BuiltSystem& built = *model_.getData().built;
        const State& state = model_.getInitialState();
        const TreeNode& node = built.matter->getTree(state)[built.joints.at(joint.element)];
        const Vector& q = state.getQ(built.matter->getMySubsystemIndex());
        for (ElementaryMotion& motion : joint.motions)
            if (motion.coordinate < node.nq) motion.start = q[node.qStart + motion.coordinate];
    }

    void sortJoints() {
        // Parents before children.
        std::vector<RobotJoint> sorted;
        std::vector<bool> placed(robot_.links.size(), false), taken(robot_.joints.size(), false);
        for (bool found = true; found;) {
            found = false;
            for (std::size_t i = 0; i < robot_.joints.size(); ++i) {
                RobotJoint& joint = robot_.joints[i];
                if (taken[i] || joint.closesLoop || (joint.parent >= 0 && !placed[std::size_t(joint.parent)])) continue;
                taken[i] = found = true;
                placed[std::size_t(joint.child)] = true;
                robot_.links[std::size_t(joint.child)].joint = int(sorted.size());
                sorted.push_back(joint);
            }
        }
        for (std::size_t i = 0; i < robot_.joints.size(); ++i)
            if (!taken[i]) sorted.push_back(robot_.joints[i]);
        robot_.joints = std::move(sorted);
        for (std::size_t i = 0; i < robot_.joints.size(); ++i) jointOf_[robot_.joints[i].element] = int(i);
    }

    void placeLinks() {
        const State& s = model_.getInitialState();
        model_.getSystem().realize(s, Stage::Position);
        for (RobotLink& link : robot_.links)
            if (link.joint < 0) link.X_G = model_.calcBodyPose(link.element, s);
        for (const RobotJoint& joint : robot_.joints) {
            if (joint.closesLoop) continue;
            const Transform X_GP = joint.parent < 0 ? Transform() : robot_.links[std::size_t(joint.parent)].X_G;
            robot_.links[std::size_t(joint.child)].X_G = X_GP * joint.X_PF * joint.X_BM.invert();
        }
    }

    ElementaryMotion* findMotion(const Element& force, const char* socket = "joint",
                                 const char* coordinate = "coordinate") {
        const auto joint = jointOf_.find(force.reference(socket));
        if (joint == jointOf_.end()) return nullptr;
        const std::int64_t index = Reader(force).get<std::int64_t>(coordinate, 0);
        for (ElementaryMotion& motion : robot_.joints[std::size_t(joint->second)].motions)
            if (motion.coordinate == index) return &motion;
        return nullptr;
    }

    void readOther(const Element& element) {
        static const std::set<std::string> silent{"body",
                                                  "joint",
                                                  "mesh",
                                                  "function",
                                                  "parameter",
                                                  "settings",
                                                  "trace",
                                                  groupFamily,
                                                  contactMaterialFamily,
                                                  contactGroupFamily,
                                                  actionFamily,
                                                  measureFamily,
                                                  studyFamily,
                                                  factorFamily,
                                                  responseFamily};
        if (silent.contains(element.family)) return;
        const Reader read(element);
        if (isContactAmongAll(element) || isContactBetweenSome(element)) return;
        if (!read.get<bool>("enabled", true)) return leaveOut(element, "it is disabled.");
        if (element.family == "shape") return readShape(element);
        if (element.type == "gravity") {
            robot_.gravity = Vec3(read.vec3("direction").normalized() * read.real("magnitude"));
            return;
        }
        if (element.type == "coordinateCoupler" && readCoupler(element)) return;
        if (element.family == "constraint" && (element.type == "ball" || element.type == "weld") &&
            readClosure(element))
            return;
        if (element.family == "force" && readBallForce(element)) return;
        ElementaryMotion* motion = element.family == "force" ? findMotion(element) : nullptr;
        if (motion && element.type == "mobilityLinearStop" && !motion->hasLimits) {
            motion->hasLimits = true;
            motion->low = read.real("low");
            motion->high = read.real("high");
            motion->stopStiffness = read.real("stiffness");
        } else if (motion && element.type == "mobilityDamper") {
            motion->damping += read.real("damping");
        } else if (motion && element.type == "mobilityFriction") {
            motion->friction += read.real("load");
        } else if (motion && element.type == "mobilitySpring" && motion->stiffness == 0) {
            motion->stiffness = read.real("stiffness");
            motion->restValue = read.real("restValue");
        } else {
            leaveOut(element, "the format has no counterpart.");
        }
    }

    bool readBallForce(const Element& element) {
        const auto found = jointOf_.find(element.reference("joint"));
        if (found == jointOf_.end()) return false;
        RobotJoint& joint = robot_.joints[std::size_t(found->second)];
        if (joint.kind != RobotJoint::Kind::Ball) return false;
        const Reader read(element);
        if (element.type == "ballStop" && joint.largestAngle == 0) {
            joint.largestAngle = read.real("angle");
            return joint.largestAngle > 0;
        }
        if (element.type != "ballSpring") return false;
        joint.stiffness += read.real("stiffness");
        joint.damping += read.real("damping");
        return true;
    }

    bool readCoupler(const Element& element) {
        const Element* function = document_.find(element.reference("function"));
        if (!function || function->type != "linear") return false;
        RobotCoupling coupling;
        coupling.name = element.name;
        const auto fill = [&](const char* socket, const char* coordinate, int& joint, int& index) {
            const ElementaryMotion* motion = findMotion(element, socket, coordinate);
            if (!motion) return false;
            joint = jointOf_.at(element.reference(socket));
            index = int(motion - robot_.joints[std::size_t(joint)].motions.data());
            return true;
        };
        if (!fill("joint1", "coordinate1", coupling.joint1, coupling.motion1) ||
            !fill("joint2", "coordinate2", coupling.joint2, coupling.motion2))
            return false;
        coupling.ratio = Reader(*function).real("slope");
        coupling.offset = Reader(*function).real("offset");
        robot_.couplings.push_back(coupling);
        return true;
    }

    bool readClosure(const Element& element) {
        RobotClosure closure;
        closure.element = element.id;
        closure.name = element.name;
        closure.isWeld = element.type == "weld";
        for (const auto& [number, link, X] :
             {std::tuple("1", &closure.link1, &closure.X_1), std::tuple("2", &closure.link2, &closure.X_2)}) {
            const ElementId body = element.reference(std::string("body") + number);
            const auto found = linkOf_.find(body);
            if (body.isValid() && found == linkOf_.end()) return false;
            *link = body.isValid() ? found->second : -1;
            *X = Transform(turnOf(Reader(element).vec3(std::string("orientation") + number)),
                           calcStation(document_, element, body, std::string("point") + number));
        }
        robot_.closures.push_back(closure);
        return true;
    }

    void readShape(const Element& element) {
        const auto link = linkOf_.find(element.parent);
        if (element.parent.isValid() && link == linkOf_.end()) return leaveOut(element, "its body is not written.");
        std::vector<RobotShape>& shapes =
            element.parent.isValid() ? robot_.links[std::size_t(link->second)].shapes : robot_.groundShapes;
        std::vector<RobotShape> own;
        describeShape(element, own);
        setTouching(element, own);
        if (std::ranges::none_of(own, &RobotShape::isCollision) &&
            std::ranges::any_of(own, [](const RobotShape& shape) { return shape.friction >= 0; }))
            diagnostics_.warning(element.name,
                                 "Its contact material is left out: only collision shapes have one there.",
                                 "Set its purpose to collision.", element.id);
        std::ranges::move(own, std::back_inserter(shapes));
    }

    void describeShape(const Element& element, std::vector<RobotShape>& shapes) {
        const Reader read(element);
        RobotShape shape;
        shape.name = element.name;
        shape.X_BS = Transform(turnOf(read.vec3("orientation")), read.vec3("position"));
        shape.color = read.vec3("color");
        shape.opacity = read.get<Real>("opacity", 1);
        shape.isCollision = read.get<std::string>("purpose", "visual") == "collision";
        if (const Element* const material = document_.find(element.reference("ownMaterial"))) {
            shape.friction = Reader(*material).real("staticFriction");
            if (material->findExplicit("restitution")) shape.restitution = Reader(*material).real("restitution");
        }
        if (element.type == "box") {
            shape.size = read.vec3("size");
        } else if (element.type == "sphere") {
            shape.kind = RobotShape::Kind::Sphere;
            shape.size = Vec3(read.real("radius"));
        } else if (element.type == "ellipsoid") {
            shape.kind = RobotShape::Kind::Ellipsoid;
            shape.size = read.vec3("radii");
        } else if (element.type == "cylinder" || element.type == "capsule") {
            shape.kind = element.type == "cylinder" ? RobotShape::Kind::Cylinder : RobotShape::Kind::Capsule;
            shape.size = Vec3(read.real("radius"), read.real("length"), 0);
            // Its axis is y here.
            shape.X_BS = shape.X_BS * Transform(Rotation(-Pi / 2, XAxis), Vec3(0.));
        } else if (element.type == "floor") {
            shape.kind = RobotShape::Kind::Plane;
            shape.size = Vec3(read.real("length"), read.real("width"), 0);
            // It is level where y is up here.
            shape.X_BS = shape.X_BS * Transform(Rotation(-Pi / 2, XAxis), Vec3(0.));
        } else {
            // Also shapes that are not drawn, as collision shapes are at first.
            if (!addMeshes(element, calcSolids(element, document_), shape, shapes))
                leaveOut(element, "it has no surface.");
            return;
        }
        shapes.push_back(shape);
    }

    const CompiledModel& model_;
    const Document& document_;
    Diagnostics& diagnostics_;
    const bool hasContacts_ = hasContacts(document_);
    Robot robot_;
    std::map<ElementId, int> linkOf_, jointOf_;
    /// Bodies and shapes whose surfaces touch.
    std::set<ElementId> touching_;
};

}  // namespace

Robot makeRobot(const CompiledModel& model, Diagnostics& diagnostics) { return RobotMaker(model, diagnostics).make(); }

std::pair<Transform, Transform> placeClosure(const Robot& robot, const RobotClosure& closure) {
    const auto place = [&](int link) { return link < 0 ? Transform() : robot.links[std::size_t(link)].X_G; };
    return {place(closure.link1) * closure.X_1, place(closure.link2) * closure.X_2};
}

void warnAboutClosures(const Robot& robot, Diagnostics& diagnostics) {
    for (const RobotClosure& closure : robot.closures)
        diagnostics.warning(closure.name, "It closes a loop, which the format cannot express: it is left out.", "",
                            closure.element);
}

void warnAboutBallForces(const Robot& robot, bool damped, Diagnostics& diagnostics) {
    for (const RobotJoint& joint : robot.joints)
        if (joint.stiffness > 0 || joint.largestAngle > 0 || (joint.damping > 0 && !damped))
            diagnostics.warning(joint.name,
                                std::string(damped ? "Spring and stop" : "Spring, damper and stop") +
                                    " of its rotation are left out: the format has none.",
                                "", joint.element);
}

std::string forcesLostWith(const RobotJoint& joint) {
    const bool has =
        joint.stiffness > 0 || joint.damping > 0 || joint.largestAngle > 0 ||
        std::ranges::any_of(joint.motions, [](const ElementaryMotion& motion) {
            return motion.hasLimits || motion.damping != 0 || motion.stiffness != 0 || motion.friction != 0;
        });
    return has ? " Its springs, dampers, stops and friction are left out." : "";
}

void warnAboutRotors(const Robot& robot, Diagnostics& diagnostics) {
    for (const RobotJoint& joint : robot.joints)
        if (joint.rotorInertia > 0 || joint.rotorMass > 0 ||
            std::ranges::any_of(joint.motions, [](const auto& motion) { return motion.rotorInertia > 0; }))
            diagnostics.warning(joint.name, "Its rotor inertia is left out: the format has none.", "", joint.element);
}

}  // namespace trammel
