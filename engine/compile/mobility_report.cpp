// SPDX-License-Identifier: Apache-2.0
// Compiler and CompiledModel: redundant and conflicting constraints, and degrees of freedom.
#include <algorithm>
#include <map>

#include "compile/appearance.h"
#include "compile/catalog.h"
#include "compile/compiled_data.h"
#include "compile/compiled_model.h"
#include "compile/compiler.h"
#include "compile/coordinates.h"
#include "compile/wiggles.h"
#include "multibody/matter_subsystem.h"

namespace trammel {

namespace {
/// Tolerance on errors of redundant equations: looser than assembly, below visibility.
constexpr Real agreement = 1e-6;

/// "'Pin 1', 'Pin 2' and 8 more"
std::string listOf(const std::vector<std::string>& names) {
    constexpr std::size_t most = 4;
    std::string list;
    for (std::size_t i = 0; i < std::min(most, names.size()); ++i) list += (i == 0 ? "'" : ", '") + names[i] + "'";
    return names.size() > most ? list + " and " + std::to_string(names.size() - most) + " more" : list;
}

std::string countOf(int n, const std::string& what) { return std::to_string(n) + " " + what + (n == 1 ? "" : "s"); }

/// The pin with the fewest others of its mechanism parallel to it, the last one of several; invalid if all pins of each
/// mechanism are parallel.
ElementId findSkewPin(const Document& document, const BuiltSystem& built, const State& s) {
    constexpr Real parallel = 1e-6;
    struct Pin {
        ElementId id;
        int mechanism;
        Vec3 axis;
    };
    const std::vector<int> mechanismOf = built.matter->findMechanisms(s).ofBody;
    std::vector<Pin> pins;
    for (const auto& [id, body] : built.joints) {
        const Element& joint = document.get(id);
        if (!hasRole(joint, TypeRole::Revolute)) continue;
        const auto carrier = built.bodies.find(joint.reference("parent"));
        const Rotation R_GP =
            carrier == built.bodies.end() ? Rotation() : built.matter->getBodyTransform(s, carrier->second).R();
        pins.push_back(
            {id, mechanismOf[std::size_t(int(body))], R_GP * calcJointFrames(document, joint).first.R().z()});
    }
    ElementId skew;
    std::ptrdiff_t fewest = std::ssize(pins);
    for (const Pin& pin : pins) {
        std::ptrdiff_t all = 0, companions = 0;
        for (const Pin& other : pins) {
            if (other.mechanism != pin.mechanism) continue;
            ++all;
            companions += pin.axis.cross(other.axis).norm() <= parallel;
        }
        if (companions == all || companions > fewest) continue;
        fewest = companions;
        skew = pin.id;
    }
    return skew;
}
}  // namespace

void Compiler::analyzeMobility(const State& s) {
    const MatterSubsystem& matter = *data_.built->matter;
    const MobilityAnalysis analysis = matter.analyzeMobility(s);
    MobilityReport& mobility = data_.mobility;
    mobility.degreesOfFreedom = analysis.degreesOfFreedom();
    mobility.drivenDegrees = analysis.drivenSpeeds;
    if (mobility.drivenDegrees > std::max(mobility.degreesOfFreedom, 0) && data_.assembly.assembled) {
        const std::vector<ElementId> locked = findLockedJoints(document_);
        const bool driven = !data_.built->motions.empty();
        const ElementId place = driven           ? data_.built->motions.rbegin()->first
                                : locked.empty() ? ElementId{}
                                                 : locked.back();
        diagnostics.warning(place.isValid() ? document_.get(place).name : document_.name(),
                            countOf(mobility.drivenDegrees, "coordinate") + " of a mechanism with " +
                                countOf(std::max(mobility.degreesOfFreedom, 0), "degree") + " of freedom " +
                                (mobility.drivenDegrees == 1 ? "is " : "are ") +
                                (locked.empty() ? "driven by motors"
                                 : driven       ? "driven by motors or locked"
                                                : "locked") +
                                ": they conflict.",
                            locked.empty() ? "Disable some of the motors."
                            : driven       ? "Disable some of the motors, or unlock a joint."
                                           : "Unlock a joint.",
                            place);
    }
    for (const auto& [motor, index] : data_.built->motions) {
        const ElementId joint = document_.get(motor).reference("joint");
        if (matter.isMotionDisabled(s, index) ||
            matter.getLockLevel(s, data_.built->joints.at(joint)) == MotionLevel::None)
            continue;
        diagnostics.warning(document_.get(motor).name,
                            "It has no effect, because '" + document_.get(joint).name + "' is locked.",
                            "Unlock the joint, or disable the motor.", motor);
    }
    mobility.constraintEquations = analysis.equations;
    mobility.redundantEquations = analysis.equations - analysis.rank;
    for (int c = 0; c < matter.getNumConstraints(); ++c)
        mobility.loops += matter.getConstraint(ConstraintIndex(c)).closesLoop() &&
                          !matter.isConstraintDisabled(s, ConstraintIndex(c));
    for (const RedundantSet& set : analysis.redundantSets) {
        MobilityReport::RedundantSet report;
        report.consistent = set.isConsistent(agreement);
        for (const ConstraintEquation& e : set.equations) {
            report.equations.push_back(matter.nameOfEquation(e));
            report.constraints.push_back(matter.getConstraint(e.constraint).getElementId());
        }
        mobility.redundantSets.push_back(std::move(report));
    }
    for (ConstraintIndex c : analysis.redundant)
        mobility.redundantConstraints.push_back(matter.getConstraint(c).getName());
    const std::string names = listOf(mobility.redundantConstraints);
    const auto hasSeveral = [&](ConstraintIndex c) {
        const ConstraintElement& constraint = matter.getConstraint(c);
        return constraint.getNumPositionEquations() + constraint.getNumVelocityEquations() +
                   constraint.getNumAccelerationEquations() >
               1;
    };
    const bool mayHaveFewer = std::ranges::any_of(analysis.redundant, hasSeveral);
    const std::string them = analysis.redundant.size() == 1 ? "it" : "them";
    if (mobility.redundantEquations > 0 && data_.assembly.assembled)
        diagnostics.note(names,
                         countOf(mobility.redundantEquations, "constraint equation") +
                             (mobility.redundantEquations == 1 ? " repeats" : " repeat") + " others (in " + names +
                             "): the motion is right, but the reaction forces there are not unique.",
                         mayHaveFewer
                             ? "Use a constraint with fewer equations, such as a point on a line, if reactions matter."
                             : "Disable " + them + " if reactions matter: the motion stays the same.",
                         matter.getConstraint(analysis.redundant.front()).getElementId());
    if (mobility.degreesOfFreedom > 0 || mobility.loops == 0 || !data_.assembly.assembled) return;
    if (const ElementId skew = findSkewPin(document_, *data_.built, s); skew.isValid())
        diagnostics.note(
            document_.get(skew).name,
            "It turns about another axis than other pins, and no degree of freedom is left: nothing can move.",
            "If the mechanism is to move, make it a ball joint, or turn its axis.", skew);
}

std::string Compiler::describeConflicts(const State& s, Stage level, Real tolerance) {
    const MatterSubsystem& matter = *data_.built->matter;
    data_.built->system.realize(s, level);
    std::vector<ConstraintConflict> conflicts = matter.findConflicts(s, level, tolerance);
    if (conflicts.empty()) {
        // No other conflict: the remainder is the smallest gap of its own bodies.
        const Vector errors = level == Stage::Position ? matter.getQErr(s) : matter.getUErr(s);
        Eigen::Index worst = 0;
        if (errors.size() > 0 && errors.cwiseAbs().maxCoeff(&worst) > tolerance)
            if (const ConstraintEquation equation = matter.findEquation(s, int(worst)); equation.constraint.isValid())
                conflicts.push_back({level, {{equation, errors[int(worst)]}}, {}});
    }
    std::string text;
    for (const ConstraintConflict& conflict : conflicts) {
        data_.mobility.conflicts.push_back(matter.describeConflict(s, conflict));
        if (conflict.members.size() > 1 || !conflict.driven.empty()) text += " " + data_.mobility.conflicts.back();
    }
    return text;
}

void Compiler::checkAccelerations(const State& s) {
    if (!data_.mobility.conflicts.empty() || !data_.assembly.assembled) return;  // reported already
    const MatterSubsystem& matter = *data_.built->matter;
    for (const ConstraintConflict& conflict : matter.findConflicts(s, Stage::Acceleration, agreement)) {
        const std::string text = matter.describeConflict(s, conflict);
        const ConstraintElement& worst = matter.getConstraint(conflict.worst().equation.constraint);
        data_.mobility.conflicts.push_back(text);
        diagnostics.warning(worst.getName(), text, "Until then the motion is a compromise between them.",
                            worst.getElementId());
    }
}

namespace {
std::map<int, ElementId> jointsByBody(const CompiledModel& model) {
    std::map<int, ElementId> jointOf;
    for (const auto& [id, body] : model.getData().built->joints) jointOf[body] = id;
    return jointOf;
}

WiggleReport reportOf(const WiggleDirection& direction, const std::map<int, ElementId>& jointOf) {
    WiggleReport report{{}, direction.u, direction.qdot};
    for (const WiggleDirection::Mover& mover : direction.movers) {
        const auto joint = jointOf.find(mover.body);
        report.movers.push_back(
            {mover.name, joint == jointOf.end() ? ElementId() : joint->second, mover.value, mover.share});
    }
    return report;
}

/// A copy realized to Position.
State copyAtPosition(const CompiledModel& model, const State& s) {
    State copy = s;
    model.getSystem().realize(copy, Stage::Position);
    return copy;
}
}  // namespace

std::vector<WiggleReport> CompiledModel::calcWiggles(const State& s) const {
    const std::map<int, ElementId> jointOf = jointsByBody(*this);
    std::vector<WiggleReport> reports;
    for (const WiggleDirection& direction : data_->built->matter->calcWiggleDirections(s))
        reports.push_back(reportOf(direction, jointOf));
    return reports;
}

Wiggles::Wiggles(CompiledModelPtr model, const State& s, const std::function<bool()>& isStopped)
    : model_(std::move(model)),
      state_(copyAtPosition(*model_, s)),
      jointOf_(jointsByBody(*model_)),
      motions_(*model_->getData().built->matter, state_, isStopped) {}

WiggleReport Wiggles::report(int i) const { return reportOf(motions_.calcDirection(i), jointOf_); }

}  // namespace trammel
