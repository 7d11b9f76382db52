// SPDX-License-Identifier: Apache-2.0
#include "authoring/fixes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "authoring/density.h"
#include "authoring/displace.h"
#include "authoring/drawn_numbers.h"
#include "authoring/edit_series.h"
#include "authoring/joint_type.h"
#include "authoring/link_edit.h"
#include "authoring/placed_element.h"
#include "authoring/pose_drag.h"
#include "authoring/pose_edit.h"
#include "authoring/touch_edit.h"
#include "base/numerical_failure.h"
#include "compile/catalog.h"
#include "compile/compiled_data.h"
#include "compile/compiled_model.h"
#include "compile/coordinates.h"
#include "compile/integrator_choice.h"
#include "compile/length_text.h"
#include "compile/pose_checks.h"
#include "document/unknown_keys.h"

namespace trammel {

namespace {

/// The document with updated initial pose, if its loops close.
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

/// For a slot that also holds its point in the plane of the loop, as the pins already do: constrains only the direction
/// across the slot.
void appendSlot(const CompiledModelPtr& model, ElementId element, std::vector<Fix>& fixes) {
    const Document& document = model->getDocument();
    const State& s = model->getInitialState();
    const Element& slot = document.get(element);
    if (slot.family != "constraint") return;
    const auto normal_G = findSlotNormal(*model, s, element);
    if (!normal_G) return;
    const TypeDescriptor& type = typeOf(TypeRole::PointInPlane);
    const ClosureSite at = *findClosureSite(*model, s, element);
    const Vec3 normal = model->calcBodyPose(at.first.body, s).R().transpose() * *normal_G;
    Element plane = Element::draft(type.family, type.key, slot.name);
    plugPlace(plane, type, "body2", at.second);
    plane.plug("body1", at.first.body);
    plane.set("normal", withoutNoise(normal));
    plane.set("height", normal.dot(calcStation(document, at.first)));
    sortByDescriptor(plane, type);
    const Result<Edit> removed = removeElement(document, builtinCatalog(), element);
    const Result<Edit> edit =
        removed ? addElement(removed->document, builtinCatalog(), std::move(plane)) : Result<Edit>{};
    const Result<CompiledModelPtr> after = edit ? compileDocument(edit->document) : Result<CompiledModelPtr>{};
    if (after && (*after)->getAssembly().assembled &&
        (*after)->getMobility().degreesOfFreedom == model->getMobility().degreesOfFreedom &&
        (*after)->getMobility().redundantEquations < model->getMobility().redundantEquations)
        fixes.push_back({"Close '" + slot.name + "' with " + type.label, edit->document});
}

/// Other joints at which to cut the loop closed by @p element, if nothing is redundant then.
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

/// The document with @p constraint disabled; empty if it cannot be disabled.
std::optional<Document> withDisabled(const Document& document, ElementId constraint) {
    const Element& e = document.get(constraint);
    const TypeDescriptor* const type = findTypeOf(e);
    if (!type || !type->findProperty("enabled")) return std::nullopt;
    const Result<Edit> edit = setProperty(document, builtinCatalog(), constraint, "enabled", false);
    return edit ? std::optional(edit->document) : std::nullopt;
}

/// Disables all constraints named together in the report, if then nothing is redundant and the motion stays the same.
void appendAllRedundant(const CompiledModelPtr& model, ElementId element, std::vector<Fix>& fixes) {
    const MobilityReport& mobility = model->getMobility();
    const std::vector<std::string>& names = mobility.redundantConstraints;
    Document document = model->getDocument();
    if (names.size() < 2 || std::ranges::find(names, document.get(element).name) == names.end()) return;
    for (const std::string& name : names) {
        const Element* const constraint = document.findByName(name);
        const auto open = constraint ? withDisabled(document, constraint->id) : std::nullopt;
        if (!open) return;
        document = *open;
    }
    const Result<CompiledModelPtr> without = compileDocument(document);
    if (!without || (*without)->getMobility().redundantEquations > 0 ||
        (*without)->getMobility().degreesOfFreedom != mobility.degreesOfFreedom)
        return;
    const std::string label = names.size() == 2
                                  ? "Disable '" + names[0] + "' and '" + names[1] + "'"
                                  : "Disable all " + std::to_string(names.size()) + " redundant constraints";
    fixes.push_back({label, document});
}

void appendRedundant(const CompiledModelPtr& model, ElementId element, std::vector<Fix>& fixes) {
    appendAllRedundant(model, element, fixes);
    std::set<ElementId> done;
    for (const MobilityReport::RedundantSet& set : model->getMobility().redundantSets) {
        if (std::find(set.constraints.begin(), set.constraints.end(), element) == set.constraints.end()) continue;
        for (ElementId id : set.constraints) {
            if (!model->getDocument().find(id) || !done.insert(id).second) continue;
            const auto open = withDisabled(model->getDocument(), id);
            if (!open) continue;
            // A fix must not remove a degree of freedom.
            const Result<CompiledModelPtr> without = compileDocument(*open);
            if (without && (*without)->getMobility().degreesOfFreedom == model->getMobility().degreesOfFreedom)
                fixes.push_back({"Disable '" + model->getDocument().get(id).name + "'", *open});
        }
    }
}

/// The document with @p element disabled or unlocked, with its label; empty if that is impossible.
std::optional<Fix> release(const Document& document, ElementId element) {
    const Element& e = document.get(element);
    if (e.family != "joint") {
        const auto off = withDisabled(document, element);
        return off ? std::optional(Fix{"Disable '" + e.name + "'", *off}) : std::nullopt;
    }
    const Result<Edit> free = setProperty(document, builtinCatalog(), element, "locked", std::nullopt);
    if (!free || free->document.sharesContentWith(document)) return std::nullopt;
    return Fix{"Unlock '" + e.name + "'", free->document};
}

bool isNew(const Fix& fix, const std::vector<Fix>& fixes) {
    return std::ranges::find(fixes, fix.label, &Fix::label) == fixes.end();
}

/// Releases each conflicting element except @p present, if that reduces the conflict.
void appendConflicting(const CompiledModelPtr& model, ElementId present, std::vector<Fix>& fixes,
                       const std::function<bool()>& isStopped) {
    const std::vector<ElementId> all = findConflicting(*model);
    std::vector<ElementId> candidates = all;
    // An unsatisfiable constraint may conflict with any other.
    constexpr std::size_t most = 8;
    if (!model->getAssembly().assembled)
        for (const auto& [id, index] : model->getData().built->constraints)
            if (candidates.size() < most && std::ranges::find(candidates, id) == candidates.end())
                candidates.push_back(id);
    for (const ElementId id : candidates) {
        if (isStopped && isStopped()) return;
        if (id == present) continue;
        const std::optional<Fix> released = release(model->getDocument(), id);
        if (!released || !isNew(*released, fixes)) continue;
        const Result<CompiledModelPtr> after = compileDocument(released->document);
        if (after && (*after)->getAssembly().assembled && findConflicting(**after).size() < all.size())
            fixes.push_back(*released);
    }
}

/// Motors that can be disabled and joints that can be unlocked where there are too many, the selected one first.
void appendMotors(const CompiledModelPtr& model, ElementId element, std::vector<Fix>& fixes) {
    const Document& document = model->getDocument();
    std::vector<ElementId> holding = document.elementsOf("motion");
    const std::vector<ElementId> locked = findLockedJoints(document);
    holding.insert(holding.end(), locked.begin(), locked.end());
    const auto asked = std::ranges::find(holding, element);
    if (asked == holding.end()) return;
    std::rotate(holding.begin(), asked, asked + 1);
    for (const ElementId id : holding)
        if (const std::optional<Fix> released = release(document, id); released && isNew(*released, fixes))
            fixes.push_back(*released);
}

/// The coordinates of all joints in the initial pose, if the loops moved @p element away from its given ones.
void appendDisplayedPose(const CompiledModelPtr& model, ElementId element, std::vector<Fix>& fixes) {
    const State& s = model->getInitialState();
    if (std::ranges::count(findDisplaced(*model, s), element, &DisplacedJoint::joint) == 0) return;
    const Result<Edit> edit = setInitialPose(model->getDocument(), builtinCatalog(), *model, s);
    if (edit) fixes.push_back({"Use the displayed pose", edit->document});
}

/// A motor and the lock of its joint, which conflict.
void appendHeldMotor(const CompiledModelPtr& model, ElementId element, std::vector<Fix>& fixes) {
    const Document& document = model->getDocument();
    const ElementId joint =
        document.get(element).family == "motion" ? document.get(element).reference("joint") : ElementId{};
    if (std::ranges::count(findLockedJoints(document), joint) == 0) return;
    for (const ElementId id : {joint, element})
        if (const std::optional<Fix> released = release(document, id)) fixes.push_back(*released);
}

/// Aligns the pin with the plane of its loop: with the bodies it carries, or by itself.
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
            const auto repaired = edit ? assembled(edit->document) : std::nullopt;
            const Result<CompiledModelPtr> after = repaired ? compileDocument(*repaired) : Result<CompiledModelPtr>{};
            if (!after) continue;
            const auto still = findTiltedPins(**after, (*after)->getInitialState());
            if (std::ranges::any_of(still, [&](const TiltedPin& each) { return each.pin == element; })) continue;
            fixes.push_back({"Align '" + joint.name + "' with the plane", *repaired});
            return;
        }
    }
}

/// For a pin of a mechanism that cannot move: the joint that only turns, with the fewest remaining degrees of freedom.
void appendFreerJoint(const CompiledModelPtr& model, ElementId element, std::vector<Fix>& fixes,
                      const std::function<bool()>& isStopped) {
    const Document& document = model->getDocument();
    const Element& pin = document.get(element);
    if (model->getMobility().degreesOfFreedom > 0 || model->getMobility().loops == 0) return;
    if (!hasRole(pin, TypeRole::Revolute)) return;
    const auto isTravel = [](const PropertyDescriptor& property) {
        return property.quantity == Quantity::Length && property.invalidates == Stage::Position;
    };
    std::optional<Fix> best;
    int least = std::numeric_limits<int>::max();
    for (const TypeDescriptor* const type : jointTypesFor(builtinCatalog(), pin)) {
        if (isStopped && isStopped()) return;
        if (std::ranges::any_of(type->properties, isTravel) || type->key == pin.type) continue;
        const Result<Edit> changed =
            changeJointType(document, builtinCatalog(), *model, model->getInitialState(), {element}, type->key);
        const Result<CompiledModelPtr> freed =
            changed ? compileDocument(changed->document) : Result<CompiledModelPtr>{};
        if (!freed || !(*freed)->getAssembly().assembled) continue;
        const MobilityReport& mobility = (*freed)->getMobility();
        if (mobility.degreesOfFreedom <= 0 || mobility.degreesOfFreedom >= least) continue;
        least = mobility.degreesOfFreedom;
        best = Fix{"Change '" + pin.name + "' to " + type->label, changed->document};
    }
    if (best) fixes.push_back(*best);
}

void appendStops(const CompiledModelPtr& model, ElementId element, std::vector<Fix>& fixes) {
    for (const BeyondStop& beyond : findBeyondStops(*model, model->getInitialState()))
        if (beyond.joint == element)
            if (const Result<Edit> edit =
                    setCoordinate(model->getDocument(), builtinCatalog(), *model, element, beyond.key, beyond.stop))
                fixes.push_back({"Snap '" + model->getDocument().get(element).name + "' back inside", edit->document});
}

/// For a contact with so much friction that most integrators take very short steps: the integrator for stiff equations.
void appendStiffIntegrator(const CompiledModelPtr& model, ElementId element, std::vector<Fix>& fixes) {
    const Document& document = model->getDocument();
    if (!hasStiffFriction(document, element) || choosesStiffIntegrator(document)) return;
    EditSeries edits(document);
    const std::vector<ElementId> all = document.elementsOf("settings");
    const TypeDescriptor& type = *builtinCatalog().typesOf("settings").front();
    const ElementId settings = all.empty() ? edits.addElement(Element::draft(type.family, type.key)) : all.front();
    edits.set(settings, "integrator", std::string(stiffIntegrator()));
    if (const Result<Edit> edit = edits.take())
        fixes.push_back({"Use " + builtinCatalog().findType("integrator", stiffIntegrator())->label, edit->document});
}

/// Mass for a body that requires it: steel, or one kilogram.
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

/// True for an element that is a part of the System once it is built.
bool isOfSystem(const Element& e) {
    return e.family == "joint" || e.family == "constraint" || e.family == "force" || e.family == "motion";
}

bool isBuilt(const CompiledModel& model, ElementId element) {
    const BuiltSystem& built = *model.getData().built;
    return built.joints.count(element) || built.constraints.count(element) || built.forceIndices.count(element) ||
           built.motions.count(element);
}

/// Replaces the free @p joints by pins about z at the origins of their bodies, and reconnects to the pins the elements that
/// could not be built; empty if these still cannot, or if anything else would be lost.
std::optional<Document> withPins(const CompiledModelPtr& model, const std::set<ElementId>& joints,
                                 const std::function<bool()>& isStopped) {
    const Document& document = model->getDocument();
    EditSeries edits(document);
    std::vector<Element> broken;
    // A joint on which nothing depends gives way to the pin.
    for (const ElementId joint : joints)
        for (const ElementId user : document.dependentsOf(joint)) {
            if (!edits.document().find(user) || !isOfSystem(document.get(user)) || isBuilt(*model, user)) continue;
            broken.push_back(document.get(user));
            Result<Edit> removed = removeElement(edits.document(), builtinCatalog(), user);
            // Its own dependents, and formulas that use it, would not be restored.
            const bool isAlone = removed && removed->removed.size() == 1 && removed->disconnected.empty();
            if (!isAlone || !removed.diagnostics.empty()) return std::nullopt;
            edits.add(std::move(removed));
        }
    for (const ElementId joint : joints) {
        if (isStopped && isStopped()) return std::nullopt;
        const ElementId body = document.get(joint).reference("child");
        if (floatingJointOf(edits.document(), body) != joint) return std::nullopt;
        const Transform X_GB = model->calcBodyPose(body, model->getInitialState());
        const Result<CompiledModelPtr> now = compileDocument(edits.document());
        Result<PlacedElement> pin;
        if (now)
            pin = addPlacedElement(
                edits.document(), *now, typeOf(TypeRole::Revolute),
                {{"parent", Place{{}, "origin", X_GB.p()}}, {"child", Place{body, "origin", Vec3(0.)}}}, X_GB.R().z());
        if (!pin) return std::nullopt;
        for (Element& e : broken)
            for (Element::Reference& reference : e.references)
                if (reference.target == joint) reference.target = pin->edit.element;
        edits.add({std::move(pin->edit), {}});
    }
    std::vector<ElementId> restored;
    for (Element& e : broken) {
        e.id = {};
        const ElementId parent = e.parent;
        restored.push_back(edits.addElement(std::move(e), parent));
    }
    if (!edits.isValid()) return std::nullopt;
    const Result<CompiledModelPtr> pinned = compileDocument(edits.document());
    const auto isRestored = [&](ElementId id) { return isBuilt(**pinned, id); };
    if (!pinned || !(*pinned)->getAssembly().assembled || !std::ranges::all_of(restored, isRestored))
        return std::nullopt;
    return edits.document();
}

/// Pins the floating bodies on whose free joints an element cannot be built, such as the gears of a pair.
void appendPins(const CompiledModelPtr& model, ElementId element, std::vector<Fix>& fixes,
                const std::function<bool()>& isStopped) {
    const Document& document = model->getDocument();
    std::set<ElementId> floating;
    std::string names;
    for (const auto& [socket, joint] : document.get(element).references) {
        const Element* const free = document.find(joint);
        if (!free || !hasRole(*free, TypeRole::FreeMotion) || !floating.insert(joint).second) continue;
        if (const Element* const body = document.find(free->reference("child")))
            names += (names.empty() ? "'" : " and '") + body->name + "'";
    }
    if (floating.empty()) return;
    if (const auto pinned = withPins(model, floating, isStopped)) fixes.push_back({"Pin " + names, *pinned});
}

/// Pins what an element that cannot be built acts on, or deletes it.
void appendRemoval(const CompiledModelPtr& model, ElementId element, std::vector<Fix>& fixes,
                   const std::function<bool()>& isStopped) {
    const Document& document = model->getDocument();
    const Element& e = document.get(element);
    if (isBuilt(*model, element) || !isOfSystem(e)) return;
    appendPins(model, element, fixes, isStopped);
    if (const Result<Edit> edit = removeElement(document, builtinCatalog(), element))
        fixes.push_back({"Delete '" + e.name + "'", edit->document});
}

/// Candidate lengths of a bar whose loop has the closure gap @p gap, best first: those with which the crank of a
/// four-bar turns fully; others differ by a little more than the gap. Multiples of 10 mm.
std::vector<Real> lengthsToTry(ElementId bar, Real length, Real gap, const std::optional<LoopShortage>& shortage) {
    constexpr Real step = 0.01, clearance = 1.2;
    std::vector<Real> lengths;
    if (shortage)
        for (const LoopShortage::Turning& range : shortage->turning) {
            if (range.body != bar) continue;
            const Real middle = (range.least + range.most) / 2;
            const Real wanted = range.least > 0 ? std::min(clearance * range.least, middle) : middle;
            lengths.push_back(std::round(wanted / step) * step);
            if (lengths.back() <= range.least || lengths.back() >= range.most) lengths.pop_back();
        }
    for (const Real factor : {clearance, 2., 4.}) lengths.push_back(std::ceil((length + factor * gap) / step) * step);
    for (const Real factor : {clearance, 2.}) lengths.push_back(std::floor((length - factor * gap) / step) * step);
    std::erase_if(lengths, [](Real tried) { return tried < step / 2; });
    return lengths;
}

/// Bars whose length allows closing the loop, each with its best length.
void appendLengths(const CompiledModelPtr& model, ElementId closure, std::vector<Fix>& fixes,
                   const std::function<bool()>& isStopped) {
    const Document& document = model->getDocument();
    const Real gap = model->getAssembly().worstError;
    const std::optional<LoopShortage> shortage = findShortage(*model, model->getInitialState(), closure);
    for (ElementId id : document.elementsOf("body")) {
        const Element& bar = document.get(id);
        const TypeDescriptor* const type = findTypeOf(bar);
        const PropertyDescriptor* const property = type ? type->findProperty("length") : nullptr;
        if (!property || property->kind != ValueKind::Real) continue;
        for (const Real length : lengthsToTry(id, bar.valueAs<Real>(*type, "length"), gap, shortage)) {
            if (isStopped && isStopped()) return;
            const Result<Edit> edit = setProperty(document, builtinCatalog(), id, "length", length);
            const auto closed = edit ? assembled(edit->document) : std::nullopt;
            if (!closed) continue;
            fixes.push_back({"Set " + bar.name + " to " + lengthText(length), *closed});
            break;
        }
    }
}

void appendOverlaps(const CompiledModel& model, ElementId element, std::vector<Fix>& fixes) {
    const Result<Edit> apart = keepOverlapsApart(model, element);
    if (apart && !apart->document.sharesContentWith(model.getDocument()))
        fixes.push_back({"Let them pass through each other", apart->document});
}

}  // namespace

std::vector<ElementId> findConflicting(const CompiledModel& model) {
    constexpr Real agreement = 1e-6;
    const BuiltSystem& built = *model.getData().built;
    const Document& document = model.getDocument();
    // Its own: other threads read the initial State.  NOLINTNEXTLINE(performance-unnecessary-copy-initialization)
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
                // Only its own bodies can interfere.
                const Vector errors = built.matter->getQErr(s);
                Eigen::Index worst = 0;
                errors.cwiseAbs().maxCoeff(&worst);
                if (const ConstraintIndex c = built.matter->findConstraintOfQErr(s, int(worst)); c.isValid())
                    add(built.matter->getConstraint(c).getElementId());
            }
            if (!all.empty()) break;
        }
    } catch (const NumericalFailure&) {
        // Accelerations are not available: no decision.
    }
    return all;
}

std::vector<Fix> findFixes(const CompiledModelPtr& model, ElementId element, const std::function<bool()>& isStopped) {
    std::vector<Fix> fixes;
    if (!model || !model->getDocument().find(element)) return fixes;
    for (Fix& fix : findKeyFixes(model->getDocument(), builtinCatalog(), element)) fixes.push_back(std::move(fix));
    appendMass(model, element, fixes);
    appendRemoval(model, element, fixes, isStopped);
    appendAlignment(model, element, fixes);
    if (!model->getAssembly().assembled) {
        appendLengths(model, element, fixes, isStopped);
        if (const auto open = withDisabled(model->getDocument(), element))
            fixes.push_back({"Leave '" + model->getDocument().get(element).name + "' open", *open});
        appendConflicting(model, element, fixes, isStopped);
        return fixes;
    }
    appendFreerJoint(model, element, fixes, isStopped);
    appendStops(model, element, fixes);
    appendStiffIntegrator(model, element, fixes);
    appendOverlaps(*model, element, fixes);
    appendDisplayedPose(model, element, fixes);
    appendHeldMotor(model, element, fixes);
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
