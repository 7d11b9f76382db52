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
#include "compile/skew_pin.h"
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

void warnOfDrivenCoordinates(const Document& document, const BuiltSystem& built, const MobilityReport& mobility,
                             Diagnostics& diagnostics) {
    const std::vector<ElementId> locked = findLockedJoints(document);
    const bool driven = !built.motions.empty();
    const ElementId place = driven ? built.motions.rbegin()->first : locked.empty() ? ElementId{} : locked.back();
    diagnostics.warning(place.isValid() ? document.get(place).name : document.name(),
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

void warnOfMotorsOnLockedJoints(const Document& document, const BuiltSystem& built, const State& s,
                                Diagnostics& diagnostics) {
    for (const auto& [motor, index] : built.motions) {
        const ElementId joint = document.get(motor).reference("joint");
        if (built.matter->isMotionDisabled(s, index) ||
            built.matter->getLockLevel(s, built.joints.at(joint)) == MotionLevel::None)
            continue;
        diagnostics.warning(document.get(motor).name,
                            "It has no effect, because '" + document.get(joint).name + "' is locked.",
                            "Unlock the joint, or disable the motor.", motor);
    }
}

/// Leaves conflicts, which the assembly has found, as they are.
void fillIn(MobilityReport& mobility, const MatterSubsystem& matter, const State& s, const MobilityAnalysis& analysis) {
    mobility.degreesOfFreedom = analysis.degreesOfFreedom();
    mobility.drivenDegrees = analysis.drivenSpeeds;
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
}

void noteRedundantEquations(const MatterSubsystem& matter, const std::vector<ConstraintIndex>& redundant,
                            const MobilityReport& mobility, Diagnostics& diagnostics) {
    const std::string names = listOf(mobility.redundantConstraints);
    const auto hasSeveral = [&](ConstraintIndex c) {
        const ConstraintElement& constraint = matter.getConstraint(c);
        return constraint.getNumPositionEquations() + constraint.getNumVelocityEquations() +
                   constraint.getNumAccelerationEquations() >
               1;
    };
    const bool mayHaveFewer = std::ranges::any_of(redundant, hasSeveral);
    const std::string them = redundant.size() == 1 ? "it" : "them";
    diagnostics.note(names,
                     countOf(mobility.redundantEquations, "constraint equation") +
                         (mobility.redundantEquations == 1 ? " repeats" : " repeat") + " others (in " + names +
                         "): the motion is right, but the reaction forces there are not unique.",
                     mayHaveFewer
                         ? "Use a constraint with fewer equations, such as a point on a line, if reactions matter."
                         : "Disable " + them + " if reactions matter: the motion stays the same.",
                     matter.getConstraint(redundant.front()).getElementId());
}
}  // namespace

void Compiler::analyzeMobility(const State& s) {
    const BuiltSystem& built = *data_.built;
    const bool isAssembled = data_.assembly.assembled;
    const MobilityAnalysis analysis = built.matter->analyzeMobility(s);
    MobilityReport& mobility = data_.mobility;
    fillIn(mobility, *built.matter, s, analysis);
    if (mobility.drivenDegrees > std::max(mobility.degreesOfFreedom, 0) && isAssembled)
        warnOfDrivenCoordinates(document_, built, mobility, diagnostics);
    warnOfMotorsOnLockedJoints(document_, built, s, diagnostics);
    if (mobility.redundantEquations > 0 && isAssembled)
        noteRedundantEquations(*built.matter, analysis.redundant, mobility, diagnostics);
    if (mobility.degreesOfFreedom > 0 || mobility.loops == 0 || !isAssembled) return;
    if (const ElementId skew = findSkewPin(*model_, s); skew.isValid())
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
