// SPDX-License-Identifier: Apache-2.0
#include "compile/place.h"

#include <cmath>

#include "compile/catalog.h"
#include "multibody/body_type.h"

namespace trammel {

namespace {

Vec3 calcTip(const Document& document, ElementId body) { return calcStation(document, Place{body, "tip", Vec3(0.)}); }

}  // namespace

std::optional<std::string> pointPropertyOf(const TypeDescriptor& type, const std::string& socket) {
    // "parent" has "parentPoint"; "body1" has "point1", and "body" has "point".
    std::string key = socket + "Point";
    if (socket.starts_with("body")) key = "point" + socket.substr(4);
    if (socket.ends_with("Body")) key = socket.substr(0, socket.size() - 4);
    return type.findProperty(key) && type.findProperty(key + "Anchor") ? std::optional(key) : std::nullopt;
}

std::optional<std::string> orientationPropertyOf(const TypeDescriptor& type, const std::string& socket) {
    const std::string key = socket.starts_with("body") ? "orientation" + socket.substr(4) : socket + "Orientation";
    return type.findProperty(key) ? std::optional(key) : std::nullopt;
}

bool belongsTo(const PropertyDescriptor& direction, const std::string& socket) {
    // "via1Axis" on "via1Body".
    if (direction.key.ends_with("Axis")) return socket == direction.key.substr(0, direction.key.size() - 4) + "Body";
    if (socket.ends_with("Body")) return false;
    const char last = direction.key.back();
    if (last == '1' || last == '2') return socket.ends_with(last);
    return socket.starts_with("body") && !socket.ends_with('2');
}

void plugPlace(Element& draft, const TypeDescriptor& type, const std::string& socket, const Place& place) {
    draft.plug(socket, place.body);
    const auto point = pointPropertyOf(type, socket);
    if (!point) return;
    if (place.anchor != "origin") draft.set(*point + "Anchor", place.anchor);
    if (place.offset.norm() > 0) draft.set(*point, place.offset);
}

Vec3 calcStation(const Document& document, const Place& place) {
    const Element* const body = document.find(place.body);
    const TypeDescriptor* const type = body ? findTypeOf(*body) : nullptr;
    const auto* const bodyType = type ? dynamic_cast<const BodyType*>(type->implementation.get()) : nullptr;
    if (!bodyType || place.anchor == "origin") return place.offset;
    ElementInputs in;
    in.name = body->name;
    in.property = [&](const std::string& key) { return body->value(*type, key); };
    if (place.anchor == "tip") return bodyType->calcTip(in) + place.offset;
    return bodyType->calcMassProperties(in).getMassCenter() + place.offset;
}

Vec3 calcPosition(const CompiledModel& model, const State& s, const Place& place) {
    return model.calcBodyPose(place.body, s) * calcStation(model.getDocument(), place);
}

Place makePlace(const CompiledModel& model, const State& s, ElementId body, const Vec3& position_G) {
    constexpr Real onTheAxis = 1e-9;
    const Vec3 station = model.calcBodyPose(body, s).invert() * position_G;
    Place place{body, "origin", station};
    if (!body.isValid()) return place;
    const Vec3 fromTip = station - calcTip(model.getDocument(), body);
    if (calcTip(model.getDocument(), body).norm() > 0 && Vec2(fromTip[0], fromTip[1]).norm() < onTheAxis)
        place = {body, "tip", fromTip};
    for (int i = 0; i < 3; ++i)
        if (std::abs(place.offset[i]) < onTheAxis) place.offset[i] = 0;
    return place;
}

}  // namespace trammel
