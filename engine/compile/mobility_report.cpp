// SPDX-License-Identifier: Apache-2.0
// Compiler and CompiledModel: what constraints repeat, what they contradict, and what is left to move.
#include <algorithm>

#include "compile/compiled_data.h"
#include "compile/compiled_model.h"
#include "compile/compiler.h"
#include "multibody/matter_subsystem.h"

namespace trammel {

namespace {
/// Errors of redundant equations that are below this agree: looser than assembly, tighter than anybody can see.
constexpr Real agreement = 1e-6;
}  // namespace

void Compiler::analyzeMobility(const State& s) {
    const MatterSubsystem& matter = *data_.built->matter;
    const MobilityAnalysis analysis = matter.analyzeMobility(s);
    MobilityReport& mobility = data_.mobility;
    mobility.degreesOfFreedom = analysis.degreesOfFreedom();
    mobility.drivenDegrees = analysis.drivenSpeeds;
    if (mobility.drivenDegrees > std::max(mobility.degreesOfFreedom, 0) && data_.assembly.assembled)
        diagnostics.warning(document_.name(),
                            "Motors drive " + std::to_string(mobility.drivenDegrees) + " joints of a mechanism with " +
                                std::to_string(mobility.degreesOfFreedom) +
                                " degree(s) of freedom: they fight each other.",
                            "Switch some of the motors off.", data_.built->motions.rbegin()->first);
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
    std::string names;
    for (ConstraintIndex c : analysis.redundant) {
        mobility.redundantConstraints.push_back(matter.getConstraint(c).getName());
        names += (names.empty() ? "'" : ", '") + matter.getConstraint(c).getName() + "'";
    }
    if (mobility.redundantEquations > 0 && data_.assembly.assembled)
        diagnostics.note(names,
                         std::to_string(mobility.redundantEquations) +
                             " constraint equation(s) repeat what others ensure already (in " + names +
                             "): the motion is right, but the reaction forces there are not unique.",
                         "Use a constraint with fewer equations, such as a point on a line, if reactions matter.",
                         matter.getConstraint(analysis.redundant.front()).getElementId());
}

std::string Compiler::describeConflicts(const State& s, Stage level, Real tolerance) {
    const MatterSubsystem& matter = *data_.built->matter;
    data_.built->system.realize(s, level);
    std::vector<ConstraintConflict> conflicts = matter.findConflicts(s, level, tolerance);
    if (conflicts.empty()) {
        // Nobody else is in the way: what is left is as near as its own bodies come.
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
    if (!data_.mobility.conflicts.empty() || !data_.assembly.assembled) return;  // said already
    const MatterSubsystem& matter = *data_.built->matter;
    for (const ConstraintConflict& conflict : matter.findConflicts(s, Stage::Acceleration, agreement)) {
        const std::string text = matter.describeConflict(s, conflict);
        const ConstraintElement& worst = matter.getConstraint(conflict.worst().equation.constraint);
        data_.mobility.conflicts.push_back(text);
        diagnostics.warning(worst.getName(), text, "Until then the motion is a compromise between them.",
                            worst.getElementId());
    }
}

std::vector<WiggleReport> CompiledModel::calcWiggles(const State& s) const {
    const MatterSubsystem& matter = *data_->built->matter;
    std::vector<WiggleReport> reports;
    for (const WiggleDirection& direction : matter.calcWiggleDirections(s)) {
        WiggleReport report{{}, direction.u, direction.qdot};
        for (const WiggleDirection::Mover& mover : direction.movers) {
            ElementId joint;
            for (const auto& [id, body] : data_->built->joints)
                if (body == mover.body) joint = id;
            report.movers.push_back({mover.name, joint, mover.value, mover.share});
        }
        reports.push_back(std::move(report));
    }
    return reports;
}

}  // namespace trammel
