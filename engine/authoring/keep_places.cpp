// SPDX-License-Identifier: Apache-2.0
#include "authoring/keep_places.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <string>

#include "authoring/drawn_numbers.h"
#include "authoring/loop_closure.h"
#include "authoring/placed_element.h"
#include "authoring/pose_edit.h"
#include "compile/catalog.h"
#include "compile/compiled_data.h"
#include "compile/compiled_model.h"
#include "compile/place.h"

namespace trammel {

namespace {

using Verb = std::function<Result<Edit>(const Document&)>;

/// A model, and the poses that its bodies have to keep.
struct Present {
    const TypeCatalog& catalog;
    const CompiledModel& model;
    const State& s;

    Transform poseOf(ElementId body) const { return model.calcBodyPose(body, s); }
};

bool isSamePose(const Transform& a, const Transform& b) {
    constexpr Real same = 1e-8;
    return (a.p() - b.p()).norm() <= same && (a.R().asMat33() - b.R().asMat33()).norm() <= same;
}

std::vector<ElementId> findMoved(const Present& present, const CompiledModel& after) {
    std::vector<ElementId> moved;
    for (const ElementId body : after.getDocument().elementsOf("body"))
        if (present.model.getDocument().find(body) &&
            !isSamePose(after.calcBodyPose(body, after.getInitialState()), present.poseOf(body)))
            moved.push_back(body);
    return moved;
}

bool isCarried(const CompiledModel& model, ElementId body) {
    const BuiltSystem& built = *model.getData().built;
    const auto index = built.bodies.find(body);
    return index == built.bodies.end() ||
           std::ranges::any_of(built.joints, [&](const auto& joint) { return joint.second == index->second; });
}

/// Applies @p verb, then holds the bodies that no joint carries any more; fails if any body would move.
std::optional<Result<Edit>> tryInPlace(const Document& document, const Present& present, const Verb& verb) {
    Result<Edit> edit = verb(document);
    if (!edit) return edit;
    Result<CompiledModelPtr> after = compileDocument(edit->document);
    if (!after) return edit;
    const std::vector<ElementId> moved = findMoved(present, **after);
    if (moved.empty()) return edit;
    for (const ElementId body : moved) {
        if (isCarried(**after, body)) continue;
        Result<Edit> held =
            addElement(edit->document, present.catalog, makeFreeJoint(edit->document, body, present.poseOf(body)));
        if (held) edit->document = std::move(held->document);
    }
    after = compileDocument(edit->document);
    if (after && !findMoved(present, **after).empty()) return std::nullopt;
    return edit;
}

Result<Edit> inPlace(const Document& document, const Present& present, const Verb& verb) {
    if (auto kept = tryInPlace(document, present, verb)) return *kept;
    const Result<Edit> posed = setInitialPose(document, present.catalog, present.model, present.s);
    if (posed)
        if (auto kept = tryInPlace(posed->document, present, verb)) return *kept;
    return verb(document);
}

/// The document with each loop that loses joints on one of its sides cut there, so that the rest of that side is carried from
/// the other one.
Document cutWhereRemoved(const Document& document, const Present& present, const std::set<ElementId>& elements) {
    const Result<Edit> plain = removeElements(document, present.catalog, elements);
    if (!plain) return document;
    const auto isGone = [&](ElementId id) { return std::ranges::find(plain->removed, id) != plain->removed.end(); };
    CompiledModelPtr current;
    Document cut = document;
    std::vector<ElementId> closures;
    for (const char* family : {"joint", "constraint"})
        for (const ElementId id : document.elementsOf(family))
            if (!isGone(id) && closesLoopOfChoice(present.model, id)) closures.push_back(id);
    for (const ElementId closure : closures) {
        if (!current) {
            const Result<CompiledModelPtr> compiled = compileDocument(cut);
            if (!compiled) return document;
            current = *compiled;
        }
        if (!cut.find(closure)) continue;
        const LoopSides sides = findLoop(*current, closure);
        const auto lastGone = [&](const std::vector<ElementId>& side) {
            const auto last = std::find_if(side.rbegin(), side.rend(), isGone);
            return last == side.rend() ? ElementId{} : *last;
        };
        const ElementId first = lastGone(sides.first), second = lastGone(sides.second);
        // With both sides open, the part between is not carried.
        if (first.isValid() == second.isValid()) continue;
        const Result<Edit> opened = changeCut(current, closure, first.isValid() ? first : second);
        if (!opened) continue;
        cut = opened->document;
        current.reset();
    }
    return cut;
}

/// True if no remaining element depends on the removed ones, and only joints place bodies: then everything that remains
/// keeps its place.
bool leavesOthersAlone(const Document& document, const Present& present, const Edit& removal) {
    const MobilityReport& mobility = present.model.getMobility();
    if (mobility.constraintEquations > 0 || mobility.loops > 0 || !removal.disconnected.empty()) return false;
    // A motion may give the initial pose, a parameter anything.
    static const std::set<std::string> plain{"body", "joint", "shape", "force"};
    if (!std::ranges::all_of(removal.removed, [&](ElementId id) { return plain.contains(document.get(id).family); }))
        return false;
    if (!findMoved(present, present.model).empty()) return false;
    const BuiltSystem& built = *present.model.getData().built;
    std::set<MobilizedBodyIndex> hanging;
    for (const auto& [joint, body] : built.joints)
        if (!removal.document.find(joint)) hanging.insert(body);
    return std::ranges::none_of(built.bodies, [&](const auto& body) {
        return removal.document.find(body.first) && hanging.contains(body.second);
    });
}

void setUnlessSame(Result<Edit>& edit, const TypeCatalog& catalog, ElementId id, const std::string& key,
                   const PropertyValue& value) {
    constexpr Real same = 1e-12;
    const Element& element = edit->document.get(id);
    const PropertyValue held = element.value(*catalog.findType(element.family, element.type), key);
    const auto* const three = std::get_if<Vec3>(&held);
    if (held == value || (three && (*three - std::get<Vec3>(value)).norm() <= same)) return;
    Result<Edit> next = setProperty(edit->document, catalog, id, key, value);
    edit.diagnostics.append(next.diagnostics);
    if (next) edit->document = std::move(next->document);
}

/// Points, frames and directions of @p element on the body in @p socket, on @p target instead.
void carryOver(Result<Edit>& edit, const Present& present, const Element& element, const TypeDescriptor& type,
               const std::string& socket, ElementId target) {
    const ElementId from = element.reference(socket);
    const Transform X_TB = present.poseOf(target).invert() * present.poseOf(from);
    if (const auto point = pointPropertyOf(type, socket)) {
        const Place held{from, element.valueAs<std::string>(type, *point + "Anchor"),
                         element.valueAs<Vec3>(type, *point)};
        const Place place = makePlace(present.model, present.s, target, calcPosition(present.model, present.s, held));
        setUnlessSame(edit, present.catalog, element.id, *point + "Anchor", place.anchor);
        setUnlessSame(edit, present.catalog, element.id, *point, withoutNoise(place.offset));
    }
    if (const auto key = orientationPropertyOf(type, socket)) {
        const Rotation R = X_TB.R() * Rotation::fromBodyXYZ(element.valueAs<Vec3>(type, *key));
        setUnlessSame(edit, present.catalog, element.id, *key, withoutNoise(R.toBodyXYZ()));
    }
    for (const PropertyDescriptor& direction : type.properties)
        if (direction.isDirection && belongsTo(direction, socket))
            setUnlessSame(edit, present.catalog, element.id, direction.key,
                          withoutNoise(X_TB.R() * element.valueAs<Vec3>(type, direction.key)));
}

}  // namespace

Result<Edit> removeInPlace(const Document& document, const TypeCatalog& catalog, const CompiledModel& model,
                           const State& s, const std::set<ElementId>& elements) {
    const Present present{catalog, model, s};
    if (Result<Edit> plain = removeElements(document, catalog, elements);
        !plain || leavesOthersAlone(document, present, *plain))
        return plain;
    const Document cut = cutWhereRemoved(document, present, elements);
    return inPlace(cut, present, [&](const Document& d) { return removeElements(d, catalog, elements); });
}

Result<Edit> reconnectInPlace(const Document& document, const TypeCatalog& catalog, const CompiledModel& model,
                              const State& s, ElementId id, const std::string& socket, ElementId target) {
    const Present present{catalog, model, s};
    const Element* const element = document.find(id);
    const TypeDescriptor* const type = element ? catalog.findType(element->family, element->type) : nullptr;
    const SocketDescriptor* const asked = type ? type->findSocket(socket) : nullptr;
    const bool isOfBodies = asked && asked->families == std::vector<std::string>{"body"};
    const auto plug = [&](const Document& d) { return setReference(d, catalog, id, socket, target); };
    if (!isOfBodies || element->reference(socket) == target) return plug(document);
    return inPlace(document, present, [&](const Document& d) {
        Result<Edit> edit = plug(d);
        if (!edit) return edit;
        carryOver(edit, present, d.get(id), *type, socket, target);
        if (element->family != "joint" || socket != "child" || !target.isValid()) return edit;
        if (const ElementId floating = floatingJointOf(d, target); floating.isValid() && floating != id) {
            if (Result<Edit> removed = removeElement(edit->document, catalog, floating))
                edit->document = std::move(removed->document);
        } else if (carrierOf(d, target).isValid()) {
            setUnlessSame(edit, catalog, id, cutsLoopKey, true);
        }
        edit->element = id;
        return edit;
    });
}

}  // namespace trammel
