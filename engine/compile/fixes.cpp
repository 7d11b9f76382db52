// SPDX-License-Identifier: Apache-2.0
#include "compile/fixes.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/numerical_failure.h"
#include "compile/catalog.h"
#include "compile/compiled_data.h"
#include "compile/compiler.h"
#include "compile/density.h"
#include "compile/displace.h"
#include "compile/drawn_numbers.h"
#include "compile/link_edit.h"
#include "compile/pose_checks.h"
#include "compile/pose_drag.h"
#include "compile/pose_edit.h"

namespace trammel {

namespace {

/// The document with its pose brought up to date, if its loops close.
std::optional<Document> assembled(const Document& document) {
    const Result<CompiledModelPtr> model = compileDocument(document);
    if (!model || !(*model)->getAssembly().assembled) return std::nullopt;
    const Result<Edit> posed = setInitialPose(document, builtinCatalog(), **model, (*model)->getInitialState());
    return posed ? posed->document : document;
}

void appendClosures(const CompiledModelPtr& model, ElementId element, std::vector<Fix>& fixes) {
    const std::vector<ClosureChoice> choices = closureChoices(model, element);
    const Element& closure = model->getDocument().get(element);
    const auto present = std::find_if(choices.begin(), choices.end(), [&](const ClosureChoice& choice) {
        return choice.family == closure.family && choice.type == closure.type;
    });
    for (const ClosureChoice& choice : choices) {
        if (present == choices.end() || choice.redundant >= present->redundant || choice.redundant > 0) continue;
        if (const Result<Edit> edit = changeClosure(model, element, choice))
            fixes.push_back({"Close '" + closure.name + "' with " + choice.label, edit->document});
    }
}

/// A slot that holds its point in the plane of the loop as well, where the pins do that: across the slot is enough.
void appendSlot(const CompiledModelPtr& model, ElementId element, std::vector<Fix>& fixes) {
    const Document& document = model->getDocument();
    const State& s = model->getInitialState();
    const Element& slot = document.get(element);
    if (slot.family != "constraint") return;
    const auto normal_G = findSlotNormal(*model, s, element);
    const TypeDescriptor* const type = builtinCatalog().findType("constraint", "pointInPlane");
    if (!normal_G || !type) return;
    const Meeting at = *findMeeting(*model, s, element);
    const Vec3 normal = model->calcBodyPose(at.first.body, s).R().transpose() * *normal_G;
    Element plane = Element::draft(type->family, type->key, slot.name);
    plugPlace(plane, *type, "body2", at.second);
    plane.plug("body1", at.first.body);
    plane.set("normal", withoutNoise(normal));
    plane.set("height", normal.dot(calcStation(document, at.first)));
    sortByDescriptor(plane, *type);
    const Result<Edit> removed = removeElement(document, builtinCatalog(), element);
    const Result<Edit> edit =
        removed ? addElement(removed->document, builtinCatalog(), std::move(plane)) : Result<Edit>{};
    const Result<CompiledModelPtr> after = edit ? compileDocument(edit->document) : Result<CompiledModelPtr>{};
    if (after && (*after)->getAssembly().assembled &&
        (*after)->getMobility().degreesOfFreedom == model->getMobility().degreesOfFreedom &&
        (*after)->getMobility().redundantEquations < model->getMobility().redundantEquations)
        fixes.push_back({"Close '" + slot.name + "' with " + type->label, edit->document});
}

/// Other places to cut the loop that @p element closes, where nothing is redundant then.
void appendCuts(const CompiledModelPtr& model, ElementId element, std::vector<Fix>& fixes,
                const std::function<bool()>& isStopped) {
    constexpr std::size_t enough = 2;
    const std::size_t before = fixes.size();
    for (const ElementId joint : cutChoices(*model, element)) {
        if (fixes.size() - before >= enough || (isStopped && isStopped())) return;
        const Result<Edit> cut = changeCut(model, element, joint);
        const Result<CompiledModelPtr> after = cut ? compileDocument(cut->document) : Result<CompiledModelPtr>{};
        if (after && (*after)->getMobility().redundantEquations < model->getMobility().redundantEquations)
            fixes.push_back({"Cut the loop at '" + model->getDocument().get(joint).name + "'", cut->document});
    }
}

/// The same document without @p constraint in force; none if it cannot be switched off.
std::optional<Document> withoutIt(const Document& document, ElementId constraint) {
    const Element& e = document.get(constraint);
    const TypeDescriptor* const type = findTypeOf(e);
    if (!type || !type->findProperty("enabled")) return std::nullopt;
    const Result<Edit> edit = setProperty(document, builtinCatalog(), constraint, "enabled", false);
    return edit ? std::optional(edit->document) : std::nullopt;
}

void appendRedundant(const CompiledModelPtr& model, ElementId element, std::vector<Fix>& fixes) {
    std::set<ElementId> done;
    for (const MobilityReport::RedundantSet& set : model->getMobility().redundantSets) {
        if (std::find(set.constraints.begin(), set.constraints.end(), element) == set.constraints.end()) continue;
        for (ElementId id : set.constraints) {
            if (!model->getDocument().find(id) || !done.insert(id).second) continue;
            const auto open = withoutIt(model->getDocument(), id);
            if (!open) continue;
            // One that takes a way to move away with it is no way out.
            const Result<CompiledModelPtr> without = compileDocument(*open);
            if (without && (*without)->getMobility().degreesOfFreedom == model->getMobility().degreesOfFreedom)
                fixes.push_back({"Switch off '" + model->getDocument().get(id).name + "'", *open});
        }
    }
}

/// The same document without @p element in force, and what that is called; none if it cannot be.
std::optional<Fix> release(const Document& document, ElementId element) {
    const Element& e = document.get(element);
    if (e.family != "joint") {
        const auto off = withoutIt(document, element);
        return off ? std::optional(Fix{"Switch off '" + e.name + "'", *off}) : std::nullopt;
    }
    const Result<Edit> free = setProperty(document, builtinCatalog(), element, "locked", std::nullopt);
    if (!free || free->document.sharesContentWith(document)) return std::nullopt;
    return Fix{"Unlock '" + e.name + "'", free->document};
}

/// Each of those that contradict each other but @p present, released, where there is less contradiction then.
void appendConflicting(const CompiledModelPtr& model, ElementId present, std::vector<Fix>& fixes,
                       const std::function<bool()>& isStopped) {
    const std::vector<ElementId> all = findConflicting(*model);
    std::vector<ElementId> candidates = all;
    // What cannot be met may be in the way of any other.
    constexpr std::size_t most = 8;
    if (!model->getAssembly().assembled)
        for (const auto& [id, index] : model->getData().built->constraints)
            if (candidates.size() < most && std::ranges::find(candidates, id) == candidates.end())
                candidates.push_back(id);
    for (const ElementId id : candidates) {
        if (isStopped && isStopped()) return;
        if (id == present) continue;
        const std::optional<Fix> released = release(model->getDocument(), id);
        if (!released || std::ranges::any_of(fixes, [&](const Fix& fix) { return fix.label == released->label; }))
            continue;
        const Result<CompiledModelPtr> after = compileDocument(released->document);
        if (after && (*after)->getAssembly().assembled && findConflicting(**after).size() < all.size())
            fixes.push_back(*released);
    }
}

/// Motors that can be switched off where they are too many, the one asked about first.
void appendMotors(const CompiledModelPtr& model, ElementId element, std::vector<Fix>& fixes) {
    const Document& document = model->getDocument();
    if (document.get(element).family != "motion") return;
    std::vector<ElementId> motors{element};
    for (const ElementId id : document.elementsOf("motion"))
        if (id != element) motors.push_back(id);
    for (const ElementId id : motors)
        if (const auto off = withoutIt(document, id))
            fixes.push_back({"Switch off '" + document.get(id).name + "'", *off});
}

/// The pin turned so that its loop is in one plane: with what it carries, or by itself.
void appendAlignment(const CompiledModelPtr& model, ElementId element, std::vector<Fix>& fixes) {
    const State& s = model->getInitialState();
    const Document& document = model->getDocument();
    for (const TiltedPin& pin : findTiltedPins(*model, s)) {
        if (pin.pin != element || document.get(element).family != "joint") continue;
        const Vec3 wanted = pin.axis_G.dot(pin.wanted_G) < 0 ? Vec3(-pin.wanted_G) : pin.wanted_G;
        const Rotation turn(pin.tilt, Vec3(pin.axis_G.cross(wanted)));
        const Element& joint = document.get(element);
        const Rotation R_GP = model->calcBodyPose(joint.reference("parent"), s).R();
        const Rotation R_GF = model->findJointFrame(element, s)->R();
        const Vec3 angles = withoutNoise(Rotation(Mat33((~R_GP * turn * R_GF).asMat33())).toBodyXYZ());
        const Transform about(model->findJointFrame(element, s)->p());
        for (const Result<Edit>& edit : {setProperty(document, builtinCatalog(), element, "parentOrientation", angles),
                                         displaceElements(document, builtinCatalog(), *model, s, {element},
                                                          about * Transform(turn) * about.invert())}) {
            const auto mended = edit ? assembled(edit->document) : std::nullopt;
            const Result<CompiledModelPtr> after = mended ? compileDocument(*mended) : Result<CompiledModelPtr>{};
            if (!after) continue;
            const auto still = findTiltedPins(**after, (*after)->getInitialState());
            if (std::ranges::any_of(still, [&](const TiltedPin& each) { return each.pin == element; })) continue;
            fixes.push_back({"Align '" + joint.name + "' with the plane", *mended});
            return;
        }
    }
}

void appendStops(const CompiledModelPtr& model, ElementId element, std::vector<Fix>& fixes) {
    for (const BeyondStop& beyond : findBeyondStops(*model, model->getInitialState()))
        if (beyond.joint == element)
            if (const Result<Edit> edit =
                    setCoordinate(model->getDocument(), builtinCatalog(), *model, element, beyond.key, beyond.stop))
                fixes.push_back({"Snap '" + model->getDocument().get(element).name + "' back inside", edit->document});
}

/// A body that has to have mass, of steel or of one kilogram.
void appendMass(const CompiledModelPtr& model, ElementId element, std::vector<Fix>& fixes) {
    const Document& document = model->getDocument();
    const Element& body = document.get(element);
    const TypeDescriptor* const type = findTypeOf(body);
    if (!type || body.family != "body" || !type->findProperty("mass") || body.valueAs<Real>(*type, "mass") > 0) return;
    const std::string steel = steelMass(body);
    const Result<Edit> edit = steel.empty() ? setProperty(document, builtinCatalog(), element, "mass", 1.)
                                            : setFormula(document, builtinCatalog(), element, "mass", steel);
    if (edit)
        fixes.push_back({steel.empty() ? "Give " + body.name + " a mass of 1 kg" : "Make " + body.name + " of steel",
                         edit->document});
}

/// What could not be built can go.
void appendRemoval(const CompiledModelPtr& model, ElementId element, std::vector<Fix>& fixes) {
    const Document& document = model->getDocument();
    const BuiltSystem& built = *model->getData().built;
    const Element& e = document.get(element);
    const bool isBuilt = built.joints.count(element) || built.constraints.count(element) ||
                         built.forceIndices.count(element) || built.motions.count(element);
    const std::set<std::string> families{"joint", "constraint", "force", "motion"};
    if (isBuilt || !families.contains(e.family)) return;
    if (const Result<Edit> edit = removeElement(document, builtinCatalog(), element))
        fixes.push_back({"Delete '" + e.name + "'", edit->document});
}

/// Bars whose length lets the loop close, each with the nearest such length.
void appendLengths(const CompiledModelPtr& model, std::vector<Fix>& fixes, const std::function<bool()>& isStopped) {
    const Document& document = model->getDocument();
    const Real gap = model->getAssembly().worstError;
    for (ElementId id : document.elementsOf("body")) {
        const Element& bar = document.get(id);
        const TypeDescriptor* const type = findTypeOf(bar);
        const PropertyDescriptor* const property = type ? type->findProperty("length") : nullptr;
        if (!property || property->kind != ValueKind::Real) continue;
        const Real length = bar.valueAs<Real>(*type, "length");
        // Somewhat more than what is missing, to round numbers of 10 mm.
        for (const Real factor : {1.2, 2., 4.}) {
            constexpr Real step = 0.01;
            if (isStopped && isStopped()) return;
            const Real longer = std::ceil((length + factor * gap) / step) * step;
            const Result<Edit> edit = setProperty(document, builtinCatalog(), id, "length", longer);
            const auto closed = edit ? assembled(edit->document) : std::nullopt;
            if (!closed) continue;
            fixes.push_back({"Set " + bar.name + " to " + std::to_string(std::lround(longer * 1000)) + " mm", *closed});
            break;
        }
    }
}

}  // namespace

std::vector<ElementId> findConflicting(const CompiledModel& model) {
    constexpr Real agreement = 1e-6;
    const BuiltSystem& built = *model.getData().built;
    const Document& document = model.getDocument();
    State s = model.getInitialState();
    std::vector<ElementId> all;
    const auto add = [&](ElementId id) {
        if (document.find(id) && std::ranges::find(all, id) == all.end()) all.push_back(id);
    };
    try {
        for (const Stage level : {Stage::Position, Stage::Velocity, Stage::Acceleration}) {
            model.getSystem().realize(s, level);
            for (const ConstraintConflict& conflict : built.matter->findConflicts(s, level, agreement)) {
                for (const ConstraintConflict::Member& member : conflict.members)
                    add(built.matter->getConstraint(member.equation.constraint).getElementId());
                for (const auto& [joint, body] : built.joints) {
                    if (std::ranges::find(conflict.driven, body) == conflict.driven.end()) continue;
                    for (const auto& [motor, index] : built.motions)
                        if (document.get(motor).reference("joint") == joint) add(motor);
                    if (built.matter->getLockLevel(s, body) != MotionLevel::None) add(joint);
                }
            }
            if (level == Stage::Position && all.empty() && !model.getAssembly().assembled) {
                // Nobody is in its way but its own bodies.
                const Vector errors = built.matter->getQErr(s);
                Eigen::Index worst = 0;
                errors.cwiseAbs().maxCoeff(&worst);
                if (const ConstraintIndex c = built.matter->findConstraintOfQErr(s, int(worst)); c.isValid())
                    add(built.matter->getConstraint(c).getElementId());
            }
            if (!all.empty()) break;
        }
    } catch (const NumericalFailure&) {
        // Where accelerations cannot be had nobody can tell.
    }
    return all;
}

std::vector<Fix> findFixes(const CompiledModelPtr& model, ElementId element, const std::function<bool()>& isStopped) {
    std::vector<Fix> fixes;
    if (!model || !model->getDocument().find(element)) return fixes;
    appendMass(model, element, fixes);
    appendRemoval(model, element, fixes);
    appendAlignment(model, element, fixes);
    if (!model->getAssembly().assembled) {
        appendLengths(model, fixes, isStopped);
        if (const auto open = withoutIt(model->getDocument(), element))
            fixes.push_back({"Leave '" + model->getDocument().get(element).name + "' open", *open});
        appendConflicting(model, element, fixes, isStopped);
        return fixes;
    }
    appendStops(model, element, fixes);
    const MobilityReport& mobility = model->getMobility();
    if (mobility.drivenDegrees > mobility.degreesOfFreedom) appendMotors(model, element, fixes);
    if (!mobility.conflicts.empty()) appendConflicting(model, {}, fixes, isStopped);
    if (mobility.redundantEquations == 0) return fixes;
    if (isStopped && isStopped()) return fixes;
    const std::size_t before = fixes.size();
    appendSlot(model, element, fixes);
    if (fixes.size() == before) appendClosures(model, element, fixes);
    if (fixes.size() == before) appendCuts(model, element, fixes, isStopped);
    appendRedundant(model, element, fixes);
    return fixes;
}

}  // namespace trammel
