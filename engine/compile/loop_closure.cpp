// SPDX-License-Identifier: Apache-2.0
#include "compile/loop_closure.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "compile/catalog.h"
#include "compile/compiled_data.h"
#include "compile/compiler.h"
#include "compile/drawn_numbers.h"
#include "compile/pose_edit.h"

namespace trammel {

namespace {

/// Of what kind a planar pin's place may be taken, the strongest first.
struct Closure {
    const char *family, *type;
};
constexpr Closure closures[] = {{"joint", "pin"}, {"constraint", "ball"}, {"constraint", "pointOnLine"}};

/// The orientation on @p body with z along @p axis_G, as angles.
Vec3 anglesAlong(const CompiledModel& model, const State& s, ElementId body, const Vec3& axis_G) {
    return withoutNoise(alongAxis(Vec3(model.calcBodyPose(body, s).R().transpose() * axis_G)).toBodyXYZ());
}

Result<Edit> refusedClosure(const std::string& why, const std::string& remedy) {
    Result<Edit> result;
    result.diagnostics.error("Loop", why, remedy);
    return result;
}

/// The joints that carry bodies in the tree, by body.
std::map<ElementId, ElementId> carriersOf(const CompiledModel& model) {
    const BuiltSystem& built = *model.getData().built;
    std::map<ElementId, ElementId> carriers;
    for (const auto& [joint, index] : built.joints)
        if (!built.splits.count(joint)) carriers[model.getDocument().get(joint).reference("child")] = joint;
    return carriers;
}

/// From a body to Ground.
std::vector<ElementId> carriersFrom(const Document& document, const std::map<ElementId, ElementId>& carriers,
                                    ElementId body) {
    std::vector<ElementId> joints;
    for (auto joint = carriers.find(body); joint != carriers.end(); joint = carriers.find(body)) {
        joints.push_back(joint->second);
        body = document.get(joint->second).reference("parent");
    }
    return joints;
}

/// The two bodies that a closure joins; none for what closes no loop.
std::optional<std::pair<ElementId, ElementId>> bodiesOf(const CompiledModel& model, const Element& closure) {
    if (closure.family == "joint") {
        if (!model.getData().built->splits.count(closure.id)) return std::nullopt;
        return std::pair(closure.reference("child"), closure.reference("parent"));
    }
    const TypeDescriptor* const type = findTypeOf(closure);
    if (!type || !type->findSocket("body1") || !type->findSocket("body2")) return std::nullopt;
    return std::pair(closure.reference("body1"), closure.reference("body2"));
}

/// Edits one after the other; the first refusal stays.
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
    void reverse(const Element& joint);
    const Result<Edit>& result() const { return whole_; }

private:
    Result<Edit> whole_;
};

/// Parent and child exchanged, and the coordinates as they were.
void Chain::reverse(const Element& joint) {
    const TypeDescriptor& type = typeOf(joint);
    const ElementId parent = joint.reference("parent"), child = joint.reference("child");
    plug(joint.id, "parent", child);
    plug(joint.id, "child", parent);
    for (const char* what : {"Point", "PointAnchor", "Orientation"})
        for (const auto& [to, from] : {std::pair("parent", "child"), std::pair("child", "parent")})
            set(joint.id, std::string(to) + what, joint.value(type, std::string(from) + what));
    set(joint.id, "reversed", !joint.valueAs<bool>(type, "reversed"));
}

}  // namespace

Rotation alongAxis(const Vec3& axis_B) {
    const Vec3 z(0, 0, 1);
    const Real cosine = z.dot(axis_B);
    if (cosine > 1 - 1e-12) return {};
    if (cosine < -1 + 1e-12) return Rotation(Pi, Vec3(1, 0, 0));
    return Rotation(std::acos(cosine), Vec3(z.cross(axis_B)));
}

std::optional<Meeting> findMeeting(const CompiledModel& model, const State& s, ElementId id) {
    const Element& closure = model.getDocument().get(id);
    const TypeDescriptor& type = typeOf(closure);
    const bool isJoint = closure.family == "joint";
    const std::string first = isJoint ? "child" : "body1", second = isJoint ? "parent" : "body2";
    const auto place = [&](const std::string& socket) -> std::optional<Place> {
        const auto key = pointPropertyOf(type, socket);
        if (!key) return std::nullopt;
        return Place{closure.reference(socket), closure.valueAs<std::string>(type, *key + "Anchor"),
                     closure.valueAs<Vec3>(type, *key)};
    };
    const auto a = place(first), b = place(second);
    if (!a || !b) return std::nullopt;
    Meeting at{*a, *b, Vec3(0, 0, 1)};
    if (isJoint)
        at.axis_G = model.findJointFrame(closure.id, s).value_or(Transform()).R().z();
    else if (type.findProperty("direction"))
        at.axis_G = model.calcBodyPose(a->body, s).R() * closure.valueAs<Vec3>(type, "direction").normalized();
    else
        // Nothing says about what it turns: as the pins do, which stand on z of their links.
        at.axis_G = model.calcBodyPose(a->body, s).R().z();
    return at;
}

Meeting inOnePlane(const CompiledModel& model, const State& s, Meeting at) {
    const Real gap = at.axis_G.dot(calcPosition(model, s, at.first) - calcPosition(model, s, at.second));
    at.second.offset =
        withoutNoise(at.second.offset + model.calcBodyPose(at.second.body, s).R().transpose() * Vec3(gap * at.axis_G));
    return at;
}

Element makeClosure(const CompiledModel& model, const State& s, const std::string& family, const std::string& key,
                    const Meeting& at) {
    const TypeDescriptor& type = *builtinCatalog().findType(family, key);
    Element draft = Element::draft(family, key);
    const auto axisOn = [&](ElementId body) { return Vec3(model.calcBodyPose(body, s).R().transpose() * at.axis_G); };
    if (family == "joint") {
        // A joint moves a body, so Ground can only be its parent.
        const bool swap = !at.first.body.isValid();
        const Place& child = swap ? at.second : at.first;
        const Place& parent = swap ? at.first : at.second;
        plugPlace(draft, type, "parent", parent);
        plugPlace(draft, type, "child", child);
        const auto orient = [&](const char* property, ElementId body) {
            const Vec3 angles = withoutNoise(alongAxis(axisOn(body)).toBodyXYZ());
            if (angles.norm() > 0) draft.set(property, angles);
        };
        orient("parentOrientation", parent.body);
        orient("childOrientation", child.body);
    } else {
        plugPlace(draft, type, "body1", at.first);
        plugPlace(draft, type, "body2", at.second);
        if (type.findProperty("direction")) draft.set("direction", withoutNoise(axisOn(at.first.body)));
    }
    return draft;
}

std::vector<ClosureChoice> evaluateClosures(const Document& open, const CompiledModelPtr& openModel,
                                            const Meeting& at) {
    const TypeCatalog& catalog = builtinCatalog();
    const MobilityReport& before = openModel->getMobility();
    std::vector<ClosureChoice> choices;
    for (const Closure& closure : closures) {
        const Result<Edit> edit = addElement(
            open, catalog, makeClosure(*openModel, openModel->getInitialState(), closure.family, closure.type, at));
        if (!edit) continue;
        const Result<CompiledModelPtr> compiled = compileDocument(edit->document);
        if (!compiled) continue;
        const MobilityReport& after = (*compiled)->getMobility();
        const int redundant = after.redundantEquations - before.redundantEquations;
        choices.push_back({closure.family, closure.type, catalog.findType(closure.family, closure.type)->label,
                           before.degreesOfFreedom - after.degreesOfFreedom + redundant, redundant});
    }
    return choices;
}

const ClosureChoice& bestOf(const std::vector<ClosureChoice>& choices) {
    return *std::min_element(choices.begin(), choices.end(),
                             [](const auto& a, const auto& b) { return a.redundant < b.redundant; });
}

std::vector<ClosureChoice> closureChoices(const CompiledModelPtr& current, ElementId closure) {
    if (!current || !current->getDocument().find(closure)) return {};
    const Element& element = current->getDocument().get(closure);
    // A joint that carries a body closes nothing.
    if (element.family == "joint" && !current->getData().built->splits.count(closure)) return {};
    const auto at = findMeeting(*current, current->getInitialState(), closure);
    if (!at) return {};
    const Result<Edit> open = removeElement(current->getDocument(), builtinCatalog(), closure);
    if (!open) return {};
    const Result<CompiledModelPtr> model = compileDocument(open->document);
    return model ? evaluateClosures(open->document, *model, *at) : std::vector<ClosureChoice>{};
}

Result<Edit> changeClosure(const CompiledModelPtr& current, ElementId closure, const ClosureChoice& choice) {
    const Element& old = current->getDocument().get(closure);
    const auto at = findMeeting(*current, current->getInitialState(), closure);
    if (!at) return refusedClosure("'" + old.name + "' does not close a loop at a point.", "Choose another element.");
    Result<Edit> removed = removeElement(current->getDocument(), builtinCatalog(), closure);
    if (!removed) return removed;
    Element draft = makeClosure(*current, current->getInitialState(), choice.family, choice.type,
                                inOnePlane(*current, current->getInitialState(), *at));
    draft.name = old.name;
    return addElement(removed->document, builtinCatalog(), std::move(draft));
}

LoopSides findLoop(const CompiledModel& model, ElementId id) {
    const Element* const closure = model.getDocument().find(id);
    const auto bodies = closure ? bodiesOf(model, *closure) : std::nullopt;
    if (!bodies) return {};
    const auto carriers = carriersOf(model);
    LoopSides sides{carriersFrom(model.getDocument(), carriers, bodies->first),
                    carriersFrom(model.getDocument(), carriers, bodies->second)};
    // What both have in common towards Ground is no part of the loop.
    while (!sides.first.empty() && !sides.second.empty() && sides.first.back() == sides.second.back()) {
        sides.first.pop_back();
        sides.second.pop_back();
    }
    std::ranges::reverse(sides.first);
    std::ranges::reverse(sides.second);
    return sides;
}

std::vector<ElementId> cutChoices(const CompiledModel& model, ElementId closure) {
    const Document& document = model.getDocument();
    const LoopSides sides = findLoop(model, closure);
    if (!model.getAssembly().assembled || !findMeeting(model, model.getInitialState(), closure)) return {};
    std::vector<ElementId> joints = sides.first;
    joints.insert(joints.end(), sides.second.begin(), sides.second.end());
    std::erase_if(joints, [&](ElementId joint) {
        return document.get(joint).type != "pin" || !document.dependentsOf(joint).empty();
    });
    return joints;
}

Result<Edit> changeCut(const CompiledModelPtr& current, ElementId closure, ElementId cut) {
    const CompiledModel& model = *current;
    const State& s = model.getInitialState();
    const Document& document = model.getDocument();
    const Element old = document.get(closure), opened = document.get(cut);
    const auto choices = cutChoices(model, closure);
    if (std::ranges::find(choices, cut) == choices.end())
        return refusedClosure("The loop cannot be cut at '" + opened.name + "'.", "Choose a pin of the loop.");
    const LoopSides sides = findLoop(model, closure);
    const bool onFirst = std::ranges::find(sides.first, cut) != sides.first.end();
    const std::vector<ElementId>& side = onFirst ? sides.first : sides.second;
    const Meeting meeting = inOnePlane(model, s, *findMeeting(model, s, closure));
    const Place& carried = onFirst ? meeting.first : meeting.second;
    const Place& carrier = onFirst ? meeting.second : meeting.first;

    // The end of that side is carried from the other one, and all between there and the cut from it.
    Chain chain(document);
    if (old.family != "joint" || !onFirst) {
        chain.then([&](const Document& d) { return removeElement(d, builtinCatalog(), closure); });
        const TypeDescriptor& type = *builtinCatalog().findType("joint", "pin");
        Element pin = Element::draft("joint", "pin", old.name);
        plugPlace(pin, type, "parent", carrier);
        plugPlace(pin, type, "child", carried);
        pin.set("parentOrientation", anglesAlong(model, s, carrier.body, meeting.axis_G));
        pin.set("childOrientation", anglesAlong(model, s, carried.body, meeting.axis_G));
        const Rotation R_GF = model.calcBodyPose(carrier.body, s).R() *
                              Rotation::fromBodyXYZ(std::get<Vec3>(*pin.findExplicit("parentOrientation")));
        const Rotation R_GM = model.calcBodyPose(carried.body, s).R() *
                              Rotation::fromBodyXYZ(std::get<Vec3>(*pin.findExplicit("childOrientation")));
        const Vec3 x = Vec3(R_GF.transpose() * R_GM.x());
        pin.set("angle", std::atan2(x[1], x[0]));
        chain.then([&](const Document& d) { return addElement(d, builtinCatalog(), std::move(pin)); });
    }
    const auto reversed = std::ranges::find(side, cut) + 1;
    const auto at = findMeeting(model, s, cut);
    chain.then([&](const Document& d) { return removeElement(d, builtinCatalog(), cut); });
    for (auto joint = reversed; joint != side.end(); ++joint) chain.reverse(document.get(*joint));
    if (!chain.result()) return chain.result();
    const Result<CompiledModelPtr> open = compileDocument(chain.result()->document);
    if (!open) return {std::nullopt, open.diagnostics};
    std::vector<ClosureChoice> ways = evaluateClosures(chain.result()->document, *open, *at);
    std::erase_if(ways, [](const ClosureChoice& way) { return way.family == "joint"; });
    if (ways.empty())
        return refusedClosure("The loop cannot be closed at '" + opened.name + "'.", "Choose another pin.");
    const ClosureChoice& way = bestOf(ways);
    Element draft = makeClosure(**open, (*open)->getInitialState(), way.family, way.type, *at);
    draft.name = opened.name;
    chain.then([&](const Document& d) { return addElement(d, builtinCatalog(), std::move(draft)); });
    return chain.result();
}

}  // namespace trammel
