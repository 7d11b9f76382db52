// SPDX-License-Identifier: Apache-2.0
// Constraints, muscles and other forces of a model of OpenSim.
#include <algorithm>
#include <cmath>
#include <set>

#include "import/osim/osim_functions.h"
#include "import/osim/osim_reader.h"

namespace trammel {

namespace {

/// Maximum number of via points of a cable.
constexpr std::size_t mostCablePoints = 24;
/// Default speed, in optimal lengths per second, and largest pennation angle, rad.
constexpr Real usualFiberSpeed = 10, steepestPennation = 1.5;
/// Default strains at which tendon and fiber have the largest isometric force.
constexpr Real usualTendonStrain = 0.049, usualFiberStrain = 0.6;

}  // namespace

// --- Constraints ---

void OsimReader::readConstraints() {
    for (const pugi::xml_node& node : objectsOf(model_, "ConstraintSet").children())
        if (isObject(node)) readConstraint(node);
}

void OsimReader::readConstraint(const pugi::xml_node& node) {
    const std::string_view kind(node.name());
    const std::string name = node.attribute("name").value();
    if (kind == "CoordinateCouplerConstraint") return readCoupler(node);
    if (kind == "WeldConstraint") collectOffsets(node.child("frames"), name);
    const auto between = [&](const char* type, const char* key1, const char* key2, const Transform& X_1,
                             const Transform& X_2, bool withOrientations) -> ElementId {
        const auto a = frameAt(node, key1), b = frameAt(node, key2);
        if (!a || !b || a->body == b->body) {
            values_.leftOut(node, "One of its bodies does not exist.");
            return {};
        }
        const ElementId id = job_.draft.addBetween("constraint", type, name, bodyAt(*a), a->X * X_1, bodyAt(*b),
                                                   b->X * X_2, withOrientations);
        if (!isActive(node)) job_.draft.get(id).set("enabled", false);
        values_.imported(node, "As a constraint of type " + std::string(type) + ".", id);
        return id;
    };
    const auto at = [&](const char* key) { return Transform(vec3(node, key, Vec3(0.))); };
    if (kind == "WeldConstraint") {
        const bool usesFrames = node.child("socket_frame1");
        between("weld", usesFrames ? "frame1" : "body_1", usesFrames ? "frame2" : "body_2",
                transformAt(node, "location_body_1", "orientation_body_1"),
                transformAt(node, "location_body_2", "orientation_body_2"), true);
    } else if (kind == "PointConstraint") {
        between("ball", "body_1", "body_2", at("location_body_1"), at("location_body_2"), false);
    } else if (kind == "ConstantDistanceConstraint") {
        const ElementId id = between("rod", "body_1", "body_2", at("location_body_1"), at("location_body_2"), false);
        if (id.isValid()) job_.draft.get(id).set("length", real(node, "constant_distance", 1));
    } else if (kind == "PointOnLineConstraint") {
        const ElementId id =
            between("pointOnLine", "line_body", "follower_body", at("point_on_line"), at("point_on_follower"), false);
        if (!id.isValid()) return;
        Vec3 direction = vec3(node, "line_direction_vec", Vec3(0, 0, 1));
        if (!(direction.norm() > 0)) direction = Vec3(0, 0, 1);
        job_.draft.get(id).set("direction", frameAt(node, "line_body")->X.R() * direction);
    } else {
        values_.leftOut(node, "It has no counterpart.");
    }
}

void OsimReader::readCoupler(const pugi::xml_node& node) {
    const std::string name = node.attribute("name").value();
    const Coordinate* first = findCoordinate(wordOf(node.child("independent_coordinate_names")));
    Coordinate* second = findCoordinate(wordOf(node.child("dependent_coordinate_name")));
    if (!first || !second || !first->isSimple || !second->isSimple)
        return values_.leftOut(node, "It needs one independent and one dependent coordinate that rates move alone.");
    auto function = readOsimFunction(values_, findOsimFunction(node.child("coupled_coordinates_function")), true);
    if (!function) function = readOsimFunction(values_, node.child("coupled_coordinates_function").first_child(), true);
    if (!function) return values_.leftOut(node, "It has no function.");
    if (real(node, "scale_factor", 1) != 1)
        values_.approximated(node, "Its scale factor, which only holds while a model is scaled, is left out.");
    function->name = name + " function";
    // The dependent coordinate starts where the function puts it, regardless of its default.
    if (const auto start = evaluate(*function, first->value); start && isActive(node)) setStart(*second, *start);
    const ElementId curve = job_.draft.add(std::move(*function));
    Element coupler = Element::draft("constraint", "coordinateCoupler", name);
    coupler.set("coordinate1", std::int64_t{first->index}).set("coordinate2", std::int64_t{second->index});
    coupler.plug("joint1", first->joint).plug("joint2", second->joint).plug("function", curve);
    if (!isActive(node)) coupler.set("enabled", false);
    values_.imported(node, "As a coordinate coupler.", job_.draft.add(std::move(coupler)));
}

// --- Forces ---

void OsimReader::readForces() {
    for (const pugi::xml_node& node : objectsOf(model_, "ForceSet").children()) {
        if (job_.isCanceled()) return;
        if (isObject(node)) readForce(node);
    }
}

void OsimReader::readForce(const pugi::xml_node& node) {
    const std::string_view kind(node.name());
    const std::string name = node.attribute("name").value();
    pugi::xml_node path = node.child("GeometryPath");
    if (!path) path = node.child("path").child("GeometryPath");
    if (path) return readPath(node, path);
    if (kind == "CoordinateLimitForce") return readLimitForce(node);
    if (kind == "BushingForce") return readBushing(node);
    if (kind == "CoordinateActuator" || kind == "TorqueActuator" || kind == "ActivationCoordinateActuator")
        return addMotor(node);
    if (kind == "PointToPointSpring") {
        const auto a = frameAt(node, "body1"), b = frameAt(node, "body2");
        if (!a || !b || a->body == b->body) return values_.leftOut(node, "One of its bodies does not exist.");
        const ElementId id = job_.draft.addBetween("force", "twoPointSpring", name, bodyAt(*a),
                                                   a->X * Transform(vec3(node, "point1", Vec3(0.))), bodyAt(*b),
                                                   b->X * Transform(vec3(node, "point2", Vec3(0.))), false);
        job_.draft.get(id)
            .set("stiffness", std::max(0., real(node, "stiffness", 1)))
            .set("restLength", std::max(0., real(node, "rest_length", 0)));
        if (!isActive(node)) job_.draft.get(id).set("enabled", false);
        return values_.imported(node, "As a spring.", id);
    }
    if (kind == "SpringGeneralizedForce") {
        const Coordinate* coordinate = findCoordinate(wordOf(node.child("coordinate")));
        if (!coordinate || !coordinate->isSimple) return values_.leftOut(node, "Its coordinate does not exist.");
        const DraftCoordinate slot{coordinate->joint, name, coordinate->index, coordinate->isAngle};
        const ElementId spring =
            addSpring(job_.draft, slot, std::max(0., real(node, "stiffness", 0)), real(node, "rest_length", 0));
        job_.draft.get(spring).name = name;
        if (const Real viscosity = real(node, "viscosity", 0); viscosity > 0) addDamper(job_.draft, slot, viscosity);
        return values_.imported(node, "As a joint spring.", spring);
    }
    if (kind == "HuntCrossleyForce" || kind == "SmoothSphereHalfSpaceForce") return readContactForce(node);
    values_.leftOut(node, kind == "ElasticFoundationForce"
                              ? "Contacts of meshes are not read: add one between the bodies that touch."
                              : "It has no counterpart.");
}

std::optional<OsimReader::PathPoint> OsimReader::readPathPoint(const pugi::xml_node& node) const {
    const pugi::xml_node old = node.child("body");
    const auto frame = old ? findFrame(wordOf(old), {}) : frameAt(node, "parent_frame");
    if (!frame) return std::nullopt;
    Vec3 place = vec3(node, "location", Vec3(0.));
    const char* axes[] = {"x", "y", "z"};
    for (int i = 0; i < 3; ++i) {
        const pugi::xml_node held = node.child((std::string(axes[i]) + "_location").c_str());
        if (!held) continue;
        const pugi::xml_node function = findOsimFunction(held);
        const auto draft = readOsimFunction(values_, function, false);
        const std::string key = std::string(axes[i]) + "_coordinate", socket = "socket_" + key;
        const pugi::xml_node named = node.child(socket.c_str()) ? node.child(socket.c_str()) : node.child(key.c_str());
        const Coordinate* coordinate = findCoordinate(wordOf(named));
        const auto value = draft ? evaluate(*draft, coordinate ? coordinate->value : 0) : std::nullopt;
        if (value) place[i] = *value;
    }
    return PathPoint{frame->body, frame->X * place};
}

bool OsimReader::isMuscle(const pugi::xml_node& node) const {
    return real(node, "max_isometric_force", 0) > 0 && real(node, "optimal_fiber_length", 0) > 0;
}

Element OsimReader::makeMuscle(const pugi::xml_node& node) const {
    const auto positive = [&](const char* key, Real usual) {
        const Real given = real(node, key, usual);
        return given > 0 ? given : usual;
    };
    const bool isMillard = std::string_view(node.name()).starts_with("Millard2012");
    Element muscle = Element::draft("force", "muscle", node.attribute("name").value());
    muscle.set("maxForce", real(node, "max_isometric_force", 0))
        .set("optimalLength", real(node, "optimal_fiber_length", 0))
        .set("tendonLength", std::max(0., real(node, "tendon_slack_length", 0)))
        .set("pennation", std::clamp(real(node, "pennation_angle_at_optimal", 0), 0., steepestPennation))
        .set("maxSpeed", positive("max_contraction_velocity", usualFiberSpeed))
        .set("activationTime", positive("activation_time_constant", isMillard ? 0.01 : 0.015))
        .set("deactivationTime", positive("deactivation_time_constant", isMillard ? 0.04 : 0.05))
        .set("initialActivation", std::clamp(real(node, "default_activation", 0.05), 0., 1.))
        .set("excitation", 0.);
    return muscle;
}

void OsimReader::readPath(const pugi::xml_node& node, const pugi::xml_node& path) {
    const std::string name = node.attribute("name").value();
    std::vector<PathPoint> points;
    std::string notes;
    for (const pugi::xml_node& point : objectsOf(path, "PathPointSet").children()) {
        if (!isObject(point)) continue;
        const std::string_view kind(point.name());
        if (kind == "ConditionalPathPoint") {
            const pugi::xml_node socket = point.child("socket_coordinate");
            const Coordinate* coordinate = findCoordinate(wordOf(socket ? socket : point.child("coordinate")));
            const auto range = values_.content(point.child("range"), 2);
            if (coordinate && range && (coordinate->value < (*range)[0] || coordinate->value > (*range)[1])) {
                notes = " Points that depend on the pose are as they are at the start.";
                continue;
            }
        }
        if (kind != "PathPoint") notes = " Points that depend on the pose are as they are at the start.";
        const auto one = readPathPoint(point);
        if (!one) return values_.leftOut(node, "The body of one of its points does not exist.");
        points.push_back(*one);
    }
    if (points.size() < 2 || points.size() > mostCablePoints + 2)
        return values_.leftOut(node, "A cable runs over 2 to " + std::to_string(mostCablePoints + 2) + " points.");
    if (objectsOf(path, "PathWrapSet").child("PathWrap")) notes += " It does not wrap around surfaces.";
    const auto runAlong = [&](Element& element) {
        element.set("point1", points.front().station).set("point2", points.back().station);
        element.plug("body1", bodies_[points.front().body].element).plug("body2", bodies_[points.back().body].element);
        element.set("viaPoints", std::int64_t(points.size() - 2));
        for (std::size_t i = 1; i + 1 < points.size(); ++i) {
            element.set("via" + std::to_string(i), points[i].station);
            element.plug("via" + std::to_string(i) + "Body", bodies_[points[i].body].element);
        }
        if (!isActive(node)) element.set("enabled", false);
    };
    if (job_.choice("muscles") == "active" && isMuscle(node)) {
        Element muscle = makeMuscle(node);
        runAlong(muscle);
        return values_.approximated(
            node,
            "As a muscle with the curves of Thelen and a rigid tendon; its excitation is not in "
            "the file: it is 0." +
                notes,
            job_.draft.add(std::move(muscle)));
    }
    // Tension begins where tendon and fiber have their slack and optimal lengths; both are springs in a row.
    Real slack = 0, stiffness = 0;
    const Real force = std::max(0., real(node, "max_isometric_force", 0));
    std::string what;
    if (node.child("tendon_slack_length") || node.child("optimal_fiber_length")) {
        const Real tendon = std::max(0., real(node, "tendon_slack_length", 0)),
                   fiber = std::max(0., real(node, "optimal_fiber_length", 0)) *
                           std::cos(real(node, "pennation_angle_at_optimal", 0));
        slack = tendon + fiber;
        const Real tendonStrain = real(node, "FmaxTendonStrain", usualTendonStrain),
                   fiberStrain = real(node, "FmaxMuscleStrain", usualFiberStrain);
        const Real give = tendon * std::max(0., tendonStrain) + fiber * std::max(0., fiberStrain);
        stiffness = give > 0 ? force / give : 0;
        what = "As a cable with a constant stiffness for its passive part: its activation has no counterpart.";
    } else if (node.child("pcsa_force")) {
        slack = std::max(0., real(node, "resting_length", 0));
        const Real pcsa = std::max(0., real(node, "pcsa_force", 0));
        stiffness = slack > 0 ? pcsa / slack : 0;
        what = "As a cable whose stiffness is its force per length, without its curve.";
    } else if (node.child("stiffness")) {
        slack = std::max(0., real(node, "resting_length", 0));
        stiffness = std::max(0., real(node, "stiffness", 0));
        what = "As a cable.";
    } else {
        what = "As a cable without tension: its control is not in the file.";
    }
    if (job_.choice("muscles") == "paths" && what != "As a cable.") {
        stiffness = 0;
        what = "As a cable without tension.";
    }
    Element cable = Element::draft("force", "cable", name);
    runAlong(cable);
    cable.set("stiffness", stiffness).set("slackLength", slack);
    cable.set("dissipation", node.child("dissipation") ? std::max(0., real(node, "dissipation", 0)) : 0.);
    values_.addRow(what == "As a cable." && notes.empty() ? ImportOutcome::Imported : ImportOutcome::Approximated, node,
                   what + notes, job_.draft.add(std::move(cable)));
}

void OsimReader::readLimitForce(const pugi::xml_node& node) {
    const Coordinate* coordinate = findCoordinate(wordOf(node.child("coordinate")));
    if (!coordinate || !coordinate->isSimple) return values_.leftOut(node, "Its coordinate does not exist.");
    const std::string name = node.attribute("name").value();
    // Degrees, and N·m per degree, of angles.
    const Real unit = coordinate->isAngle ? Pi / 180 : 1;
    const Real upper = real(node, "upper_stiffness", 1), lower = real(node, "lower_stiffness", 1);
    const Real low = unit * real(node, "lower_limit", 0), high = unit * real(node, "upper_limit", 0);
    if (low > high) return values_.leftOut(node, "Its lower limit is above the upper one.");
    if (!isInReach(low, high)) return values_.leftOut(node, outOfReach);
    const DraftCoordinate slot{coordinate->joint, name, coordinate->index, coordinate->isAngle};
    const ElementId stop = addStop(job_.draft, slot, low, high, std::max(0., std::max(upper, lower)) / unit);
    job_.draft.get(stop).name = name;
    if (!isActive(node)) job_.draft.get(stop).set("enabled", false);
    values_.approximated(node,
                         std::string("As an elastic stop, without the transition in which its stiffness grows and "
                                     "without the damping beyond its limits.") +
                             (upper != lower ? " The larger of its stiffnesses is used at both limits." : ""),
                         stop);
}

void OsimReader::readBushing(const pugi::xml_node& node) {
    const std::string name = node.attribute("name").value();
    collectOffsets(node.child("frames"), name);
    const bool usesFrames = node.child("socket_frame1");
    const auto a = frameAt(node, usesFrames ? "frame1" : "body_1"), b = frameAt(node, usesFrames ? "frame2" : "body_2");
    if (!a || !b || a->body == b->body) return values_.leftOut(node, "One of its frames does not exist.");
    const ElementId id = job_.draft.addBetween(
        "force", "linearBushing", name, bodyAt(*a), a->X * transformAt(node, "location_body_1", "orientation_body_1"),
        bodyAt(*b), b->X * transformAt(node, "location_body_2", "orientation_body_2"), true);
    Element& bushing = job_.draft.get(id);
    const std::pair<const char*, const char*> parts[] = {{"rotational_stiffness", "angularStiffness"},
                                                         {"rotational_damping", "angularDamping"},
                                                         {"translational_stiffness", "stiffness"},
                                                         {"translational_damping", "damping"}};
    for (const auto& [key, property] : parts) bushing.set(property, vec3(node, key, Vec3(0.)));
    if (!isActive(node)) bushing.set("enabled", false);
    values_.imported(node, "As a bushing.", id);
}

void OsimReader::addMotor(const pugi::xml_node& node) {
    const Coordinate* coordinate = findCoordinate(wordOf(node.child("coordinate")));
    if (!coordinate || !coordinate->isSimple)
        return values_.leftOut(node, "Only coordinates of joints have actuators.");
    Element force = Element::draft("force", "mobilityDiscreteForce", node.attribute("name").value());
    if (coordinate->index != 0) force.set("coordinate", std::int64_t{coordinate->index});
    force.set("force", 0.).plug("joint", coordinate->joint);
    values_.approximated(node, "As a joint force of zero: its control is not in the file.",
                         job_.draft.add(std::move(force)));
}

}  // namespace trammel
