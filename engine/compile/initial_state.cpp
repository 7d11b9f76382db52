// SPDX-License-Identifier: Apache-2.0
// Parameters, the initial pose and speeds, and what assembly and mobility analysis have to say about them.
#include <algorithm>
#include <cmath>
#include <sstream>

#include "base/numerical_failure.h"
#include "compile/catalog.h"
#include "compile/compiler.h"
#include "compile/settings_type.h"

namespace trammel {

void applyParameters(const CompiledModel& model, State& s) {
    const CompiledModel::Data& data = *model.data_;
    const BuiltSystem& built = *data.built;
    const Document& document = data.document;
    const EngineIndices indices{built.bodies, built.joints};
    const auto typeOf = [](const Element& e) -> const TypeDescriptor& {
        return *builtinCatalog().findType(e.family, e.type);
    };

    // Writing a variable costs the stages above it, so only what differs is written.
    const auto setMass = [&](MobilizedBodyIndex b, const Element& body) {
        const MassProperties mp = calcPieceMass(built, body);
        if (!(built.matter->getMassProperties(s, b) == mp)) built.matter->setMassProperties(s, b, mp);
    };
    for (const auto& [id, b] : built.bodies) {
        const Element& body = document.get(id);
        setMass(b, body);
        built.matter->setBodyGeometry(s, b, calcBodyGeometry(document, body));
    }
    built.matter->setBodyGeometry(s, MobilizedBodyIndex(0), calcGroundGeometry(document));
    for (const auto& [joint, split] : built.splits) setMass(split.secondHalf, document.get(split.body));
    for (const auto& [id, b] : built.joints) {
        const auto [X_PF, X_BM] = calcJointFrames(document, document.get(id));
        built.matter->setJointFrames(s, b, X_PF, X_BM);
    }
    for (const auto& [id, c] : built.constraints) {
        const Element& e = document.get(id);
        const bool disabled = !e.valueAs<bool>(typeOf(e), "enabled");
        if (built.matter->isConstraintDisabled(s, c) != disabled) built.matter->setConstraintIsDisabled(s, c, disabled);
        built.matter->setConstraintParameters(s, c,
                                              *dynamic_cast<const ConstraintType&>(*typeOf(e).implementation)
                                                   .readParameters(makeElementInputs(document, e, indices)));
    }
    for (const auto& [id, m] : built.motions) {
        const Element& e = document.get(id);
        const bool disabled = !e.valueAs<bool>(typeOf(e), "enabled");
        if (built.matter->isMotionDisabled(s, m) != disabled) built.matter->setMotionIsDisabled(s, m, disabled);
        built.matter->setMotionParameters(s, m,
                                          *dynamic_cast<const MotionType&>(*typeOf(e).implementation)
                                               .readParameters(makeElementInputs(document, e, indices)));
    }
    for (const auto& [id, f] : built.forceIndices) {
        const Element& e = document.get(id);
        const bool disabled = !e.valueAs<bool>(typeOf(e), "enabled");
        if (built.forces->isForceDisabled(s, f) != disabled) built.forces->setForceIsDisabled(s, f, disabled);
        built.forces->setForceParameters(s, f,
                                         *dynamic_cast<const ForceType&>(*typeOf(e).implementation)
                                              .readParameters(makeElementInputs(document, e, indices)));
    }
}

namespace {

/// Tighter than any run asks for, so that the start never limits the accuracy of what follows.
constexpr Real assemblyTolerance = 1e-10;

/// Bodies whose joints say explicitly where (or how fast) they start: those are kept while the others give way.
struct Held {
    std::vector<MobilizedBodyIndex> positions, speeds;
};

Held setInitialCoordinates(const BuiltSystem& built, const Document& document, State& s) {
    Held held;
    const EngineIndices indices{built.bodies, built.joints};
    for (const auto& [id, b] : built.joints) {
        const Element& e = document.get(id);
        const Mobilizer& mobilizer = built.matter->getMobilizer(b);
        std::vector<Real> q(std::size_t(mobilizer.getNQ())), u(std::size_t(mobilizer.getNU()));
        mobilizer.setInitialCoordinates(makeElementInputs(document, e, indices), q.data(), u.data());
        built.matter->setQ(s, b, q);
        built.matter->setU(s, b, u);
        const Mobilizer::InitialKeys keys = mobilizer.initialKeys();
        const auto anyExplicit = [&](const std::vector<std::string>& list) {
            return std::any_of(list.begin(), list.end(), [&](const std::string& key) { return e.findExplicit(key); });
        };
        if (anyExplicit(keys.q)) held.positions.push_back(b);
        if (anyExplicit(keys.u)) held.speeds.push_back(b);
    }
    return held;
}

std::string toText(Real x) {
    std::ostringstream text;
    text.precision(3);
    text << x;
    return text.str();
}

}  // namespace

void Compiler::prepareInitialState() {
    const BuiltSystem& built = *data_.built;
    State s = built.system.getDefaultState();
    data_.initialState = s;
    applyParameters(*model_, s);
    const Held held = setInitialCoordinates(built, document_, s);
    built.system.realize(s, Stage::Position);
    const State drawn = s;
    try {
        assemblePose(s, held.positions);
        assembleSpeeds(s, held.speeds);
        analyzeMobility(s);
        // Whether it can move at all shows only now: a joint may have nothing to move.
        built.system.realize(s, Stage::Acceleration);
    } catch (const NumericalFailure& failure) {
        const std::string text = failure.what();
        ElementId culprit;
        for (const auto& [id, index] : built.bodies)
            if (text.find("body '" + document_.get(id).name + "'") != std::string::npos) culprit = id;
        diagnostics.error(culprit.isValid() ? document_.get(culprit).name : document_.name(), text, {}, culprit);
        s = drawn;
        built.system.realize(s, Stage::Position);
    }
    data_.initialState = std::move(s);
    data_.settings = defaultSettings();
    for (ElementId id : document_.elementsOf("settings"))
        if (typeOf(document_.get(id)))
            data_.settings = readSettings(
                makeElementInputs(document_, document_.get(id), EngineIndices{built.bodies, built.joints}));
}

void Compiler::assemblePose(State& s, const std::vector<MobilizedBodyIndex>& held) {
    const BuiltSystem& built = *data_.built;
    const MatterSubsystem& matter = *built.matter;
    // Pose: keep what was said explicitly; if the loops cannot close that way, let everything move.
    const State drawn = s;
    ProjectResults assembly = matter.assemble(s, held, assemblyTolerance);
    if (assembly.status != ProjectResults::Status::Succeeded && !held.empty()) {
        State free = drawn;
        const ProjectResults again = matter.assemble(free, {}, assemblyTolerance);
        if (again.status == ProjectResults::Status::Succeeded) {
            s = std::move(free);
            assembly = again;
            diagnostics.note(document_.name(), "The loops close only if some of the given initial coordinates change.",
                             "Run on, or give other initial values.");
        } else if (again.errorAfter < assembly.errorAfter) {
            // What is told is the gap that remains at best.
            s = std::move(free);
            assembly = again;
        }
    }
    AssemblyReport& report = data_.assembly;
    report.assembled = assembly.status == ProjectResults::Status::Succeeded;
    report.worstError = assembly.errorAfter;
    report.iterations = assembly.iterations;
    built.system.realize(s, Stage::Position);
    if (!report.assembled) {
        const ConstraintIndex c = matter.findConstraintOfQErr(s, std::max(0, assembly.worstError));
        ElementId id;
        if (c.isValid()) {
            report.worstConstraint = matter.getConstraint(c).getName();
            id = matter.getConstraint(c).getElementId();
        }
        diagnostics.error(report.worstConstraint,
                          "The mechanism cannot be assembled: '" + report.worstConstraint + "' stays open by " +
                              toText(assembly.errorAfter) + " (m or rad).",
                          "Change a length, a position or an initial coordinate so that the loop can close.", id);
    }
}

void Compiler::assembleSpeeds(State& s, const std::vector<MobilizedBodyIndex>& held) {
    const BuiltSystem& built = *data_.built;
    const MatterSubsystem& matter = *built.matter;
    // Speeds likewise.
    const State still = s;
    ProjectResults speeds = matter.assembleVelocities(s, held, assemblyTolerance);
    if (speeds.status != ProjectResults::Status::Succeeded) {
        State free = still;
        built.system.realize(free, Stage::Position);
        speeds = matter.assembleVelocities(free, {}, assemblyTolerance);
        s = std::move(free);
        if (speeds.status == ProjectResults::Status::Succeeded)
            diagnostics.note(document_.name(), "The given initial speeds contradict the constraints and were adjusted.",
                             "Give the initial speed of one joint of each loop only.");
        else if (data_.assembly.assembled)
            diagnostics.warning(document_.name(), "No speeds satisfy all constraints and motors at the start.",
                                "Check motors that drive the same loop.");
    }
    built.system.realize(s, Stage::Position);
}

void Compiler::analyzeMobility(const State& s) {
    const MatterSubsystem& matter = *data_.built->matter;
    // Mobility.
    const MatterSubsystem::MobilityAnalysis analysis = matter.analyzeMobility(s);
    MobilityReport& mobility = data_.mobility;
    mobility.degreesOfFreedom = analysis.speeds - analysis.rank;
    mobility.drivenDegrees = analysis.drivenSpeeds;
    if (mobility.drivenDegrees > mobility.degreesOfFreedom && data_.assembly.assembled)
        diagnostics.warning(document_.name(),
                            "Motors drive " + std::to_string(mobility.drivenDegrees) + " joints of a mechanism with " +
                                std::to_string(mobility.degreesOfFreedom) +
                                " degree(s) of freedom: they fight each other.",
                            "Disable some of the motors.");
    mobility.constraintEquations = analysis.equations;
    mobility.redundantEquations = analysis.equations - analysis.rank;
    for (int c = 0; c < matter.getNumConstraints(); ++c)
        mobility.loops += matter.getConstraint(ConstraintIndex(c)).closesLoop() &&
                          !matter.isConstraintDisabled(s, ConstraintIndex(c));
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

}  // namespace trammel
