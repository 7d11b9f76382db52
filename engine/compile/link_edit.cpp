// SPDX-License-Identifier: Apache-2.0
#include "compile/link_edit.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "compile/catalog.h"
#include "compile/compiled_data.h"
#include "compile/compiler.h"
#include "compile/drawn_numbers.h"
#include "compile/pose_edit.h"

namespace trammel {

namespace {

constexpr Real shortest = 1e-6;
/// Width of a link of one metre; it grows with the root of the length.
constexpr Real widthAtOneMetre = 0.04, thicknessPerWidth = 0.36;
/// Links on one pin lie above each other with this much of their thickness between their middles.
constexpr Real layerPerThickness = 1.25;
constexpr std::array<std::array<Real, 3>, 6> palette{{{0.88, 0.48, 0.16},
                                                      {0.25, 0.52, 0.82},
                                                      {0.36, 0.66, 0.42},
                                                      {0.56, 0.42, 0.76},
                                                      {0.80, 0.27, 0.25},
                                                      {0.20, 0.62, 0.65}}};

const TypeDescriptor& builtinType(const std::string& family, const std::string& key) {
    return *builtinCatalog().findType(family, key);
}

std::string nameOf(const Document& document, ElementId body) {
    const Element* const element = document.find(body);
    return element ? element->name : "Ground";
}

/// "Pin A", "Pin B", ...: the first that is free.
std::string nextPinName(const Document& document) {
    const auto isTaken = [&](const std::string& name) {
        for (const char* family : {"joint", "constraint"})
            for (ElementId id : document.elementsOf(family))
                if (document.get(id).name == name) return true;
        return false;
    };
    for (char letter = 'A'; letter <= 'Z'; ++letter)
        if (std::string name = std::string("Pin ") + letter; !isTaken(name)) return name;
    return "Pin";
}

/// The orientation on a body with z along @p axis_B that turns the body's own frame the least.
Rotation alongAxis(const Vec3& axis_B) {
    const Vec3 z(0, 0, 1);
    const Real cosine = z.dot(axis_B);
    if (cosine > 1 - 1e-12) return {};
    if (cosine < -1 + 1e-12) return Rotation(Pi, Vec3(1, 0, 0));
    return Rotation(std::acos(cosine), Vec3(z.cross(axis_B)));
}

/// Where a loop is closed: two places that come together, and the axis about which they may turn.
struct Meeting {
    Place first, second;
    Vec3 axis_G{0, 0, 1};
};

/// A draft of type (@p family, @p key) that joins the two places.
Element makeClosure(const CompiledModel& model, const State& s, const std::string& family, const std::string& key,
                    const Meeting& at) {
    const TypeDescriptor& type = builtinType(family, key);
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

/// Of what kind a planar pin's place may be taken, the strongest first.
struct Closure {
    const char *family, *type;
};
constexpr Closure closures[] = {{"joint", "pin"}, {"constraint", "ball"}, {"constraint", "pointOnLine"}};

/// @p at shifted along the axis so that both places are in one plane now.
Meeting inOnePlane(const CompiledModel& model, const State& s, Meeting at) {
    const Real gap = at.axis_G.dot(calcPosition(model, s, at.first) - calcPosition(model, s, at.second));
    at.second.offset =
        withoutNoise(at.second.offset + model.calcBodyPose(at.second.body, s).R().transpose() * Vec3(gap * at.axis_G));
    return at;
}

/// All closures with their cost in @p document, which has none yet.
std::vector<ClosureChoice> evaluate(const Document& open, const CompiledModelPtr& openModel, const Meeting& at) {
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
        choices.push_back({closure.family, closure.type, builtinType(closure.family, closure.type).label,
                           before.degreesOfFreedom - after.degreesOfFreedom + redundant, redundant});
    }
    return choices;
}

/// The strongest without redundancy, else the one with the least of it.
const ClosureChoice& best(const std::vector<ClosureChoice>& choices) {
    return *std::min_element(choices.begin(), choices.end(),
                             [](const auto& a, const auto& b) { return a.redundant < b.redundant; });
}

std::string describe(const ClosureChoice& choice) {
    return choice.label + " (" + std::to_string(choice.equations) + " equations" +
           (choice.redundant > 0 ? ", " + std::to_string(choice.redundant) + " redundant)" : ")");
}

Element makeBar(const Document& document, Real length) {
    const auto bodies = document.elementsOf("body");
    Real width = widthAtOneMetre * std::sqrt(length), thickness = thicknessPerWidth * width;
    // Links of one mechanism look alike.
    for (ElementId id : bodies)
        if (const Element& other = document.get(id); other.type == "bar") {
            width = other.valueAs<Real>(typeOf(other), "width");
            thickness = other.valueAs<Real>(typeOf(other), "thickness");
        }
    const auto& color = palette[bodies.size() % palette.size()];
    return Element::draft("body", "bar", "Link")
        .set("length", length)
        .set("mass", steelDensity * length * width * thickness)
        .set("width", width)
        .set("thickness", thickness)
        .set("color", Vec3(color[0], color[1], color[2]));
}

/// The edits of one gesture, in order.
class Steps {
public:
    explicit Steps(const Document& document) { whole_.value = Edit{document, {}, {}, {}, {}}; }
    ElementId add(Element draft) {
        if (whole_) whole_ = addElement(whole_->document, builtinCatalog(), std::move(draft));
        return whole_ ? whole_->element : ElementId{};
    }
    explicit operator bool() const { return bool(whole_); }
    const Document& document() const { return whole_->document; }
    const Result<Edit>& result() const { return whole_; }

private:
    Result<Edit> whole_;
};

template <class T>
Result<T> refused(const Diagnostics& why) {
    Result<T> result;
    result.diagnostics = why;
    return result;
}
template <class T>
Result<T> refused(const std::string& why, const std::string& remedy) {
    Diagnostics diagnostics;
    diagnostics.error("Link", why, remedy);
    return refused<T>(diagnostics);
}

Element makePin(const CompiledModel& model, const State& s, const Place& at, ElementId link, const Vec3& axis_G,
                const Vec3& along_G) {
    Element pin = Element::draft("joint", "pin");
    plugPlace(pin, builtinType("joint", "pin"), "parent", at);
    pin.plug("child", link);
    const Rotation R_GP = model.calcBodyPose(at.body, s).R();
    const Rotation R_PF = alongAxis(R_GP.transpose() * axis_G);
    const Vec3 angles = withoutNoise(R_PF.toBodyXYZ());
    if (angles.norm() > 0) pin.set("parentOrientation", angles);
    const Vec3 along_F = R_PF.transpose() * Vec3(R_GP.transpose() * along_G);
    pin.set("angle", std::atan2(along_F[1], along_F[0]));
    return pin;
}

/// What a closure joins, read from its element.
std::optional<Meeting> meetingOf(const CompiledModel& model, const State& s, const Element& closure) {
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

}  // namespace

Result<LinkEdit> addLink(const Document& document, const CompiledModelPtr& current, const LinkDraft& draft) {
    static const CompiledModelPtr nothing = *compileDocument(Document()).value;
    const CompiledModel& model = current ? *current : *nothing;
    const State& s = model.getInitialState();
    const Vec3 axis = draft.axis_G.normalized();
    const Vec3 start_G = calcPosition(model, s, draft.start);
    const Vec3 end_G = draft.end ? calcPosition(model, s, *draft.end) : draft.end_G;
    Vec3 along = end_G - start_G;
    along -= axis * axis.dot(along);
    if (draft.end && draft.end->body == draft.start.body)
        return refused<LinkEdit>("Both ends would be on " + nameOf(document, draft.start.body) + ".",
                                 "Let it end on another body, or in empty space.");
    if (along.norm() < shortest || (draft.length && *draft.length < shortest))
        return refused<LinkEdit>("It would have no length.", "Choose another end.");
    const Real length = draft.length.value_or(along.norm());
    along.normalize();

    // The pin stands on Ground if one of the ends does, and the loop is closed at the other.
    const bool fromEnd = draft.end && !draft.end->body.isValid();
    Place pinned = fromEnd ? *draft.end : draft.start;
    if (fromEnd) along = -along;

    Steps steps(document);
    if (document.elementsOf("body").empty() && document.elementsOf("force").empty())
        steps.add(Element::draft("force", "gravity", "Gravity"));
    Element bar = makeBar(document, length);
    const Real layer = layerPerThickness * std::get<Real>(*bar.findExplicit("thickness"));
    if (pinned.body.isValid())
        pinned.offset =
            withoutNoise(pinned.offset + model.calcBodyPose(pinned.body, s).R().transpose() * Vec3(layer * axis));
    LinkEdit made;
    made.link = steps.add(std::move(bar));
    Element pin = makePin(model, s, pinned, made.link, axis, along);
    pin.name = nextPinName(document);
    made.pin = steps.add(std::move(pin));
    if (!steps) return refused<LinkEdit>(steps.result().diagnostics);
    made.tip = {made.link, "tip", Vec3(0.)};
    made.summary = "Pin to " + nameOf(document, pinned.body);

    Result<CompiledModelPtr> compiled = compileDocument(steps.document());
    if (!compiled) return refused<LinkEdit>(compiled.diagnostics);
    if (draft.end) {
        const CompiledModel& open = **compiled;
        const Meeting at =
            inOnePlane(open, open.getInitialState(), {made.tip, fromEnd ? draft.start : *draft.end, axis});
        const std::vector<ClosureChoice> choices = evaluate(steps.document(), *compiled, at);
        if (choices.empty()) return refused<LinkEdit>("The loop cannot be closed here.", "Choose another end.");
        const ClosureChoice& choice = best(choices);
        Element closure = makeClosure(open, open.getInitialState(), choice.family, choice.type, at);
        closure.name = nextPinName(steps.document());
        made.closure = steps.add(std::move(closure));
        if (!steps) return refused<LinkEdit>(steps.result().diagnostics);
        made.summary += ", closed with " + describe(choice);
        compiled = compileDocument(steps.document());
        if (!compiled) return refused<LinkEdit>(compiled.diagnostics);
    }
    Result<Edit> posed = steps.result();
    // What cannot close stays as it was drawn, to be seen.
    if ((*compiled)->getAssembly().assembled) {
        posed = setInitialPose(steps.document(), builtinCatalog(), **compiled, (*compiled)->getInitialState());
        if (!posed) return refused<LinkEdit>(posed.diagnostics);
        compiled = compileDocument(posed->document, *compiled);
    }
    made.edit = std::move(*posed);
    made.edit.element = made.link;
    made.model = *compiled;
    Result<LinkEdit> result;
    result.value = std::move(made);
    return result;
}

std::vector<ClosureChoice> closureChoices(const CompiledModelPtr& current, ElementId closure) {
    if (!current || !current->getDocument().find(closure)) return {};
    const Element& element = current->getDocument().get(closure);
    // A joint that carries a body closes nothing.
    if (element.family == "joint" && !current->getData().built->splits.count(closure)) return {};
    const auto at = meetingOf(*current, current->getInitialState(), element);
    if (!at) return {};
    const Result<Edit> open = removeElement(current->getDocument(), builtinCatalog(), closure);
    if (!open) return {};
    const Result<CompiledModelPtr> model = compileDocument(open->document);
    return model ? evaluate(open->document, *model, *at) : std::vector<ClosureChoice>{};
}

Result<Edit> changeClosure(const CompiledModelPtr& current, ElementId closure, const ClosureChoice& choice) {
    const Element& old = current->getDocument().get(closure);
    const auto at = meetingOf(*current, current->getInitialState(), old);
    if (!at) return refused<Edit>("'" + old.name + "' does not close a loop at a point.", "Choose another element.");
    Result<Edit> removed = removeElement(current->getDocument(), builtinCatalog(), closure);
    if (!removed) return removed;
    Element draft = makeClosure(*current, current->getInitialState(), choice.family, choice.type,
                                inOnePlane(*current, current->getInitialState(), *at));
    draft.name = old.name;
    return addElement(removed->document, builtinCatalog(), std::move(draft));
}

}  // namespace trammel
