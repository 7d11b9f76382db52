// SPDX-License-Identifier: Apache-2.0
#include "authoring/loop_closure.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "authoring/drawn_numbers.h"
#include "authoring/guide_joint.h"
#include "authoring/placed_element.h"
#include "authoring/pose_edit.h"
#include "compile/catalog.h"
#include "compile/compiled_data.h"
#include "compile/compiled_model.h"

namespace trammel {

namespace {

/// The ways to close a loop that can replace each other, strongest first.
using Alternatives = std::vector<const TypeDescriptor*>;

Alternatives alternativesTo(const Element& closure) {
    const TypeDescriptor* const type = findTypeOf(closure);
    return type ? closureAlternatives(*type) : Alternatives{};
}

Result<Edit> refusedClosure(const std::string& why, const std::string& remedy) {
    Result<Edit> result;
    result.diagnostics.error("Loop", why, remedy);
    return result;
}

/// Consecutive edits; the first failure is kept.
class Chain {
public:
    explicit Chain(const Document& document) { whole_.value = Edit{document, {}, {}, {}, {}}; }
    template <class Verb>
    void then(const Verb& verb) {
        if (whole_) whole_ = verb(whole_->document);
    }
    void set(ElementId id, const std::string& key, const PropertyValue& value) {
        then([&](const Document& d) { return setProperty(d, builtinCatalog(), id, key, value); });
    }
    void plug(ElementId id, const std::string& socket, ElementId target) {
        then([&](const Document& d) { return setReference(d, builtinCatalog(), id, socket, target); });
    }
    /// Exchanges parent and child, keeping the coordinates.
    void reverse(const Element& joint) {
        const TypeDescriptor& type = typeOf(joint);
        const ElementId parent = joint.reference("parent"), child = joint.reference("child");
        plug(joint.id, "parent", child);
        plug(joint.id, "child", parent);
        for (const char* what : {"Point", "PointAnchor", "Orientation"})
            for (const auto& [to, from] : {std::pair("parent", "child"), std::pair("child", "parent")})
                set(joint.id, std::string(to) + what, joint.value(type, std::string(from) + what));
        set(joint.id, "reversed", !joint.valueAs<bool>(type, "reversed"));
    }
    void remove(ElementId id) {
        then([&](const Document& d) { return removeElement(d, builtinCatalog(), id); });
    }
    void add(Element draft) {
        then([&](const Document& d) { return addElement(d, builtinCatalog(), std::move(draft)); });
    }
    const Result<Edit>& result() const { return whole_; }

private:
    Result<Edit> whole_;
};

/// The joint that the constraint @p closure, which has alternatives, can replace: the one with the same motion, otherwise
/// one equivalent in the plane.
const TypeDescriptor& jointLike(const Element& closure) {
    const TypeDescriptor* inPlane = nullptr;
    for (const TypeDescriptor* const type : alternativesTo(closure))
        for (const LoopCounterpart& counterpart : type->loopCounterparts) {
            if (counterpart.constraint != closure.type) continue;
            if (!counterpart.onlyInPlane) return *type;
            if (!inPlane) inPlane = type;
        }
    return *inPlane;
}

/// A joint equivalent to the constraint @p closure, to carry @p carried from @p carrier.
Element makeCarrier(const CompiledModel& model, const State& s, const Element& closure, const ClosureSite& at,
                    const Place& carrier, const Place& carried) {
    const TypeDescriptor& type = jointLike(closure);
    Element joint = Element::draft(type.family, type.key, closure.name);
    plugPlace(joint, type, "parent", carrier);
    plugPlace(joint, type, "child", carried);
    const bool turns = type.role == TypeRole::Revolute;
    const Rotation R_GP = model.calcBodyPose(carrier.body, s).R(), R_GB = model.calcBodyPose(carried.body, s).R();
    const Rotation R_PF = alongAxis(Vec3(R_GP.transpose() * at.axis_G));
    // All except the revolute joint are at zero: their frames coincide.
    const Rotation R_BM = turns ? alongAxis(Vec3(R_GB.transpose() * at.axis_G))
                                : Rotation(Mat33(R_GB.asMat33().transpose() * R_GP.asMat33() * R_PF.asMat33()));
    joint.set("parentOrientation", withoutNoise(R_PF.toBodyXYZ()));
    joint.set("childOrientation", turns ? withoutNoise(R_BM.toBodyXYZ()) : R_BM.toBodyXYZ());
    if (turns) {
        const Vec3 x = Vec3((R_GP * R_PF).transpose() * (R_GB * R_BM).x());
        joint.set("angle", std::atan2(x[1], x[0]));
    }
    return joint;
}

/// The model of @p document if its loops close and it has @p degrees of freedom; otherwise null.
CompiledModelPtr movesAlike(const Document& document, int degrees) {
    const Result<CompiledModelPtr> model = compileDocument(document);
    const bool alike =
        model && (*model)->getAssembly().assembled && (*model)->getMobility().degreesOfFreedom == degrees;
    return alike ? *model : nullptr;
}

/// True if a joint can replace @p closure.
bool hasJointForIt(const CompiledModel& model, const Element& closure) {
    if (closure.family == "joint") return true;
    const auto at = findClosureSite(model, model.getInitialState(), closure.id);
    if (!at || alternativesTo(closure).empty()) return false;
    const bool swap = !at->first.body.isValid();
    Chain chain(model.getDocument());
    Element joint =
        makeCarrier(model, model.getInitialState(), closure, inOnePlane(model, model.getInitialState(), *at),
                    swap ? at->first : at->second, swap ? at->second : at->first);
    joint.set(cutsLoopKey, true);
    chain.remove(closure.id);
    chain.add(std::move(joint));
    return chain.result() && movesAlike(chain.result()->document, model.getMobility().degreesOfFreedom);
}

}  // namespace

Rotation alongAxis(const Vec3& axis_B) {
    const Vec3 z(0, 0, 1);
    const Real cosine = z.dot(axis_B);
    if (cosine > 1 - 1e-12) return {};
    if (cosine < -1 + 1e-12) return Rotation(Pi, Vec3(1, 0, 0));
    return Rotation(std::acos(cosine), Vec3(z.cross(axis_B)));
}

ClosureSite inOnePlane(const CompiledModel& model, const State& s, ClosureSite at) {
    const Real gap = at.axis_G.dot(calcPosition(model, s, at.first) - calcPosition(model, s, at.second));
    at.second.offset =
        withoutNoise(at.second.offset + model.calcBodyPose(at.second.body, s).R().transpose() * Vec3(gap * at.axis_G));
    return at;
}

Element makeClosure(const CompiledModel& model, const State& s, const std::string& family, const std::string& key,
                    const ClosureSite& at) {
    const TypeDescriptor& type = *builtinCatalog().findType(family, key);
    Element draft = Element::draft(family, key);
    const auto axisOn = [&](ElementId body) { return Vec3(model.calcBodyPose(body, s).R().transpose() * at.axis_G); };
    // A revolute joint is at any angle; the frames of all others coincide.
    const Rotation R_GF = alongAxis(at.axis_G);
    const auto orient = [&](const char* property, ElementId body) {
        const Vec3 angles =
            type.role == TypeRole::Revolute
                ? withoutNoise(alongAxis(axisOn(body)).toBodyXYZ())
                : Rotation(Mat33(model.calcBodyPose(body, s).R().asMat33().transpose() * R_GF.asMat33())).toBodyXYZ();
        if (angles.norm() > 0) draft.set(property, angles);
    };
    if (family == "joint") {
        // A joint moves a body, so Ground can only be its parent.
        const bool swap = !at.first.body.isValid();
        const Place& child = swap ? at.second : at.first;
        const Place& parent = swap ? at.first : at.second;
        plugPlace(draft, type, "parent", parent);
        plugPlace(draft, type, "child", child);
        orient("parentOrientation", parent.body);
        orient("childOrientation", child.body);
        draft.set(cutsLoopKey, true);
    } else {
        plugPlace(draft, type, "body1", at.first);
        plugPlace(draft, type, "body2", at.second);
        if (type.findProperty("direction")) draft.set("direction", withoutNoise(axisOn(at.first.body)));
        if (type.findProperty("orientation1")) orient("orientation1", at.first.body);
        if (type.findProperty("orientation2")) orient("orientation2", at.second.body);
    }
    return draft;
}

namespace {

/// Cost of a closure, relative to the open mechanism.
ClosureChoice costOf(const Element& closure, const MobilityReport& open, const MobilityReport& closed) {
    const int redundant = closed.redundantEquations - open.redundantEquations;
    return {closure.family, closure.type, typeOf(closure).label,
            open.degreesOfFreedom - closed.degreesOfFreedom + redundant, redundant};
}

/// @param present the current closure, kept unchanged if it is among the choices
std::vector<ClosureChoice> evaluate(const Document& open, const CompiledModelPtr& openModel, const ClosureSite& at,
                                    const Alternatives& types, const CompiledModel* present = nullptr,
                                    ElementId closure = {}) {
    std::vector<ClosureChoice> choices;
    for (const TypeDescriptor* const type : types) {
        if (present && type == findTypeOf(present->getDocument().get(closure))) {
            choices.push_back(
                costOf(present->getDocument().get(closure), openModel->getMobility(), present->getMobility()));
            continue;
        }
        const Element draft = makeClosure(*openModel, openModel->getInitialState(), type->family, type->key, at);
        const Result<Edit> edit = addElement(open, builtinCatalog(), draft);
        if (!edit) continue;
        const Result<CompiledModelPtr> compiled = compileDocument(edit->document);
        if (compiled) choices.push_back(costOf(draft, openModel->getMobility(), (*compiled)->getMobility()));
    }
    return choices;
}

}  // namespace

std::vector<ClosureChoice> evaluateClosures(const Document& open, const CompiledModelPtr& openModel,
                                            const ClosureSite& at) {
    return evaluate(open, openModel, at, closureAlternatives(typeOf(TypeRole::Revolute)));
}

const ClosureChoice& bestOf(const std::vector<ClosureChoice>& choices) {
    return *std::min_element(choices.begin(), choices.end(),
                             [](const auto& a, const auto& b) { return a.redundant < b.redundant; });
}

std::vector<ClosureChoice> closureChoices(const CompiledModelPtr& current, ElementId closure) {
    if (!current || !current->getDocument().find(closure)) return {};
    const Element& element = current->getDocument().get(closure);
    // A joint in the tree closes nothing.
    if (element.family == "joint" && !current->getData().built->splits.count(closure)) return {};
    const auto at = findClosureSite(*current, current->getInitialState(), closure);
    if (!at) return {};
    const Result<Edit> open = removeElement(current->getDocument(), builtinCatalog(), closure);
    if (!open) return {};
    const Result<CompiledModelPtr> model = compileDocument(open->document);
    if (!model) return {};
    return evaluate(open->document, *model, *at, alternativesTo(element), current.get(), closure);
}

Result<Edit> changeClosure(const CompiledModelPtr& current, ElementId closure, const ClosureChoice& choice) {
    const Element& old = current->getDocument().get(closure);
    if (choice.family == old.family && choice.type == old.type) {
        Result<Edit> same;
        same.value = Edit{current->getDocument(), closure, {}, {}, {}};
        return same;
    }
    const auto at = findClosureSite(*current, current->getInitialState(), closure);
    if (!at) return refusedClosure("'" + old.name + "' does not close a loop at a point.", "Choose another element.");
    Result<Edit> removed = removeElement(current->getDocument(), builtinCatalog(), closure);
    if (!removed) return removed;
    Element draft = makeClosure(*current, current->getInitialState(), choice.family, choice.type,
                                inOnePlane(*current, current->getInitialState(), *at));
    draft.name = old.name;
    return addElement(removed->document, builtinCatalog(), std::move(draft));
}

bool closesLoopOfChoice(const CompiledModel& model, ElementId element) {
    const LoopSides sides = findLoop(model, element);
    if (sides.first.empty() && sides.second.empty()) return false;
    return !alternativesTo(model.getDocument().get(element)).empty();
}

std::vector<ElementId> cutChoices(const CompiledModel& model, ElementId closure) {
    const LoopSides sides = findLoop(model, closure);
    std::vector<ElementId> joints = sides.first;
    joints.insert(joints.end(), sides.second.begin(), sides.second.end());
    if (joints.empty() || !model.getAssembly().assembled || !hasJointForIt(model, model.getDocument().get(closure)))
        return {};
    return joints;
}

Result<Edit> changeCut(const CompiledModelPtr& current, ElementId closure, ElementId cut) {
    const CompiledModel& model = *current;
    const State& s = model.getInitialState();
    const Document& document = model.getDocument();
    const Element old = document.get(closure), opened = document.get(cut);
    const auto choices = cutChoices(model, closure);
    if (std::ranges::find(choices, cut) == choices.end())
        return refusedClosure("The loop cannot be cut at '" + opened.name + "'.", "Choose a joint of the loop.");
    const LoopSides sides = findLoop(model, closure);
    const bool onFirst = std::ranges::find(sides.first, cut) != sides.first.end();
    const std::vector<ElementId>& side = onFirst ? sides.first : sides.second;

    // The body on that side is carried from the other side, with all bodies between it and the cut.
    Chain chain(document);
    chain.then([&](const Document& d) { return setInitialPose(d, builtinCatalog(), model, s); });
    if (old.family == "joint") {
        if (!onFirst) chain.reverse(old);
        chain.set(closure, cutsLoopKey, false);
    } else {
        const ClosureSite at = inOnePlane(model, s, *findClosureSite(model, s, closure));
        chain.remove(closure);
        chain.add(makeCarrier(model, s, old, at, onFirst ? at.second : at.first, onFirst ? at.first : at.second));
    }
    for (auto joint = std::ranges::find(side, cut) + 1; joint != side.end(); ++joint)
        chain.reverse(document.get(*joint));

    // The joint itself always closes the loop; an alternative with fewer redundant equations is better.
    Result<Edit> best;
    int least = 0;
    const auto consider = [&](const Chain& way, ElementId closedBy) {
        const auto closed =
            way.result() ? movesAlike(way.result()->document, model.getMobility().degreesOfFreedom) : nullptr;
        if (!closed || (best && closed->getMobility().redundantEquations >= least)) return;
        least = closed->getMobility().redundantEquations;
        best = way.result();
        if (closedBy.isValid()) best->element = closedBy;
    };
    Chain itself = chain;
    itself.set(cut, cutsLoopKey, true);
    consider(itself, cut);
    const auto at = findClosureSite(model, s, cut);
    if (at && document.dependentsOf(cut).empty() && !(best && least == 0)) {
        chain.remove(cut);
        for (const TypeDescriptor* const type : alternativesTo(opened)) {
            if (type == findTypeOf(opened)) continue;
            Chain way = chain;
            Element draft = makeClosure(model, s, type->family, type->key, *at);
            draft.name = opened.name;
            way.add(std::move(draft));
            consider(way, {});
        }
    }
    return best ? best : refusedClosure("The loop cannot be closed at '" + opened.name + "'.", "Choose another joint.");
}

namespace {

/// The body that has a guide, and those that carry it.
std::set<ElementId> bodiesOnSideOfGuide(const CompiledModel& model, const Element& guide) {
    const Document& document = model.getDocument();
    const bool isReversed = guide.valueAs<bool>(typeOf(guide), "reversed");
    std::set<ElementId> bodies;
    for (ElementId body = guide.reference(isReversed ? "child" : "parent");
         body.isValid() && bodies.insert(body).second;) {
        const ElementId joint = carrierOf(document, body);
        body = joint.isValid() && joint != guide.id ? document.get(joint).reference("parent") : ElementId();
    }
    return bodies;
}

}  // namespace

std::optional<Edit> findLessRedundant(const CompiledModelPtr& current, ElementId closure) {
    // Each requires a compilation.
    constexpr int mostCuts = 4;
    const MobilityReport& now = current->getMobility();
    std::optional<Edit> best;
    int least = now.redundantEquations;
    const auto consider = [&](Result<Edit> way) {
        const Result<CompiledModelPtr> after = way ? compileDocument(way->document) : Result<CompiledModelPtr>{};
        if (!after || !(*after)->getAssembly().assembled) return;
        const MobilityReport& then = (*after)->getMobility();
        if (then.degreesOfFreedom != now.degreesOfFreedom || then.redundantEquations >= least) return;
        least = then.redundantEquations;
        best = std::move(*way);
    };
    const std::vector<ClosureChoice> choices = closureChoices(current, closure);
    if (!choices.empty()) consider(changeClosure(current, closure, bestOf(choices)));
    // Preferably not at Ground, where motors are.
    std::vector<ElementId> joints = cutChoices(*current, closure);
    // The pin that runs in a guide is driven more often than the body that has the guide.
    if (const Element& guide = current->getDocument().get(closure); isGuide(typeOf(guide))) {
        const std::set<ElementId> bodies = bodiesOnSideOfGuide(*current, guide);
        std::erase_if(joints, [&](ElementId joint) {
            return !bodies.contains(current->getDocument().get(joint).reference("child"));
        });
    }
    // clang 14 does not compile ranges::stable_partition() with libstdc++ 12.
    std::stable_partition(joints.begin(), joints.end(), [&](ElementId joint) {
        return current->getDocument().get(joint).reference("parent").isValid();
    });
    int tried = 0;
    for (const ElementId joint : joints) {
        if (least == 0 || tried == mostCuts) break;
        // Only if there is an alternative to the joint itself.
        if (alternativesTo(current->getDocument().get(joint)).empty()) continue;
        ++tried;
        consider(changeCut(current, closure, joint));
    }
    return best;
}

}  // namespace trammel
