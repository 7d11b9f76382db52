// SPDX-License-Identifier: Apache-2.0
#include "compile/place.h"

#include <algorithm>
#include <cmath>

#include "compile/catalog.h"
#include "compile/compiled_data.h"
#include "compile/compiler.h"
#include "compile/placed_element.h"
#include "compile/vector_drawing.h"
#include "decoration/mesh_text.h"
#include "multibody/body_type.h"

namespace trammel {

namespace {

/// What is meant where several features coincide.
enum Rank { AtJoint, AtEnd, AtMassCenter, AtCorner, AtFace, AtEdge, OnAxis };

Vec3 calcTip(const Document& document, ElementId body) { return calcStation(document, Place{body, "tip", Vec3(0.)}); }

/// A point of what is drawn of a body, in its frame.
struct ShapePoint {
    const char* what;
    Rank rank;
    Vec3 station;
    /// Of an edge.
    std::optional<Vec3> along = std::nullopt;
};

void appendShapePoints(const DecorativeGeometry& shape, std::vector<ShapePoint>& out) {
    const Transform& X_BD = shape.getTransform();
    const auto add = [&](const char* what, Rank rank, const Vec3& p_D) { out.push_back({what, rank, X_BD * p_D}); };
    if (const auto* brick = std::get_if<decor::Brick>(&shape.getShape())) {
        // All points with coordinates -1, 0 or 1 times the half lengths, but for the middle.
        for (int i = 0; i < 27; ++i) {
            const Vec3 sign(i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1);
            const int free = int(sign.array().abs().sum());
            if (free == 0) continue;
            add(free == 1   ? "face"
                : free == 2 ? "edge"
                            : "corner",
                free == 1   ? AtFace
                : free == 2 ? AtEdge
                            : AtCorner,
                Vec3(sign.cwiseProduct(brick->halfLengths)));
            if (free == 2) out.back().along = X_BD.R() * Vec3(Vec3(1, 1, 1) - sign.cwiseAbs());
        }
    } else if (const auto* mesh = std::get_if<decor::Mesh>(&shape.getShape())) {
        const MeshPoints all = pointsOf(*mesh->mesh);
        for (const Vec3& p : all.corners) add("corner", AtCorner, p);
        for (const Vec3& p : all.edges) add("edge", AtEdge, p);
        for (const Vec3& p : all.faces) add("face", AtFace, p);
    } else if (const auto* cylinder = std::get_if<decor::Cylinder>(&shape.getShape())) {
        add("end", AtFace, Vec3(0, cylinder->halfHeight, 0));
        add("end", AtFace, Vec3(0, -cylinder->halfHeight, 0));
    }
}

void appendBodyFeatures(const CompiledModel& model, const State& s, const Element& body, std::vector<Feature>& all) {
    const Document& document = model.getDocument();
    const Transform X_GB = model.calcBodyPose(body.id, s);
    const auto add = [&](const std::string& what, const Place& place, Rank rank) {
        all.push_back({what + " of " + body.name, place, X_GB * calcStation(document, place), body.id, rank});
    };
    const Vec3 tip = calcTip(document, body.id);
    const Vec3 com = calcStation(document, Place{body.id, "massCenter", Vec3(0.)});
    const bool hasEnds = tip.norm() > 0;
    // What lies between its ends has no corners that anybody means; what is about its origin has.
    const bool isLink = hasEnds && com.norm() > 0;
    if (hasEnds) add("tip", {body.id, "tip", Vec3(0.)}, AtEnd);
    add(isLink ? "start" : "origin", {body.id, "origin", Vec3(0.)}, AtEnd);
    if (com.norm() > 0) add("mass centre", {body.id, "massCenter", Vec3(0.)}, AtMassCenter);
    std::vector<ShapePoint> points;
    for (const DecorativeGeometry& shape : calcBodyGeometry(document, body))
        if (shape.getElement() != body.id || !isLink) appendShapePoints(shape, points);
    for (const ShapePoint& point : points) {
        add(point.what, {body.id, "origin", point.station}, point.rank);
        if (point.along) all.back().direction_G = X_GB.R() * *point.along;
    }
    const auto addAxis = [&](const Vec3& from, const Vec3& to) {
        const Vec3 from_G = X_GB * from, to_G = X_GB * to;
        all.push_back({"axis of " + body.name,
                       {body.id, "origin", from},
                       from_G,
                       body.id,
                       OnAxis,
                       std::pair(from_G, to_G),
                       Vec3((to_G - from_G).normalized())});
    };
    if (isLink) addAxis(Vec3(0.), tip);
    for (const DecorativeGeometry& shape : isLink ? std::vector<DecorativeGeometry>{} : calcOwnGeometry(body))
        if (const auto* const cylinder = std::get_if<decor::Cylinder>(&shape.getShape())) {
            const Vec3 half(0, cylinder->halfHeight, 0);
            addAxis(shape.getTransform() * Vec3(-half), shape.getTransform() * half);
        }
}

/// About what a joint with one coordinate turns, or along what it slides.
void appendJointAxis(const CompiledModel& model, const State& s, const Element& joint, const Place& place,
                     std::vector<Feature>& all) {
    constexpr Real glyphs = 3;
    const BuiltSystem& built = *model.getData().built;
    const auto index = built.joints.find(joint.id);
    if (index == built.joints.end() || built.matter->getTree(s)[index->second].nu != 1) return;
    const auto axis_F = mainAxisOf(typeOf(joint));
    if (!axis_F) return;
    const Transform X_GF = *model.findJointFrame(joint.id, s);
    const Vec3 half = X_GF.R() * (glyphs * glyphSizeOf(model) * *axis_F);
    all.push_back({"axis of " + joint.name, place, calcPosition(model, s, place), joint.id, OnAxis,
                   std::pair(Vec3(X_GF.p() - half), Vec3(X_GF.p() + half)), Vec3(half.normalized())});
}

}  // namespace

std::optional<std::string> pointPropertyOf(const TypeDescriptor& type, const std::string& socket) {
    // "parent" has "parentPoint"; "body1" has "point1", and "body" has "point".
    std::string key = socket + "Point";
    if (socket.starts_with("body")) key = "point" + socket.substr(4);
    return type.findProperty(key) && type.findProperty(key + "Anchor") ? std::optional(key) : std::nullopt;
}

std::optional<std::string> orientationPropertyOf(const TypeDescriptor& type, const std::string& socket) {
    const std::string key = socket.starts_with("body") ? "orientation" + socket.substr(4) : socket + "Orientation";
    return type.findProperty(key) ? std::optional(key) : std::nullopt;
}

bool belongsTo(const PropertyDescriptor& direction, const std::string& socket) {
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

std::vector<Feature> findFeatures(const CompiledModel& model, const State& s) {
    const Document& document = model.getDocument();
    std::vector<Feature> all{{"origin of Ground", Place{}, Vec3(0.), {}, AtJoint}};
    const auto anchored = [&](const Element& e, const std::string& socket) {
        const TypeDescriptor& type = typeOf(e);
        const std::string key = *pointPropertyOf(type, socket);
        return Place{e.reference(socket), e.valueAs<std::string>(type, key + "Anchor"), e.valueAs<Vec3>(type, key)};
    };
    for (ElementId id : document.elementsOf("joint")) {
        if (!model.findJointFrame(id, s)) continue;
        const Place place = anchored(document.get(id), "parent");
        all.push_back({document.get(id).name, place, calcPosition(model, s, place), id, AtJoint});
        appendJointAxis(model, s, document.get(id), place, all);
    }
    for (ElementId id : document.elementsOf("constraint")) {
        const Element& e = document.get(id);
        const TypeDescriptor* const type = findTypeOf(e);
        if (!type || !pointPropertyOf(*type, "body1") || !pointPropertyOf(*type, "body2")) continue;
        const Place place = anchored(e, "body2");
        all.push_back({e.name, place, calcPosition(model, s, place), id, AtJoint});
    }
    for (ElementId id : document.elementsOf("body"))
        if (findTypeOf(document.get(id))) appendBodyFeatures(model, s, document.get(id), all);
    std::stable_sort(all.begin(), all.end(), [](const Feature& a, const Feature& b) { return a.rank < b.rank; });
    return all;
}

}  // namespace trammel
