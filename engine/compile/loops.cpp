// SPDX-License-Identifier: Apache-2.0
#include "compile/loops.h"

#include <algorithm>

#include "compile/catalog.h"
#include "compile/compiled_data.h"
#include "multibody/matter/guts.h"

namespace trammel {

namespace {

/// The two bodies connected by a closure; none for an element that closes no loop.
std::optional<std::pair<ElementId, ElementId>> bodiesOf(const CompiledModel& model, const Element& closure) {
    if (closure.family == "joint") {
        if (!model.getData().built->splits.count(closure.id)) return std::nullopt;
        return std::pair(closure.reference("child"), closure.reference("parent"));
    }
    const TypeDescriptor* const type = findTypeOf(closure);
    if (!type || !type->findSocket("body1") || !type->findSocket("body2")) return std::nullopt;
    return std::pair(closure.reference("body1"), closure.reference("body2"));
}

}  // namespace

std::optional<ClosureSite> findClosureSite(const CompiledModel& model, const State& s, ElementId id) {
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
    ClosureSite at{*a, *b, Vec3(0, 0, 1)};
    if (isJoint)
        at.axis_G = model.findJointFrame(closure.id, s).value_or(Transform()).R().z();
    else if (type.findProperty("direction"))
        at.axis_G = model.calcBodyPose(a->body, s).R() * closure.valueAs<Vec3>(type, "direction").normalized();
    else
        // The closure defines no axis: assume that of the pins, z of the links.
        at.axis_G = model.calcBodyPose(a->body, s).R().z();
    return at;
}

LoopSides findLoop(const CompiledModel& model, ElementId id) {
    const Element* const closure = model.getDocument().find(id);
    const auto bodies = closure ? bodiesOf(model, *closure) : std::nullopt;
    if (!bodies) return {};
    const BuiltSystem& built = *model.getData().built;
    const auto indexOf = [&](ElementId body) {
        const auto index = built.bodies.find(body);
        return index == built.bodies.end() ? MobilizedBodyIndex(0) : index->second;
    };
    MobilizedBodyIndex first = indexOf(bodies->first), second = indexOf(bodies->second);
    LoopSides sides;
    // Parents have lower indices: stepping from the higher of two bodies, the ways to Ground meet at the first common one.
    while (first != second) {
        const bool isFirst = first > second;
        MobilizedBodyIndex& body = isFirst ? first : second;
        const BodyDefinition& definition = built.matter->getGuts().bodies[std::size_t(int(body))].definition;
        // None carries a floating body.
        if (definition.jointElement.isValid())
            (isFirst ? sides.first : sides.second).push_back(definition.jointElement);
        body = definition.parent;
    }
    std::ranges::reverse(sides.first);
    std::ranges::reverse(sides.second);
    return sides;
}

}  // namespace trammel
