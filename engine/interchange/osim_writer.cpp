// SPDX-License-Identifier: Apache-2.0
// A model of OpenSim 4: bodies, joints with named coordinates, limit forces, springs, couplers and shapes.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "compile/named_coordinates.h"
#include "interchange/xml_text.h"

namespace trammel {

namespace {

/// A name without blanks, as the tables of OpenSim need it.
std::string osimName(const std::string& name) {
    std::string text = xmlName(name);
    for (char& c : text)
        if (c == ' ') c = '_';
    return text;
}

/// @p name as written for OpenSim, with a number if it is taken; reserves the result.
std::string distinctName(const std::string& name, std::set<std::string>& taken) {
    const std::string base = osimName(name);
    std::string distinct = base;
    for (int number = 2; !taken.insert(distinct).second; ++number) distinct = base + "_" + std::to_string(number);
    return distinct;
}

/// Names of the bodies, by which OpenSim finds them, each once.
std::vector<std::string> bodyNamesOf(const Robot& robot) {
    std::vector<std::string> names;
    std::set<std::string> taken;
    for (const RobotLink& link : robot.links) names.push_back(distinctName(link.name, taken));
    return names;
}

/// A spatial transform turns about three axes in order, and shifts along three axes of the parent's frame.
struct SpatialAxes {
    /// Index of the motion along each axis, -1: none; and the axes.
    std::array<int, 3> turns{-1, -1, -1}, shifts{-1, -1, -1};
    std::array<Vec3, 3> turnAxes, shiftAxes;
};

/// Fills in axes where @p motions are -1, so that all three are independent.
void fillAxes(const std::array<int, 3>& motions, std::array<Vec3, 3>& axes) {
    for (std::size_t k = 0; k < 3; ++k) {
        if (motions[k] >= 0) continue;
        for (int i = 0; i < 3; ++i) {
            const Vec3 axis(i == 0, i == 1, i == 2);
            bool isFree = true;
            for (std::size_t m = 0; m < 3; ++m)
                isFree = isFree && !((m < k || motions[m] >= 0) && std::abs(axes[m].dot(axis)) > 0.5);
            if (isFree) axes[k] = axis;
        }
    }
}

/// None if a shift follows a turn about another axis.
std::optional<SpatialAxes> arrange(const RobotJoint& joint) {
    SpatialAxes axes;
    std::size_t turns = 0, shifts = 0;
    for (std::size_t i = 0; i < joint.motions.size(); ++i) {
        const ElementaryMotion& motion = joint.motions[i];
        if (motion.turns) {
            axes.turnAxes[turns] = motion.axis;
            axes.turns[turns++] = int(i);
            continue;
        }
        for (std::size_t k = 0; k < turns; ++k)
            if (std::abs(std::abs(axes.turnAxes[k].dot(motion.axis)) - 1) > 1e-9) return std::nullopt;
        axes.shiftAxes[shifts] = motion.axis;
        axes.shifts[shifts++] = int(i);
    }
    fillAxes(axes.turns, axes.turnAxes);
    fillAxes(axes.shifts, axes.shiftAxes);
    return axes;
}

class OsimWriter {
public:
    OsimWriter(const CompiledModel& model, const Robot& robot, const std::string& meshFolder, Diagnostics& diagnostics)
        : coordinates_(coordinatesOf(model)),
          robot_(robot),
          bodyNames_(bodyNamesOf(robot)),
          meshFolder_(meshFolder),
          diagnostics_(diagnostics) {}

    std::string write() {
        pugi::xml_node root = document_.append_child("OpenSimDocument");
        put(root, "Version", "40000");
        pugi::xml_node model = root.append_child("Model");
        put(model, "name", osimName(robot_.name));
        put(model.append_child("Ground"), "name", "ground");
        addText(model, "gravity", textOf(robot_.gravity));
        pugi::xml_node bodies = addSet(model, "BodySet", "bodyset");
        for (const RobotLink& link : robot_.links) writeBody(bodies, link);
        joints_ = addSet(model, "JointSet", "jointset");
        constraints_ = addSet(model, "ConstraintSet", "constraintset");
        forces_ = addSet(model, "ForceSet", "forceset");
        for (const RobotLink& link : robot_.links)
            if (link.joint < 0) placeFree(link);
        for (const RobotJoint& joint : robot_.joints) writeJoint(joint);
        for (const RobotCoupling& coupling : robot_.couplings) writeCoupling(coupling);
        return printXml(document_);
    }

private:
    static pugi::xml_node addSet(pugi::xml_node model, const char* kind, const char* name) {
        pugi::xml_node set = model.append_child(kind);
        put(set, "name", name);
        return set.append_child("objects");
    }
    int indexOf(const RobotLink& link) const { return int(&link - robot_.links.data()); }
    const std::string& bodyName(const RobotLink& link) const { return bodyNames_[std::size_t(indexOf(link))]; }
    std::string bodyPath(int link) const { return link < 0 ? "/ground" : "/bodyset/" + bodyNames_[std::size_t(link)]; }
    static pugi::xml_node addFrame(pugi::xml_node around, const std::string& name, const std::string& parent,
                                   const Transform& X) {
        pugi::xml_node frame = around.append_child("PhysicalOffsetFrame");
        put(frame, "name", name);
        addText(frame, "socket_parent", parent);
        addText(frame, "translation", textOf(X.p()));
        addText(frame, "orientation", textOf(X.R().toBodyXYZ()));
        return frame;
    }

    void writeBody(pugi::xml_node bodies, const RobotLink& link) {
        pugi::xml_node body = bodies.append_child("Body");
        put(body, "name", bodyName(link));
        addText(body, "mass", textOf(link.mass));
        addText(body, "mass_center", textOf(link.massCenter));
        const Mat33& I = link.inertia;
        addText(body, "inertia",
                textOf(Vec3(I(0, 0), I(1, 1), I(2, 2))) + " " + textOf(Vec3(I(0, 1), I(0, 2), I(1, 2))));
        if (link.shapes.empty()) return;
        pugi::xml_node components = body.append_child("components");
        for (const RobotShape& shape : link.shapes)
            if (!shape.isCopy) writeShape(components, shape);
    }

    void writeShape(pugi::xml_node components, const RobotShape& shape) {
        if (shape.kind == RobotShape::Kind::Plane)
            return diagnostics_.warning(shape.name, "It is left out: OpenSim shows no planes.");
        Transform X = shape.X_BS;
        const bool isRound = shape.kind == RobotShape::Kind::Cylinder || shape.kind == RobotShape::Kind::Capsule;
        // The axis of a cylinder is y there.
        if (isRound) X = X * Transform(Rotation(Pi / 2, XAxis), Vec3(0.));
        pugi::xml_node frame = addFrame(components, osimName(shape.name) + "_frame", "..", X);
        pugi::xml_node geometry = frame.append_child("attached_geometry"), node;
        switch (shape.kind) {
            case RobotShape::Kind::Box:
                node = geometry.append_child("Brick");
                addText(node, "half_lengths", textOf(Vec3(shape.size / 2)));
                break;
            case RobotShape::Kind::Sphere:
                node = geometry.append_child("Sphere");
                addText(node, "radius", textOf(shape.size[0]));
                break;
            case RobotShape::Kind::Ellipsoid:
                node = geometry.append_child("Ellipsoid");
                addText(node, "radii", textOf(shape.size));
                break;
            case RobotShape::Kind::Mesh:
                node = geometry.append_child("Mesh");
                addText(node, "mesh_file", meshFolder_ + "/" + robot_.meshes[std::size_t(shape.mesh)].file);
                addText(node, "scale_factors", textOf(shape.size));
                break;
            default:
                if (shape.kind == RobotShape::Kind::Capsule)
                    diagnostics_.warning(shape.name, "OpenSim has no capsules: it is a cylinder.");
                node = geometry.append_child("Cylinder");
                addText(node, "radius", textOf(shape.size[0]));
                addText(node, "half_height", textOf(shape.size[1] / 2));
        }
        put(node, "name", osimName(shape.name));
        pugi::xml_node look = node.append_child("Appearance");
        addText(look, "color", textOf(shape.color));
        addText(look, "opacity", textOf(shape.opacity));
    }

    pugi::xml_node addJoint(const char* kind, const std::string& name, int parent, int child, const Transform& X_PF,
                            const Transform& X_BM) {
        pugi::xml_node node = joints_.append_child(kind);
        put(node, "name", name);
        addText(node, "socket_parent_frame", name + "_parent");
        addText(node, "socket_child_frame", name + "_child");
        pugi::xml_node frames = node.append_child("frames");
        addFrame(frames, name + "_parent", bodyPath(parent), X_PF);
        addFrame(frames, name + "_child", bodyPath(child), X_BM);
        return node;
    }

    void placeFree(const RobotLink& link) {
        addJoint("FreeJoint", distinctName(bodyName(link) + "_free", jointNames_), -1, indexOf(link), link.X_G, {});
    }

    /// The name of the coordinate of a motion, by which OpenSim finds it: each once.
    const std::string& coordinateName(const RobotJoint& joint, int coordinate) {
        const auto [known, isNew] = coordinateNames_.try_emplace({&joint, coordinate});
        if (isNew) known->second = distinctName(wantedName(joint, coordinate), takenCoordinates_);
        return known->second;
    }
    /// Its name in recorded motions, or that of the joint.
    std::string wantedName(const RobotJoint& joint, int coordinate) const {
        for (const NamedCoordinate& c : coordinates_) {
            if (c.joint != joint.element || c.index != coordinate) continue;
            if (!c.recordedName.empty()) return osimName(c.recordedName);
            const std::string last = c.name.substr(c.name.rfind('.') + 1);
            return osimName(joint.name + (joint.motions.size() == 1 ? "_coordinate" : "_" + last));
        }
        return osimName(joint.name) + "_" + std::to_string(coordinate);
    }

    void writeJoint(const RobotJoint& joint) {
        const std::string name = distinctName(joint.name, jointNames_);
        const auto add = [&](const char* kind) {
            return addJoint(kind, name, joint.parent, joint.child, joint.X_PF, joint.X_BM);
        };
        if (joint.kind == RobotJoint::Kind::Ball) return void(add("BallJoint"));
        if (joint.kind == RobotJoint::Kind::Free) return void(add("FreeJoint"));
        if (joint.motions.empty()) return void(add("WeldJoint"));
        const std::optional<SpatialAxes> axes = arrange(joint);
        if (!axes) {
            diagnostics_.warning(
                joint.name, "OpenSim cannot express a shift that turns along: it is a weld." + forcesLostWith(joint),
                "", joint.element);
            return void(add("WeldJoint"));
        }
        pugi::xml_node node = add("CustomJoint"), coordinates = node.append_child("coordinates");
        for (const ElementaryMotion& motion : joint.motions) {
            pugi::xml_node coordinate = coordinates.append_child("Coordinate");
            put(coordinate, "name", coordinateName(joint, motion.coordinate));
            addText(coordinate, "default_value", textOf(motion.start));
            writeForces(joint, motion);
        }
        pugi::xml_node transform = node.append_child("SpatialTransform");
        const bool isScrew = joint.kind == RobotJoint::Kind::Screw;
        for (std::size_t k = 0; k < 3; ++k)
            addAxis(transform, "rotation" + std::to_string(k + 1), joint, axes->turns[k], axes->turnAxes[k], 1);
        for (std::size_t k = 0; k < 3; ++k) {
            const bool advances = isScrew && std::abs(axes->shiftAxes[k].dot(joint.motions[0].axis)) > 0.5;
            addAxis(transform, "translation" + std::to_string(k + 1), joint, advances ? 0 : axes->shifts[k],
                    advances ? joint.motions[0].axis : axes->shiftAxes[k], advances ? joint.pitch : 1);
        }
    }

    void addAxis(pugi::xml_node transform, const std::string& name, const RobotJoint& joint, int motion,
                 const Vec3& axis, Real slope) {
        pugi::xml_node node = transform.append_child("TransformAxis");
        put(node, "name", name);
        addText(node, "coordinates",
                motion < 0 ? "" : coordinateName(joint, joint.motions[std::size_t(motion)].coordinate));
        addText(node, "axis", textOf(axis));
        pugi::xml_node function = node.append_child(motion < 0 ? "Constant" : "LinearFunction");
        put(function, "name", "function");
        if (motion < 0)
            addText(function, "value", "0");
        else
            addText(function, "coefficients", textOf(slope) + " 0");
    }

    void writeForces(const RobotJoint& joint, const ElementaryMotion& motion) {
        const std::string coordinate = coordinateName(joint, motion.coordinate);
        if (motion.hasLimits) {
            // Limits are in degrees, and stiffness per degree.
            const Real unit = motion.turns ? Pi / 180 : 1;
            pugi::xml_node node = forces_.append_child("CoordinateLimitForce");
            put(node, "name", coordinate + "_limits");
            addText(node, "coordinate", coordinate);
            for (const char* const side : {"upper", "lower"}) {
                const bool isUpper = side[0] == 'u';
                addText(node, (std::string(side) + "_stiffness").c_str(), textOf(motion.stopStiffness * unit));
                addText(node, (std::string(side) + "_limit").c_str(),
                        textOf((isUpper ? motion.high : motion.low) / unit));
            }
            addText(node, "damping", "0");
            addText(node, "transition", "0.1");
        }
        if (motion.friction > 0)
            diagnostics_.warning(joint.name, "Its dry friction is left out: the format has none.", "", joint.element);
        if (motion.stiffness == 0 && motion.damping == 0) return;
        pugi::xml_node node = forces_.append_child("SpringGeneralizedForce");
        put(node, "name", coordinate + "_spring");
        addText(node, "coordinate", coordinate);
        addText(node, "stiffness", textOf(motion.stiffness));
        addText(node, "rest_length", textOf(motion.restValue));
        addText(node, "viscosity", textOf(motion.damping));
    }

    void writeCoupling(const RobotCoupling& coupling) {
        const auto nameOf = [this](int joint, int motion) {
            const RobotJoint& held = robot_.joints[std::size_t(joint)];
            return coordinateName(held, held.motions[std::size_t(motion)].coordinate);
        };
        pugi::xml_node node = constraints_.append_child("CoordinateCouplerConstraint");
        put(node, "name", osimName(coupling.name));
        addText(node, "isEnforced", "true");
        addText(node.append_child("coupled_coordinates_function").append_child("LinearFunction"), "coefficients",
                textOf(coupling.ratio) + " " + textOf(coupling.offset));
        addText(node, "independent_coordinate_names", nameOf(coupling.joint1, coupling.motion1));
        addText(node, "dependent_coordinate_name", nameOf(coupling.joint2, coupling.motion2));
    }

    const std::vector<NamedCoordinate> coordinates_;
    const Robot& robot_;
    /// By index of the link.
    const std::vector<std::string> bodyNames_;
    /// Names that joints and coordinates have taken.
    std::set<std::string> jointNames_, takenCoordinates_;
    std::map<std::pair<const RobotJoint*, int>, std::string> coordinateNames_;
    const std::string& meshFolder_;
    Diagnostics& diagnostics_;
    pugi::xml_document document_;
    pugi::xml_node joints_, constraints_, forces_;
};

}  // namespace

Result<RobotText> writeOsim(const CompiledModel& model, const std::string& meshFolder) {
    Result<RobotText> result;
    Robot robot = makeRobot(model, result.diagnostics);
    warnAboutContacts(robot, "They are left out: contact geometry and forces of OpenSim are not written.",
                      result.diagnostics);
    if (!robot.groundShapes.empty())
        result.diagnostics.warning("Ground", "Its shapes are left out: the format has no counterpart.");
    warnAboutClosures(robot, result.diagnostics);
    warnAboutRotors(robot, result.diagnostics);
    warnAboutBallForces(robot, false, result.diagnostics);
    std::string text = OsimWriter(model, robot, meshFolder, result.diagnostics).write();
    result.value = RobotText{std::move(text), std::move(robot.meshes)};
    return result;
}

}  // namespace trammel
