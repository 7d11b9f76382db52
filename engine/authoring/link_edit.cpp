// SPDX-License-Identifier: Apache-2.0
#include "authoring/link_edit.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "authoring/body_name.h"
#include "authoring/density.h"
#include "authoring/drawn_numbers.h"
#include "authoring/link_layers.h"
#include "authoring/placed_element.h"
#include "authoring/pose_edit.h"
#include "compile/appearance.h"
#include "compile/catalog.h"

namespace trammel {

namespace {

constexpr Real shortestLink = 1e-6;
/// Width of a link of one meter; proportional to the square root of the length.
constexpr Real widthAtOneMeter = 0.04, thicknessPerWidth = 0.36;
constexpr std::array<std::array<Real, 3>, 6> palette{{{0.88, 0.48, 0.16},
                                                      {0.25, 0.52, 0.82},
                                                      {0.36, 0.66, 0.42},
                                                      {0.56, 0.42, 0.76},
                                                      {0.80, 0.27, 0.25},
                                                      {0.20, 0.62, 0.65}}};

/// "Pin A", "Pin B", ...: the first unused name.
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

std::string describe(const ClosureChoice& choice) {
    return choice.label + " (" + std::to_string(choice.equations) + " equations" +
           (choice.redundant > 0 ? ", " + std::to_string(choice.redundant) + " redundant)" : ")");
}

Element makeBar(const Document& document, Real length, Real sizeUnit) {
    const LinkProportions proportions = findLinkProportions(document, length, sizeUnit);
    Element bar = draftOf(TypeRole::Link, "Link")
                      .set("length", length)
                      .set("width", proportions.width)
                      .set("thickness", proportions.thickness)
                      .set("color", proportions.color);
    return bar.setFormula("mass", steelMass(bar));
}

/// The edits of a gesture, in order.
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
    Element pin = draftOf(TypeRole::Revolute);
    plugPlace(pin, typeOf(TypeRole::Revolute), "parent", at);
    pin.plug("child", link);
    const Rotation R_GP = model.calcBodyPose(at.body, s).R();
    const Rotation R_PF = alongAxis(R_GP.transpose() * axis_G);
    const Vec3 angles = withoutNoise(R_PF.toBodyXYZ());
    if (angles.norm() > 0) pin.set("parentOrientation", angles);
    const Vec3 along_F = R_PF.transpose() * Vec3(R_GP.transpose() * along_G);
    pin.set("angle", std::atan2(along_F[1], along_F[0]));
    return pin;
}

/// Orientation of a bar along @p along_G on pins along @p axis_G.
Rotation frameAlong(const Vec3& along_G, const Vec3& axis_G) {
    Mat33 R;
    R << along_G, axis_G.cross(along_G), axis_G;
    return Rotation(R);
}

const CompiledModel& modelOrNothing(const CompiledModelPtr& model) {
    static const CompiledModelPtr nothing = *compileDocument(Document()).value;
    return model ? *model : *nothing;
}

/// A validated draft before closing loops.
struct LinkPlan {
    /// Place of the pin, and direction of the bar from there.
    Place pinned;
    Vec3 along_G{0.};
    Element bar;
    /// The pin is at the end of the drawn line.
    bool fromEnd = false;
};

Result<LinkPlan> planLink(const Document& document, const CompiledModel& model, const LinkDraft& draft) {
    const State& s = model.getInitialState();
    const Vec3 axis = draft.axis_G.normalized();
    const Vec3 start_G = calcPosition(model, s, draft.start);
    const Vec3 end_G = draft.end ? calcPosition(model, s, *draft.end) : draft.end_G;
    Vec3 along = end_G - start_G;
    along -= axis * axis.dot(along);
    if (draft.end && draft.end->body == draft.start.body)
        return refused<LinkPlan>("Both ends are on " + bodyName(document, draft.start.body) + ".",
                                 "End the link on another body or in empty space.");
    if (along.norm() < shortestLink || (draft.length && *draft.length < shortestLink))
        return refused<LinkPlan>("The link has zero length.", "Choose another end.");
    const Real length = draft.length.value_or(along.norm());
    along = along.normalized();

    // The pin is on Ground if one of the ends is; the loop is closed at the other end.
    LinkPlan plan;
    plan.fromEnd = draft.end && !draft.end->body.isValid();
    plan.pinned = plan.fromEnd ? *draft.end : draft.start;
    plan.along_G = plan.fromEnd ? Vec3(-along) : along;
    plan.bar = makeBar(document, length, draft.sizeUnit);
    if (draft.length && !draft.lengthFormula.empty()) plan.bar.setFormula("length", draft.lengthFormula);
    // Between its ends as drawn: assembled to its length later.
    const Element drawn =
        draft.end ? makeBar(document, (end_G - start_G).cross(axis).norm(), draft.sizeUnit) : plan.bar;
    const Transform X_GB(frameAlong(plan.along_G, axis), calcPosition(model, s, plan.pinned));
    LaidBody laid{
        calcOwnGeometry(drawn), X_GB, findLinkProportions(document, length, draft.sizeUnit).thickness, {plan.pinned}};
    if (draft.end) laid.pins.push_back(plan.fromEnd ? draft.start : *draft.end);
    if (const Real shift = calcLayerShift(model, laid); shift != 0)
        plan.pinned.offset = withoutNoise(plan.pinned.offset +
                                          model.calcBodyPose(plan.pinned.body, s).R().transpose() * Vec3(shift * axis));
    Result<LinkPlan> result;
    result.value = std::move(plan);
    return result;
}

/// True if a body floats and can be carried by the pinned body instead of closing a loop.
bool canBeCarried(const Document& document, ElementId body, ElementId pinned) {
    return floatingJointOf(document, body).isValid() && !isCarriedBy(document, pinned, body);
}

/// Closes the loop where two places of @p open, the document so far, coincide; returns the reason of a failure,
/// otherwise empty.
std::string closeLoop(Steps& steps, const CompiledModelPtr& openModel, const ClosureSite& site, LinkEdit& made) {
    const CompiledModel& open = *openModel;
    const ClosureSite at = inOnePlane(open, open.getInitialState(), site);
    const std::vector<ClosureChoice> choices = evaluateClosures(steps.document(), openModel, at);
    if (choices.empty()) return "The loop cannot be closed here.";
    const ClosureChoice& choice = bestOf(choices);
    Element closure = makeClosure(open, open.getInitialState(), choice.family, choice.type, at);
    closure.name = nextPinName(steps.document());
    made.closure = steps.add(std::move(closure));
    made.summary += ", closed with " + describe(choice);
    return {};
}

/// The result with the pose in which the loops close.
Result<LinkEdit> settled(const Steps& steps, CompiledModelPtr model, LinkEdit made, ElementId element) {
    Result<Edit> posed = steps.result();
    // If the loops do not close, keep the drawn pose.
    if (model->getAssembly().assembled) {
        posed = setInitialPose(steps.document(), builtinCatalog(), *model, model->getInitialState());
        if (!posed) return refused<LinkEdit>(posed.diagnostics);
        if (const Result<CompiledModelPtr> again = compileDocument(posed->document, model)) model = *again.value;
    }
    made.edit = std::move(*posed);
    made.edit.element = element;
    made.model = std::move(model);
    Result<LinkEdit> result;
    result.value = std::move(made);
    return result;
}

}  // namespace

Real LinkProportions::layer() const { return (1 + clearancePerThickness) * thickness; }

LinkProportions findLinkProportions(const Document& document, Real length, Real unit) {
    const auto bodies = document.elementsOf("body");
    LinkProportions found;
    found.width = roundSize(widthAtOneMeter * std::sqrt(length), unit);
    found.thickness = roundSize(thicknessPerWidth * found.width, unit);
    for (const ElementId id : bodies) {
        const Element& other = document.get(id);
        if (!hasRole(other, TypeRole::Link) && !hasRole(other, TypeRole::Plate)) continue;
        const auto size = [&](const char* key) { return other.valueAs<Real>(typeOf(other), key); };
        const Real width = hasRole(other, TypeRole::Link) ? size("width") : 2 * size("border");
        if (!(width > 0)) continue;
        found.width = width;
        found.thickness = size("thickness");
    }
    const auto& color = palette[bodies.size() % palette.size()];
    found.color = Vec3(color[0], color[1], color[2]);
    return found;
}

Result<std::vector<DecorativeGeometry>> drawLink(const Document& document, const CompiledModelPtr& current,
                                                 const LinkDraft& draft) {
    const CompiledModel& model = modelOrNothing(current);
    const State& s = model.getInitialState();
    const Result<LinkPlan> plan = planLink(document, model, draft);
    if (!plan) return refused<std::vector<DecorativeGeometry>>(plan.diagnostics);
    const Vec3 axis = draft.axis_G.normalized();
    const Transform X_GB(frameAlong(plan->along_G, axis), calcPosition(model, s, plan->pinned));
    Result<std::vector<DecorativeGeometry>> drawn;
    drawn.value = calcOwnGeometry(plan->bar);
    for (DecorativeGeometry& g : *drawn) g.setTransform(X_GB * g.getTransform());
    return drawn;
}

Result<LinkEdit> addLink(const Document& document, const CompiledModelPtr& current, const LinkDraft& draft) {
    const CompiledModel& model = modelOrNothing(current);
    const State& s = model.getInitialState();
    Result<LinkPlan> plan = planLink(document, model, draft);
    if (!plan) return refused<LinkEdit>(plan.diagnostics);
    const Vec3 axis = draft.axis_G.normalized(), along = plan->along_G;
    const Place& pinned = plan->pinned;
    const bool fromEnd = plan->fromEnd;

    Steps steps(document);
    if (bringsGravity(document)) steps.add(draftOf(TypeRole::Gravity, "Gravity"));
    LinkEdit made;
    made.link = steps.add(std::move(plan->bar));
    Element pin = makePin(model, s, pinned, made.link, axis, along);
    pin.name = nextPinName(document);
    made.pin = steps.add(std::move(pin));
    if (!steps) return refused<LinkEdit>(steps.result().diagnostics);
    made.tip = {made.link, "tip", Vec3(0.)};
    made.summary = "Pin to " + bodyName(document, pinned.body);

    Result<CompiledModelPtr> compiled = compileDocument(steps.document());
    if (!compiled) return refused<LinkEdit>(compiled.diagnostics);
    const std::optional<Place> other = fromEnd ? std::optional(draft.start) : draft.end;
    if (other && canBeCarried(document, other->body, pinned.body)) {
        const CompiledModel& open = **compiled;
        const ClosureSite site{made.tip, *other, axis};
        Result<PlacedElement> carried = addPlacedElement(
            steps.document(), *compiled, typeOf(TypeRole::Revolute),
            {{"parent", made.tip}, {"child", inOnePlane(open, open.getInitialState(), site).second}}, axis);
        if (!carried) return refused<LinkEdit>(carried.diagnostics);
        made.summary += ", and " + bodyName(document, other->body) + " to it";
        made.closure = carried->edit.element;
        made.edit = std::move(carried->edit);
        made.edit.element = made.link;
        made.model = carried->model;
        Result<LinkEdit> result;
        result.value = std::move(made);
        return result;
    }
    if (other) {
        const std::string joined = closeLoop(steps, *compiled, {made.tip, *other, axis}, made);
        if (!joined.empty()) return refused<LinkEdit>(joined, "Choose another end.");
        if (!steps) return refused<LinkEdit>(steps.result().diagnostics);
        compiled = compileDocument(steps.document());
        if (!compiled) return refused<LinkEdit>(compiled.diagnostics);
    }
    const ElementId link = made.link;
    return settled(steps, *compiled, std::move(made), link);
}

Result<LinkEdit> joinPlaces(const Document& document, const CompiledModelPtr& current, const ClosureSite& at) {
    const auto nameAt = [&](const Place& place) { return bodyName(document, place.body); };
    if (at.first.body == at.second.body)
        return refused<LinkEdit>("Both points are on " + nameAt(at.first) + ".", "Choose a point of another body.");
    LinkEdit made;
    made.tip = at.first;
    made.summary = "Pin to " + nameAt(at.second);
    const bool firstFloats = floatingJointOf(document, at.first.body).isValid();
    if (firstFloats || floatingJointOf(document, at.second.body).isValid()) {
        const Place &carrier = firstFloats ? at.second : at.first, &floating = firstFloats ? at.first : at.second;
        Result<PlacedElement> carried = addPlacedElement(document, current, typeOf(TypeRole::Revolute),
                                                         {{"parent", carrier}, {"child", floating}}, at.axis_G);
        if (!carried) return refused<LinkEdit>(carried.diagnostics);
        made.closure = carried->edit.element;
        made.edit = std::move(carried->edit);
        made.model = carried->model;
        Result<LinkEdit> result;
        result.value = std::move(made);
        return result;
    }
    Steps steps(document);
    const std::string wrong = closeLoop(steps, current, at, made);
    if (!wrong.empty()) return refused<LinkEdit>(wrong, "Choose another point.");
    if (!steps) return refused<LinkEdit>(steps.result().diagnostics);
    const Result<CompiledModelPtr> compiled = compileDocument(steps.document());
    if (!compiled) return refused<LinkEdit>(compiled.diagnostics);
    const ElementId closure = made.closure;
    return settled(steps, *compiled, std::move(made), closure);
}

}  // namespace trammel
