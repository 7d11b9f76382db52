// SPDX-License-Identifier: Apache-2.0
#include "authoring/pattern_chain.h"

#include <algorithm>

#include "authoring/drawn_numbers.h"
#include "authoring/edit_series.h"
#include "authoring/guide_joint.h"
#include "authoring/placed_element.h"
#include "compile/catalog.h"

namespace trammel {

namespace {

constexpr Real sameEnd = 1e-6;

/// True for a guide whose runner turns in it.
bool isSlot(const TypeDescriptor& type) { return isGuide(type) && turningAxisOf(type).has_value(); }

/// The body of @p sources with an end at @p p_G, seen along @p axis_G; invalid if none.
ElementId findEnd(const CompiledModel& model, const std::set<ElementId>& sources, const Vec3& p_G,
                  const std::optional<Vec3>& axis_G) {
    for (const ElementId id : sources) {
        const Element* const body = model.getDocument().find(id);
        if (!body || body->family != "body") continue;
        for (const char* const anchor : {"tip", "origin"}) {
            Vec3 way = p_G - calcPosition(model, model.getInitialState(), {id, anchor, Vec3(0.)});
            if (axis_G) way -= way.dot(*axis_G) * *axis_G;
            if (way.norm() < sameEnd) return id;
        }
    }
    return {};
}

}  // namespace

ElementId copyIn(const LinkedPairs& pairs, ElementId source) {
    const auto pair = std::ranges::find(pairs, source, &LinkedPairs::value_type::first);
    return pair == pairs.end() ? ElementId{} : pair->second;
}

ElementId unlinkedCopyOf(const Document& document, const std::set<ElementId>& members, const LinkedPairs& pairs,
                         const Element& joint) {
    if (joint.family != "joint" || copyIn(pairs, joint.id).isValid()) return {};
    const ElementId child = copyIn(pairs, joint.reference("child"));
    const auto own = std::ranges::find_if(members, [&](ElementId id) {
        const Element& member = document.get(id);
        return member.family == "joint" && child.isValid() && member.reference("child") == child;
    });
    return own == members.end() ? ElementId{} : *own;
}

PatternChain::PatternChain(const CompiledModel& model, const std::set<ElementId>& sources, const Isometry& step) {
    const State& s = model.getInitialState();
    for (const ElementId id : sources) {
        const Element* const held = model.getDocument().find(id);
        const TypeDescriptor* const type = held ? findTypeOf(*held) : nullptr;
        if (!type || held->family == "body") continue;
        const Element& element = *held;
        for (const SocketDescriptor& socket : type->sockets) {
            const auto point = pointPropertyOf(*type, socket.key);
            const ElementId outside = element.reference(socket.key);
            if (!point || !usesKey(element, socket.key) || sources.contains(outside)) continue;
            const auto placeAt = [&](const std::string& key, const std::string& at) {
                return Place{element.reference(key), element.valueAs<std::string>(*type, at + "Anchor"),
                             element.valueAs<Vec3>(*type, at)};
            };
            // A runner is where its body is, not where its slot begins.
            const Place now = isSlot(*type) ? placeAt("child", "childPoint") : placeAt(socket.key, *point);
            const Vec3 p_G = step.ofPoint(calcPosition(model, s, now));
            const auto X_GF = element.family == "joint" ? model.findJointFrame(id, s) : std::nullopt;
            // Ends may lie in other layers along the axis about which they turn.
            const auto axis = !X_GF ? std::nullopt : isSlot(*type) ? turningAxisOf(*type) : mainAxisOf(*type);
            const ElementId body = findEnd(model, sources, p_G,
                                           axis ? std::optional(Vec3(step.ofVector(X_GF->R() * *axis))) : std::nullopt);
            if (!body.isValid()) continue;
            Connection made{id, socket.key, *point, makePlace(model, s, body, p_G), {}, Vec3(0.)};
            made.place.offset = withoutNoise(made.place.offset);
            made.orientationKey = orientationPropertyOf(*type, socket.key);
            if (made.orientationKey) {
                const Rotation R_GF = model.calcBodyPose(outside, s).R() *
                                      Rotation::fromBodyXYZ(element.valueAs<Vec3>(*type, *made.orientationKey));
                const Rotation moved = step.ofFrame(Transform(R_GF)).R();
                made.orientation = withoutNoise((model.calcBodyPose(body, s).RInv() * moved).toBodyXYZ());
            }
            connections_.push_back(std::move(made));
        }
    }
}

PatternChain::PatternChain(const Document& document, const LinkedPairs& firstCopy) {
    const auto isSource = [&](ElementId id) {
        return id.isValid() && std::ranges::find(firstCopy, id, &LinkedPairs::value_type::first) != firstCopy.end();
    };
    for (const auto& [id, copy] : firstCopy) {
        const Element &source = document.get(id), &own = document.get(copy);
        const TypeDescriptor* const type = findTypeOf(own);
        if (!type || !findTypeOf(source) || own.family == "body") continue;
        for (const SocketDescriptor& socket : type->sockets) {
            const auto point = pointPropertyOf(*type, socket.key);
            const ElementId body = own.reference(socket.key);
            if (!point || !isSource(body) || isSource(source.reference(socket.key))) continue;
            Connection held{
                id,
                socket.key,
                *point,
                {body, own.valueAs<std::string>(*type, *point + "Anchor"), own.valueAs<Vec3>(*type, *point)},
                orientationPropertyOf(*type, socket.key),
                Vec3(0.)};
            if (held.orientationKey) held.orientation = own.valueAs<Vec3>(*type, *held.orientationKey);
            connections_.push_back(std::move(held));
        }
    }
}

Result<Edit> PatternChain::connect(const Document& document, const LinkedPairs& copy, const LinkedPairs& before) const {
    EditSeries edits(document);
    for (const Connection& connection : connections_) {
        const ElementId own = copyIn(copy, connection.source);
        const ElementId body = before.empty() ? connection.place.body : copyIn(before, connection.place.body);
        if (!own.isValid() || !body.isValid() || !edits.isValid()) continue;
        edits.add(setReference(edits.document(), builtinCatalog(), own, connection.socket, body));
        edits.set(own, (connection.point + "Anchor").c_str(), connection.place.anchor);
        edits.set(own, connection.point.c_str(), connection.place.offset);
        if (connection.orientationKey) edits.set(own, connection.orientationKey->c_str(), connection.orientation);
    }
    return edits.take();
}

Result<Edit> PatternChain::disconnect(const Document& document, const LinkedPairs& copy) const {
    EditSeries edits(document);
    for (const Connection& connection : connections_) {
        const ElementId own = copyIn(copy, connection.source);
        const Element* const source = document.find(connection.source);
        if (!own.isValid() || !source || !edits.isValid()) continue;
        const ElementId outside = source->reference(connection.socket);
        edits.add(setReference(edits.document(), builtinCatalog(), own, connection.socket, outside));
        const std::string anchor = connection.point + "Anchor";
        edits.set(own, anchor.c_str(), source->value(typeOf(*source), anchor));
        edits.set(own, connection.point.c_str(), source->value(typeOf(*source), connection.point));
        if (const auto& key = connection.orientationKey)
            edits.set(own, key->c_str(), source->value(typeOf(*source), *key));
    }
    return edits.take();
}

std::set<ElementId> PatternChain::slotsOf(const Document& document, const LinkedPairs& copy) const {
    std::set<ElementId> slots;
    for (const Connection& connection : connections_) {
        const Element* const own = document.find(copyIn(copy, connection.source));
        const TypeDescriptor* const type = own ? findTypeOf(*own) : nullptr;
        if (type && isSlot(*type)) slots.insert(own->id);
    }
    return slots;
}

bool PatternChain::places(ElementId source, const std::string& key) const {
    const std::string property = key.substr(0, key.find('.'));
    return std::ranges::any_of(connections_, [&](const Connection& connection) {
        return connection.source == source &&
               (property == connection.point || property == connection.point + "Anchor" ||
                property == connection.orientationKey);
    });
}

}  // namespace trammel
