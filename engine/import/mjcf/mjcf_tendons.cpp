// SPDX-License-Identifier: Apache-2.0
// Tendons and actuators of an MJCF model.
#include <algorithm>
#include <cmath>
#include <set>

#include "document/element_name.h"
#include "document/value_text.h"
#include "import/joint_forces.h"
#include "import/mjcf/mjcf_reader.h"
#include "meta/expression.h"

namespace trammel {

namespace {

/// Maximum number of via points of a cable.
constexpr std::size_t mostViaPoints = 24;
/// Maximum number of joints coupled by a fixed tendon: its formulas name each of them.
constexpr std::size_t mostCoupledJoints = 64;
/// Maximum length of the formula of a fixed tendon, characters; names have any length.
constexpr std::size_t longestFormula = 16'000;
/// Maximum number of terms of all formulas of tendons; a damper has the square of its joints.
constexpr std::size_t mostFormulaTerms = 20'000;

/// The formula  a - b.
std::string difference(const std::string& a, Real b) {
    if (b == 0) return a;
    return a + (b < 0 ? " + " : " - ") + numberText(std::abs(b));
}

/// Energy of a spring of @p stiffness, whose length may be between @p low and @p high without force.
std::string springEnergy(Real stiffness, const std::string& length, Real low, Real high) {
    const std::string half = "(" + numberText(stiffness / 2) + " J)*";
    if (low == high) return half + "(" + difference(length, low) + ")^2";
    return half + "(max(" + difference(length, high) + ", 0)^2 + min(" + difference(length, low) + ", 0)^2)";
}

}  // namespace

// --- Fixed tendons ---

std::string MjcfReader::nameForFormulas(ElementId joint) {
    Element& element = job_.draft.get(joint);
    if (namesInUse_.empty())
        for (const Element& other : job_.draft.elements()) ++namesInUse_[cleanName(other.name)];
    if (int& uses = namesInUse_[cleanName(element.name)]; uses > 1 || element.name.empty()) {
        --uses;
        const std::string name = freeName(element.name.empty() ? "joint" : element.name,
                                          [&](const std::string& tried) { return namesInUse_[cleanName(tried)] > 0; });
        job_.report.add({ImportOutcome::Approximated,
                         "joint '" + element.name + "'",
                         "Renamed to '" + name + "': names are unique in a model.",
                         {},
                         0,
                         joint});
        element.name = name;
        ++namesInUse_[cleanName(name)];
    }
    return quotedName(cleanName(element.name));
}

bool MjcfReader::mayAddTerms(const MjcfPart& part, std::size_t terms) {
    if (formulaTerms_ + terms > mostFormulaTerms) {
        part.values().leftOut(part.node, "The formulas of its coupled joints would be too many.");
        return false;
    }
    formulaTerms_ += terms;
    return true;
}

void MjcfReader::readFixedTendon(const MjcfPart& part) {
    const XmlValues& values = part.values();
    FixedTendon tendon;
    tendon.name = part.name().empty() ? "tendon" : part.name();
    for (const MjcfPart& term : model_.children(part)) {
        const auto joint = joints_.find(term.text("joint"));
        if (!term.is("joint") || joint == joints_.end() || !joint->second.hasOneCoordinate())
            return values.leftOut(part.node, "One of its joints does not exist or has several coordinates.");
        if (tendon.terms.size() >= mostCoupledJoints)
            return values.leftOut(part.node, "It couples more than " + std::to_string(mostCoupledJoints) + " joints.");
        const Real coefficient = values.real(term.node, "coef", 0);
        if (coefficient == 0) continue;
        // Lengths count as numbers: MuJoCo adds meters and radians.
        const std::string name = nameForFormulas(joint->second.element);
        const bool isAngle = joint->second.type == "hinge";
        const auto sum = [&](std::string& text, const char* rate) {
            text += text.empty() ? coefficient < 0 ? "-" : "" : coefficient < 0 ? " - " : " + ";
            text += numberText(std::abs(coefficient)) + "*" + name + rate + (isAngle ? "" : "/(1 m)");
        };
        sum(tendon.length, ".q");
        sum(tendon.rate, ".u");
        if (tendon.rate.size() > longestFormula)
            return values.leftOut(part.node, "The names of its joints are too long.");
        tendon.restLength += coefficient * joint->second.reference;
        tendon.terms.push_back({joint->second.element, coefficient, isAngle});
    }
    if (tendon.terms.empty()) return values.leftOut(part.node, "It couples no joints.");
    const auto add = [&](Real stiffness, Real low, Real high, const std::string& suffix) {
        Element spring = Element::draft("force", "potentialFormula", tendon.name + suffix);
        spring.set("energy", springEnergy(stiffness, tendon.length, low, high));
        return job_.draft.add(std::move(spring));
    };
    const std::size_t joints = tendon.terms.size();
    bool acts = false;
    if (const Real stiffness = values.real(part.node, "stiffness", 0); stiffness > 0 && mayAddTerms(part, joints)) {
        const auto given = values.reals(part.node, "springlength");
        const bool isGiven = given && !given->empty() && given->front() >= 0;
        const Real low = isGiven ? given->front() : tendon.restLength, high = isGiven ? given->back() : low;
        values.imported(part.node, "Its spring as a potential by formula.",
                        add(stiffness, low, std::max(low, high), ""));
        acts = true;
    }
    if (const Real damping = values.real(part.node, "damping", 0); damping > 0 && mayAddTerms(part, joints * joints)) {
        addTendonDamping(tendon, damping, " damping");
        values.imported(part.node, "Its damping as joint forces by formula.");
        acts = true;
    }
    const auto range = values.reals(part.node, "range", 2);
    const std::string limited = part.text("limited");
    const bool automatic = limited.empty() || limited == "auto";
    const bool isLimited =
        range && (automatic ? model_.setting("autolimits") != "false" : limited == "true") && (*range)[0] < (*range)[1];
    if (isLimited && !isInReach((*range)[0], (*range)[1])) {
        values.leftOut(part.node, outOfReach);
    } else if (isLimited && mayAddTerms(part, 2 * joints)) {
        const ElementId stop =
            add(chooseStopStiffness(true, 0), clampLimit((*range)[0]), clampLimit((*range)[1]), " limits");
        values.approximated(part.node, "Its range as an elastic stop by formula, not as stiff as in MuJoCo's solver.",
                            stop);
        acts = true;
    }
    for (const char* key : {"frictionloss", "armature"})
        if (values.real(part.node, key, 0) != 0)
            values.leftOut(part.node, std::string("Its ") + key + " has no counterpart.");
    if (!acts) values.imported(part.node, "As a sum of coordinates, for the elements that refer to it.");
    if (!part.name().empty()) fixedTendons_.try_emplace(part.name(), std::move(tendon));
}

void MjcfReader::addTendonDamping(const FixedTendon& tendon, Real damping, const std::string& suffix) {
    for (const FixedTendon::Term& term : tendon.terms) {
        Element damper = Element::draft("force", "mobilityFormula", tendon.name + suffix);
        damper.set("force", "(" + numberText(-damping * term.coefficient) + (term.isAngle ? " J" : " N") + ")*(1 s)*(" +
                                tendon.rate + ")");
        damper.plug("joint", term.joint);
        job_.draft.add(std::move(damper));
    }
}

void MjcfReader::readTendonEqualities() {
    for (const MjcfPart& part : tendonEqualities_) {
        const XmlValues& values = part.values();
        const std::string second = part.text("tendon2");
        const auto one = fixedTendons_.find(part.text("tendon1")), two = fixedTendons_.find(second);
        if (one == fixedTendons_.end() || (!second.empty() && two == fixedTendons_.end())) {
            values.leftOut(part.node, "It couples tendons that are not sums of coordinates.");
            continue;
        }
        // L1 - rest1 = Σ a_i (L2 - rest2)^i
        std::vector<Real> a = values.reals(part.node, "polycoef").value_or(std::vector<Real>{0, 1, 0, 0, 0});
        constexpr std::size_t coefficients = 5;
        a.resize(coefficients, 0);
        if (!mayAddTerms(part,
                         one->second.terms.size() + (second.empty() ? 0 : coefficients * two->second.terms.size())))
            continue;
        std::string equation = difference(one->second.length, one->second.restLength + a[0]);
        if (!second.empty())
            for (std::size_t i = 1; i < a.size(); ++i)
                if (a[i] != 0)
                    equation += (a[i] > 0 ? " - " : " + ") + numberText(std::abs(a[i])) + "*(" +
                                difference(two->second.length, two->second.restLength) + ")^" + std::to_string(i);
        Element constraint = Element::draft("constraint", "positionFormula",
                                            part.name().empty() ? one->second.name + " is held" : part.name());
        constraint.set("equation", equation).set("enabled", part.text("active") != "false");
        values.imported(part.node, "As a constraint by formula.", job_.draft.add(std::move(constraint)));
    }
}

// --- Tendons along sites ---

void MjcfReader::readTendons() {
    for (const MjcfPart& part : model_.section("tendon")) {
        model_.applyDefaults(part, "tendon", {});
        if (part.is("spatial"))
            readSpatialTendon(part);
        else if (part.is("fixed"))
            readFixedTendon(part);
        else
            part.values().leftOut(part.node, "It has no counterpart.");
    }
    readTendonEqualities();
}

void MjcfReader::readSpatialTendon(const MjcfPart& part) {
    const XmlValues& values = part.values();
    std::vector<Place> path;
    bool wraps = false, broken = false;
    for (const MjcfPart& point : model_.children(part)) {
        const auto site = sites_.find(point.text("site"));
        if (point.is("site") && site != sites_.end())
            path.push_back(site->second);
        else if (point.is("geom"))
            wraps = true;
        else
            broken = true;
    }
    if (broken || path.size() < 2 || path.size() > mostViaPoints + 2) {
        values.leftOut(part.node, broken ? "It has pulleys, or sites that do not exist."
                                         : "A cable runs over 2 to " + std::to_string(mostViaPoints + 2) + " sites.");
        return;
    }
    Real length = 0;
    const auto place_G = [&](const Place& place) { return bodies_[place.body].X_G * place.X.p(); };
    for (std::size_t i = 1; i < path.size(); ++i) length += Vec3(place_G(path[i]) - place_G(path[i - 1])).norm();
    Element cable = Element::draft("force", "cable", part.name().empty() ? "tendon" : part.name());
    runAlong(path, cable);
    if (!part.name().empty()) spatialPaths_.try_emplace(part.name(), path);
    const Real stiffness = std::max(0., values.real(part.node, "stiffness", 0));
    const auto rest = values.reals(part.node, "springlength");
    const Real slack = rest && !rest->empty() && rest->back() >= 0 ? rest->back() : length;
    cable.set("stiffness", stiffness).set("slackLength", slack).set("dissipation", 0.);
    const ElementId id = job_.draft.add(std::move(cable));
    values.approximated(
        part.node,
        std::string("As a cable over its sites.") +
            (stiffness == 0 ? " Without stiffness it exerts no force." : " It pulls, but does not push.") +
            (wraps ? " It does not wrap around geoms." : ""),
        id);
}

void MjcfReader::runAlong(const std::vector<Place>& path, Element& element) const {
    element.set("point1", path.front().X.p()).set("point2", path.back().X.p());
    element.plug("body1", bodies_[path.front().body].element).plug("body2", bodies_[path.back().body].element);
    element.set("viaPoints", std::int64_t(path.size() - 2));
    for (std::size_t i = 1; i + 1 < path.size(); ++i) {
        element.set("via" + std::to_string(i), path[i].X.p());
        element.plug("via" + std::to_string(i) + "Body", bodies_[path[i].body].element);
    }
}

// --- Actuators ---

void MjcfReader::addMuscle(const MjcfPart& part) {
    const XmlValues& values = part.values();
    const auto path = spatialPaths_.find(part.text("tendon"));
    if (path == spatialPaths_.end())
        return values.leftOut(part.node, "Only muscles on tendons that run over sites have a counterpart.");
    const Real force = values.real(part.node, "force", -1);
    const auto lengths = values.reals(part.node, "lengthrange", 2);
    if (!(force > 0) || !lengths || !((*lengths)[0] < (*lengths)[1]))
        return values.leftOut(
            part.node,
            "Its force or the range of its lengths is not in the file; MuJoCo finds them by running the "
            "model.");
    const auto range = values.reals(part.node, "range", 2).value_or(std::vector<Real>{0.75, 1.05});
    const auto times = values.reals(part.node, "timeconst", 2).value_or(std::vector<Real>{0.01, 0.04});
    // Its lengths are those of the tendon times the gear.
    const auto gears = values.reals(part.node, "gear");
    const Real gear = gears && !gears->empty() ? gears->front() : 1;
    const Real whole = range[1] > range[0] ? ((*lengths)[1] - (*lengths)[0]) / (range[1] - range[0]) : 0;
    const Real optimal = whole / gear, tendon = std::max(0., (*lengths)[0] / gear - range[0] * optimal);
    const Real speed = values.real(part.node, "vmax", 1.5);
    if (!(gear > 0) || !(optimal > 0) || !(speed > 0) || !(times[0] > 0) || !(times[1] > 0))
        return values.leftOut(part.node, "A range, a gear, a speed or a time of it is not positive.");
    if (!std::isfinite(optimal) || !std::isfinite(tendon) || !std::isfinite(force * gear))
        return values.leftOut(part.node, "Its force or its lengths are too large.");
    Element muscle = Element::draft("force", "muscle", part.name().empty() ? "muscle" : part.name());
    runAlong(path->second, muscle);
    muscle.set("maxForce", force * gear)
        .set("optimalLength", optimal)
        .set("tendonLength", tendon)
        .set("maxSpeed", speed)
        .set("activationTime", times[0])
        .set("deactivationTime", times[1])
        .set("initialActivation", 0.)
        .set("excitation", 0.);
    values.approximated(
        part.node,
        "As a muscle with the curves of Thelen instead of MuJoCo's; its control is not in the file: it is "
        "0.",
        job_.draft.add(std::move(muscle)));
}

MjcfReader::ServoGains MjcfReader::readGains(const MjcfPart& part) const {
    const XmlValues& values = part.values();
    const std::string kind = part.node.name();
    ServoGains gains;
    if (kind == "position") {
        gains.stiffness = std::max(0., values.real(part.node, "kp", 1));
        gains.damping = std::max(0., values.real(part.node, "kv", 0));
    } else if (kind == "velocity") {
        gains.damping = std::max(0., values.real(part.node, "kv", 1));
    } else if (kind == "general" && part.text("biastype") == "affine") {
        // force = gain control + b0 + b1 length + b2 velocity
        std::vector<Real> bias = values.reals(part.node, "biasprm").value_or(std::vector<Real>{});
        bias.resize(3, 0);
        gains.load = bias[0];
        gains.stiffness = std::max(0., -bias[1]);
        gains.damping = std::max(0., -bias[2]);
    }
    return gains;
}

void MjcfReader::readActuators() {
    for (const MjcfPart& part : model_.section("actuator")) {
        const std::string kind = part.node.name();
        model_.applyDefaults(part, kind, {});
        const XmlValues& values = part.values();
        if (kind == "muscle") {
            addMuscle(part);
            continue;
        }
        const auto joint = joints_.find(part.text("joint"));
        const auto tendon = fixedTendons_.find(part.text("tendon"));
        const bool onJoint = joint != joints_.end() && joint->second.hasOneCoordinate();
        static const std::set<std::string> known{"motor", "general", "position", "velocity"};
        if ((!onJoint && tendon == fixedTendons_.end()) || !known.contains(kind)) {
            values.leftOut(part.node, kind == "damper"        ? "A damper does nothing at a control of zero."
                                      : !known.contains(kind) ? "Actuators of this kind have no counterpart."
                                      : joint != joints_.end()
                                          ? "Its joint has several coordinates."
                                          : "Only actuators on joints and on tendons that are sums of "
                                            "coordinates have a counterpart.");
            continue;
        }
        const auto gears = values.reals(part.node, "gear");
        const Real gear = gears && !gears->empty() ? gears->front() : 1;
        ServoGains gains = readGains(part);
        gains.load *= gear;
        gains.stiffness *= gear * gear;
        gains.damping *= gear * gear;
        const std::string on = onJoint ? part.text("joint") : tendon->second.name;
        const std::string name = part.name().empty() ? on + " " + kind : part.name();
        if (onJoint)
            addJointActuator(part, joint->second, name, gains);
        else
            addTendonActuator(part, tendon->second, name, gains, gear);
    }
}

void MjcfReader::addJointActuator(const MjcfPart& part, const Joint& joint, const std::string& name,
                                  const ServoGains& gains) {
    const XmlValues& values = part.values();
    const auto add = [&](const char* type, const char* suffix) -> Element& {
        Element force = Element::draft("force", type, name + suffix);
        force.plug("joint", joint.element);
        return job_.draft.get(job_.draft.add(std::move(force)));
    };
    const bool isServo = gains.stiffness > 0 || gains.damping > 0;
    if (!isServo || gains.load != 0) {
        const ElementId force = add("mobilityDiscreteForce", isServo ? " load" : "").set("force", gains.load).id;
        if (!isServo)
            values.approximated(part.node,
                                gains.load == 0 ? "As a joint force of zero: its control is not in the file."
                                                : "As the joint force at a control of zero.",
                                force);
    }
    if (gains.stiffness > 0) {
        const ElementId spring = add("mobilitySpring", "").set("stiffness", gains.stiffness).set("restValue", 0.).id;
        values.approximated(part.node, "As a spring toward a control of zero.", spring);
    }
    if (gains.damping > 0) {
        const ElementId damper =
            add("mobilityDamper", gains.stiffness > 0 ? " damping" : "").set("damping", gains.damping).id;
        if (gains.stiffness == 0) values.approximated(part.node, "As a damper toward a control of zero.", damper);
    }
}

void MjcfReader::addTendonActuator(const MjcfPart& part, const FixedTendon& tendon, const std::string& name,
                                   const ServoGains& gains, Real gear) {
    const XmlValues& values = part.values();
    const std::size_t joints = tendon.terms.size();
    if (gains.stiffness > 0 && mayAddTerms(part, joints)) {
        Element spring = Element::draft("force", "potentialFormula", name);
        spring.set("energy", springEnergy(gains.stiffness, tendon.length, 0, 0));
        values.approximated(part.node, "As a spring of its sum of coordinates toward a control of zero.",
                            job_.draft.add(std::move(spring)));
    }
    if (gains.damping > 0 && mayAddTerms(part, joints * joints)) {
        addTendonDamping({name, tendon.terms, tendon.length, tendon.rate}, gains.damping, " damping");
        if (gains.stiffness == 0)
            values.approximated(part.node, "As a damper of its sum of coordinates toward a control of zero.");
    }
    if (gains.load == 0 && (gains.stiffness > 0 || gains.damping > 0)) return;
    for (const FixedTendon::Term& term : tendon.terms) {
        Element force =
            Element::draft("force", "mobilityDiscreteForce", name + " on " + job_.draft.get(term.joint).name);
        // The load is that of the gear already.
        force.set("force", gains.load * term.coefficient);
        force.plug("joint", term.joint);
        const ElementId id = job_.draft.add(std::move(force));
        if (gains.load == 0)
            values.approximated(
                part.node,
                "As a joint force of zero: its control is not in the file. A control of 1 is a force of " +
                    numberText(gear * term.coefficient) + ".",
                id);
    }
}

}  // namespace trammel
