// SPDX-License-Identifier: Apache-2.0
// Parameters, initial pose and speeds, and reports of assembly and mobility analysis.
#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <tuple>

#include "base/element_failure.h"
#include "base/numerical_failure.h"
#include "compile/catalog.h"
#include "compile/compiler.h"
#include "compile/held_assembly.h"
#include "compile/integrator_choice.h"
#include "compile/length_text.h"
#include "compile/pose_checks.h"
#include "compile/settings_type.h"
#include "multibody/initial_coordinates.h"

namespace trammel {

namespace {

void applyAllButLocks(const CompiledModel::Data& data, State& s) {
    const BuiltSystem& built = *data.built;
    const Document& document = data.document;
    const auto isEnabled = [&](ElementId id) {
        const Element& e = document.get(id);
        return e.valueAs<bool>(typeOf(e), "enabled");
    };
    for (const auto& [id, c] : built.constraints)
        if (const bool disabled = !isEnabled(id); built.matter->isConstraintDisabled(s, c) != disabled)
            built.matter->setConstraintIsDisabled(s, c, disabled);
    for (const auto& [id, m] : built.motions)
        if (const bool disabled = !isEnabled(id); built.matter->isMotionDisabled(s, m) != disabled)
            built.matter->setMotionIsDisabled(s, m, disabled);
    for (const auto& [id, f] : built.forceIndices)
        if (const bool disabled = !isEnabled(id); built.forces->isForceDisabled(s, f) != disabled)
            built.forces->setForceIsDisabled(s, f, disabled);
    for (const auto& [id, e] : built.eventIndices) built.events->setEnabled(s, e, isEnabled(id));
    if (built.events) built.events->replaceSetNumbers(s, {});
    applyNumbers(document, built, data.functions, s);
}

}  // namespace

void applyNumbers(const Document& document, const BuiltSystem& built,
                  const std::map<ElementId, FunctionValue>& functions, State& s) {
    const EngineIndices indices = indicesIn(built, functions);

    // Writing a variable invalidates stages, so equal values are not written.
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
    for (const auto& [joint, split] : built.splits) setMass(split.shadowBody, document.get(split.body));
    for (const auto& [id, b] : built.joints) {
        const auto [X_PF, X_BM] = calcJointFrames(document, document.get(id));
        built.matter->setJointFrames(s, b, X_PF, X_BM);
        if (const auto rotor = findRotorInertia(document.get(id))) built.matter->setRotorInertia(s, b, *rotor);
        if (const auto rotor = findRotorMass(document.get(id))) built.matter->setRotorMass(s, b, *rotor);
    }
    for (const auto& [id, c] : built.constraints) {
        const Element& e = document.get(id);
        const auto parameters = dynamic_cast<const ConstraintType&>(*typeOf(e).implementation)
                                    .readParameters(makeElementInputs(document, e, indices));
        if (const auto* contact = dynamic_cast<const RigidContact*>(&built.matter->getConstraint(c)))
            completeRigidContactParameters(document, *contact,
                                           Value<RigidContactParameters>::updDowncast(*parameters).upd());
        if (parameters) built.matter->setConstraintParameters(s, c, *parameters);
    }
    for (const auto& [id, m] : built.motions) {
        const Element& e = document.get(id);
        const auto parameters = dynamic_cast<const MotionType&>(*typeOf(e).implementation)
                                    .readParameters(makeElementInputs(document, e, indices));
        if (parameters) built.matter->setMotionParameters(s, m, *parameters);
    }
    std::optional<ContactLoads> loads;
    for (const auto& [id, f] : built.forceIndices) {
        const Element& e = document.get(id);
        const auto parameters = dynamic_cast<const ForceType&>(*typeOf(e).implementation)
                                    .readParameters(makeElementInputs(document, e, indices));
        if (const auto* contact = dynamic_cast<const ContactForce*>(&built.forces->getForce(f))) {
            if (!loads) loads = calcContactLoads(document);
            completeContactParameters(document, *loads, *contact,
                                      Value<ContactParameters>::updDowncast(*parameters).upd());
        }
        if (parameters) built.forces->setForceParameters(s, f, *parameters);
    }
    for (const auto& [id, measure] : built.measures) {
        const ElementInputs in = makeElementInputs(document, document.get(id), indices);
        measure->getFormula().setNumbers(s, in.requireFormula(measureFormulaKey).numbers);
    }
    if (!built.events) return;
    built.events->setParameters(s, [&](ElementId id) {
        const Element& e = document.get(id);
        return readEventParameters(typeOf(e), makeElementInputs(document, e, indices));
    });
}

namespace {

/// Correctly locked joints keep their held values; others are locked at their current values.
void applyLocks(const CompiledModel::Data& data, State& s) {
    const MatterSubsystem& matter = *data.built->matter;
    for (const auto& [id, b] : data.built->joints) {
        const MotionLevel level = lockLevelOf(
            makeElementInputs(data.document, data.document.get(id), indicesIn(*data.built, data.functions)));
        if (matter.getLockLevel(s, b) == level) continue;
        if (level == MotionLevel::None)
            matter.unlock(s, b);
        else
            matter.lock(s, b, level);
    }
}

/// Tighter than any run requires, so that the initial state does not limit the accuracy.
constexpr Real assemblyTolerance = 1e-10;

/// Bodies whose joints have explicit initial coordinates (or speeds), which are kept while the others move.
struct Held {
    /// Locked joints come first, which give way last.
    std::vector<MobilizedBodyIndex> positions, speeds;
};

bool isHeldInPlace(const Element& joint) {
    ElementInputs in;
    in.property = [&joint](const std::string& key) { return joint.value(typeOf(joint), key); };
    return lockLevelOf(in) == MotionLevel::Position;
}

Held setInitialCoordinates(const BuiltSystem& built, const Document& document, const EngineIndices& indices, State& s) {
    Held held;
    std::ptrdiff_t numLocked = 0;
    for (const auto& [id, b] : built.joints) {
        const Element& e = document.get(id);
        const Mobilizer& mobilizer = *built.matter->getTree(s)[b].mobilizer;
        std::vector<Real> q(std::size_t(mobilizer.getNQ())), u(std::size_t(mobilizer.getNU()));
        setInitialCoordinatesOf(mobilizer, makeElementInputs(document, e, indices), q.data(), u.data());
        built.matter->setQ(s, b, q);
        built.matter->setU(s, b, u);
        const Mobilizer::InitialKeys keys = initialKeysOf(mobilizer);
        const auto anyExplicit = [&](const std::vector<std::string>& list) {
            return std::any_of(list.begin(), list.end(), [&](const std::string& key) { return e.findExplicit(key); });
        };
        if (anyExplicit(keys.q))
            held.positions.insert(isHeldInPlace(e) ? held.positions.begin() + numLocked++ : held.positions.end(), b);
        if (anyExplicit(keys.u)) held.speeds.push_back(b);
    }
    return held;
}

constexpr Real samePlace = 1e-6;

bool coincide(const Transform& a, const Transform& b) {
    return (a.p() - b.p()).norm() <= samePlace && (a.R().asMat33() - b.R().asMat33()).norm() <= samePlace;
}

/// True if a piece of a split body is turned relative to the other: the weld equations between them also hold at half a
/// turn.
bool hasTurnedHalves(const BuiltSystem& built, const State& s) {
    return std::ranges::any_of(built.splits, [&](const auto& each) {
        const Rotation& first = built.matter->getBodyTransform(s, each.second.primaryBody).R();
        const Rotation& second = built.matter->getBodyTransform(s, each.second.shadowBody).R();
        return (first.asMat33() - second.asMat33()).norm() > 1;
    });
}

/// Initializes loop-closing joints without explicit coordinates from the poses of their bodies.
/// @param always if false, only where that closes the loop
void fitClosures(const BuiltSystem& built, const Document& document, const Held& held, State& s, bool always) {
    const MatterSubsystem& matter = *built.matter;
    built.system.realize(s, Stage::Position);
    std::vector<std::pair<MobilizedBodyIndex, std::vector<Real>>> fitted;
    for (const auto& [joint, split] : built.splits) {
        const TreeNode& node = matter.getTree(s)[split.shadowBody];
        const bool says =
            std::find(held.positions.begin(), held.positions.end(), split.shadowBody) != held.positions.end();
        const Transform X_GB = matter.getBodyTransform(s, split.primaryBody);
        if (says || node.stateful || coincide(X_GB, matter.getBodyTransform(s, split.shadowBody))) continue;
        const auto [X_PF, X_BM] = calcJointFrames(document, document.get(joint));
        const Transform X_FM = ~(matter.getBodyTransform(s, MobilizedBodyIndex(node.parent)) * X_PF) * (X_GB * X_BM);
        std::vector<Real> q(std::size_t(node.mobilizer->getNQ()));
        node.mobilizer->setQToFitTransform(X_FM, q.data());
        Transform reached;
        std::vector<SpatialVec> H(std::size_t(node.mobilizer->getNU()));
        node.mobilizer->calcAcross(q.data(), reached, H.data());
        if (always || coincide(X_FM, reached)) fitted.emplace_back(split.shadowBody, std::move(q));
    }
    for (const auto& [body, q] : fitted) matter.setQ(s, body, q);
    built.system.realize(s, Stage::Position);
}

/// Problem and remedy of a loop with a side that is too long.
std::pair<std::string, std::string> describe(const Document& document, const LoopShortage& shortage) {
    const auto nameOf = [&](ElementId body) {
        return body.isValid() ? "'" + document.get(body).name + "'" : std::string("Ground");
    };
    std::string pins, remedy;
    for (const ElementId pin : shortage.pins)
        pins += (pins.empty() ? "'" : pin == shortage.pins.back() ? " and '" : ", '") + document.get(pin).name + "'";
    // A body held at one place by two joints is not affected by its length.
    constexpr Real nothing = 1e-9;
    std::string heldAtOnePlace;
    Real others = 0;
    for (const LoopShortage::Side& side : shortage.others) {
        others += side.length;
        if (side.body.isValid() && side.length > nothing)
            remedy += (remedy.empty() ? "Make " : ", or ") + nameOf(side.body) + " " + lengthText(side.bound) +
                      " long at least";
        else if (side.body.isValid())
            heldAtOnePlace += (heldAtOnePlace.empty() ? "" : " or ") + nameOf(side.body);
    }
    if (shortage.longest.body.isValid() && shortage.longest.bound > nothing)
        remedy += (remedy.empty() ? "Make " : ", or ") + nameOf(shortage.longest.body) + " " +
                  lengthText(shortage.longest.bound) + " at most";
    if (!heldAtOnePlace.empty())
        remedy += (remedy.empty() ? "Connect " : ", or connect ") + heldAtOnePlace +
                  " at another point: both its joints in this loop coincide";
    std::string turning;
    for (const LoopShortage::Turning& range : shortage.turning)
        turning += (turning.empty() ? ". " + nameOf(shortage.crank) + " turns fully only with " : ", or ") +
                   nameOf(range.body) + " of " + lengthText(range.least) + " to " + lengthText(range.most);
    remedy += turning;
    return {"The loop of " + pins + " cannot close: " + nameOf(shortage.longest.body) + " spans " +
                lengthText(shortage.longest.length) + ", all others together only " + lengthText(others) + ".",
            remedy + "."};
}

}  // namespace

void applyParameters(const CompiledModel& model, State& s) {
    applyAllButLocks(*model.data_, s);
    applyLocks(*model.data_, s);
}

void Compiler::prepareInitialState() {
    const BuiltSystem& built = *data_.built;
    data_.settings = defaultSettings();
    for (ElementId id : document_.elementsOf("settings"))
        if (findTypeOf(document_.get(id)))
            data_.settings =
                readSettings(makeElementInputs(document_, document_.get(id), indicesIn(built, data_.functions)));
    if (const char* const inUse = findIntegratorInUse(document_)) data_.settings.integrator = inUse;
    State s = built.system.getDefaultState();
    if (data_.settings.useEulerAngles) {
        built.matter->setUseEulerAngles(s, true);
        built.system.realizeModel(s);
    }
    s.setTime(data_.settings.startTime);
    data_.initialState = s;
    applyAllButLocks(data_, s);
    const Held held = setInitialCoordinates(built, document_, indicesIn(built, data_.functions), s);
    fitClosures(built, document_, held, s, false);
    const State drawn = s;
    try {
        assemblePose(s, held.positions);
        if (data_.assembly.assembled && hasTurnedHalves(built, s)) {
            s = drawn;
            fitClosures(built, document_, held, s, true);
            assemblePose(s, held.positions);
        }
        // Locked joints are held where the loops allow.
        applyLocks(data_, s);
        built.system.realize(s, Stage::Position);
        assembleSpeeds(s, held.speeds);
        initializeMeasures(s);
        analyzeMobility(s);
        checkPose(s);
        reportInitialOverlaps(*data_.built, s, diagnostics);
        reportStiffFriction(document_, diagnostics);
        // Check that motion is possible: a joint may move no mass.
        built.system.realize(s, Stage::Acceleration);
        checkAccelerations(s);
    } catch (const ElementFailure& failure) {
        diagnostics.error(failure.getElementName(), failure.getReason(), "Correct its plugin, or disable the element.",
                          failure.getElement());
        s = drawn;
        built.system.realize(s, Stage::Position);
    } catch (const NumericalFailure& failure) {
        std::string text = failure.what(), remedy;
        // The last sentence is the remedy.
        if (const std::size_t end = text.rfind(". "); end != std::string::npos) {
            remedy = text.substr(end + 2);
            text.resize(end + 1);
        }
        ElementId culprit;
        for (const auto& [id, index] : built.bodies)
            if (text.find("body '" + document_.get(id).name + "'") != std::string::npos) culprit = id;
        diagnostics.error(culprit.isValid() ? document_.get(culprit).name : document_.name(), text, remedy, culprit);
        s = drawn;
        built.system.realize(s, Stage::Position);
    }
    data_.initialState = std::move(s);
}

void Compiler::assemblePose(State& s, const std::vector<MobilizedBodyIndex>& held) {
    const BuiltSystem& built = *data_.built;
    const MatterSubsystem& matter = *built.matter;
    std::set<MobilizedBodyIndex> locked;
    for (const auto& [joint, body] : built.joints)
        if (isHeldInPlace(document_.get(joint))) locked.insert(body);
    // Keep explicit coordinates as far as the loops allow.
    const auto [assembly, released] = assembleHeld(built.system, s, held, locked, assemblyTolerance);
    // Displaced joints are reported with the pose; without visible displacement the given numbers are rounded.
    if (released && findDisplaced(*model_, s).empty())
        diagnostics.note(document_.name(), "The loops close only with changes of the given initial coordinates.",
                         "Continue, or change the initial values.");
    AssemblyReport& report = data_.assembly;
    report.assembled = assembly.status == ProjectResults::Status::Succeeded;
    report.worstError = assembly.errorAfter;
    report.iterations = assembly.iterations;
    built.system.realize(s, Stage::Position);
    if (!report.assembled) {
        const ConstraintIndex c = matter.findConstraintOfQErr(s, std::max(0, assembly.worstError));
        ElementId id;
        std::string open = roundedText(assembly.errorAfter);
        if (c.isValid()) {
            open = matter.describeError(s, matter.findEquation(s, std::max(0, assembly.worstError)), Stage::Position,
                                        assembly.errorAfter);
            report.worstConstraint = matter.getConstraint(c).getName();
            id = matter.getConstraint(c).getElementId();
        }
        std::string text =
            "The mechanism cannot be assembled: '" + report.worstConstraint + "' has a closure gap of " + open + ".";
        std::string remedy = "Change a length, a position or an initial coordinate so that the loop can close.";
        if (const auto shortage = id.isValid() ? findShortage(*model_, s, id) : std::nullopt) {
            std::tie(text, remedy) = describe(document_, *shortage);
            text += " The smallest gap: '" + report.worstConstraint + "' has a closure gap of " +
                    lengthText(assembly.errorAfter) + ".";
            describeConflicts(s, Stage::Position, assemblyTolerance);
        } else {
            text += describeConflicts(s, Stage::Position, assemblyTolerance);
        }
        diagnostics.error(report.worstConstraint, text, remedy, id);
    }
}

void Compiler::assembleSpeeds(State& s, const std::vector<MobilizedBodyIndex>& held) {
    const BuiltSystem& built = *data_.built;
    const MatterSubsystem& matter = *built.matter;
    // Likewise for speeds.
    const Vector still = s.getU();
    ProjectResults speeds = matter.assembleVelocities(s, held, assemblyTolerance);
    if (speeds.status != ProjectResults::Status::Succeeded) {
        State free = s;
        free.setU(still);
        built.system.realize(free, Stage::Position);
        speeds = matter.assembleVelocities(free, {}, assemblyTolerance);
        s = std::move(free);
        if (speeds.status == ProjectResults::Status::Succeeded)
            diagnostics.note(document_.name(),
                             "The given initial speeds conflict with the constraints and were adjusted.",
                             "Specify the initial speed of only one joint in each loop.");
        else if (data_.assembly.assembled) {
            const std::string text = "No speeds satisfy all constraints and motors at the start." +
                                     describeConflicts(s, Stage::Velocity, assemblyTolerance);
            const auto conflicts = matter.findConflicts(s, Stage::Velocity, assemblyTolerance);
            const ElementId worst = conflicts.empty()
                                        ? ElementId{}
                                        : matter.getConstraint(conflicts[0].worst().equation.constraint).getElementId();
            diagnostics.warning(document_.name(), text, "Disable one of the conflicting elements.", worst);
        }
    }
    built.system.realize(s, Stage::Position);
}

}  // namespace trammel
