// SPDX-License-Identifier: Apache-2.0
#include "authoring/features.h"

#include <algorithm>
#include <cmath>

#include "authoring/guide_joint.h"
#include "authoring/placed_element.h"
#include "compile/appearance.h"
#include "compile/catalog.h"
#include "compile/compiled_data.h"
#include "compile/compiled_model.h"
#include "decoration/mesh_text.h"
#include "decoration/one_of.h"
#include "decoration/profile.h"

namespace trammel {

namespace {

/// Priority of coincident features.
enum Rank { AtJoint, AtEnd, AtMassCenter, AtHole, AtCorner, AtFace, AtEdge, OnAxis, OnEdge };

Vec3 calcTip(const Document& document, ElementId body) { return calcStation(document, Place{body, "tip", Vec3(0.)}); }

/// A point of a body's geometry, in its frame.
struct ShapePoint {
    const char* what;
    Rank rank;
    Vec3 station;
    /// Direction of an edge, axis of a hole.
    std::optional<Vec3> along = std::nullopt;
    /// Ends of an edge, if any point on it is a target.
    std::optional<std::pair<Vec3, Vec3>> line = std::nullopt;
    /// True for a point inside the solid.
    bool isInside = false;
};

/// Appends the points of a shape, in the frame of its body.
struct ShapePoints {
    const Transform& X_BD;
    std::vector<ShapePoint>& out;

    void add(const char* what, Rank rank, const Vec3& p_D) const { out.push_back({what, rank, X_BD * p_D}); }
    void addEdge(const Vec3& from_D, const Vec3& to_D) const {
        const Vec3 from = X_BD * from_D, to = X_BD * to_D, along = Vec3(to - from).normalized();
        out.push_back({"edge", AtEdge, Vec3((from + to) / 2), along});
        out.push_back({"edge", OnEdge, from, along, std::pair(from, to)});
    }

    /// Without points to snap to.
    template <OneOf<decor::Point, decor::Line, decor::Polyline, decor::Circle, decor::Sphere, decor::Ellipsoid,
                    decor::Capsule, decor::Cone, decor::Torus, decor::Frame, decor::Arrow, decor::Spring, decor::Text>
                  Shape>
    void operator()(const Shape&) const {}
    void operator()(const decor::Brick& brick) const {
        // All points with coordinates -1, 0 or 1 times the half lengths, except for the center.
        for (int i = 0; i < 27; ++i) {
            const Vec3 sign(i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1);
            const int free = int(sign.array().abs().sum());
            if (free == 0) continue;
            const Vec3 p_D = sign.cwiseProduct(brick.halfLengths);
            const Vec3 half = Vec3(Vec3(1, 1, 1) - sign.cwiseAbs()).cwiseProduct(brick.halfLengths);
            if (free == 2)
                addEdge(p_D - half, p_D + half);
            else
                add(free == 1 ? "face" : "corner", free == 1 ? AtFace : AtCorner, p_D);
        }
    }
    void operator()(const decor::Mesh& shape) const {
        const MeshPoints all = pointsOf(*shape.mesh);
        for (const Vec3& p : all.corners) add("corner", AtCorner, p);
        for (const MeshPoints::Edge& edge : all.edges) addEdge(edge.from, edge.to);
        for (const Vec3& p : all.faces) add("face", AtFace, p);
        for (const MeshPoints::Circle& circle : all.circles) {
            add("hole", AtHole, circle.center);
            out.back().along = X_BD.R() * circle.axis;
        }
    }
    void operator()(const decor::Extrusion& plate) const {
        // Centers of holes and round ends lie in the middle plane, where a linkage has its pivots.
        const auto addCenter = [&](const char* what, const Vec2& center) {
            const Vec3 station = X_BD * Vec3(center[0], center[1], 0);
            constexpr Real same = 1e-9;
            if (std::ranges::any_of(out, [&](const ShapePoint& known) {
                    return known.rank == AtHole && Vec3(known.station - station).norm() < same;
                }))
                return;
            out.push_back({what, AtHole, station, Vec3(X_BD.R() * Vec3(0, 0, 1)), std::nullopt, true});
        };
        // The flanks of teeth are nothing to snap to.
        const auto isDense = [](const Contour& contour) { return contour.vertices.size() > 40; };
        const auto findEnd = [&](const Contour& contour, std::size_t i) {
            auto arc = findArc(contour, i);
            if (arc && isDense(contour) && std::abs(arc->sweep) < Pi / 2) arc.reset();
            return arc;
        };
        for (const Contour& opening : plate.profile->openings)
            for (std::size_t i = 0; i < opening.vertices.size(); ++i)
                if (const auto arc = findEnd(opening, i))
                    addCenter(opening.vertices.size() == 2 ? "hole" : "end of slot", arc->center);
        const Contour& outline = plate.profile->outline;
        for (std::size_t i = 0; i < outline.vertices.size(); ++i) {
            const Vec2 &from = outline.vertices[i].point, &to = outline.after(i).point;
            if (const auto arc = findEnd(outline, i)) addCenter("round end", arc->center);
            if (isDense(outline)) continue;
            const bool isCorner = !cornerAt(outline, i).isSmooth();
            for (const Real z : {-plate.halfThickness, plate.halfThickness}) {
                if (isCorner) add("corner", AtCorner, Vec3(from[0], from[1], z));
                if (outline.vertices[i].bulge == 0) addEdge(Vec3(from[0], from[1], z), Vec3(to[0], to[1], z));
            }
            if (isCorner)
                addEdge(Vec3(from[0], from[1], -plate.halfThickness), Vec3(from[0], from[1], plate.halfThickness));
        }
    }
    void operator()(const decor::Cylinder& cylinder) const {
        add("end", AtFace, Vec3(0, cylinder.halfHeight, 0));
        add("end", AtFace, Vec3(0, -cylinder.halfHeight, 0));
    }
};

void appendBodyFeatures(const CompiledModel& model, const State& s, const Element& body, std::vector<Feature>& all) {
    const Document& document = model.getDocument();
    const Transform X_GB = model.calcBodyPose(body.id, s);
    const auto add = [&](const std::string& what, const Place& place, Rank rank) {
        all.push_back({what + " of " + body.name, place, X_GB * calcStation(document, place), body.id, rank});
    };
    const Vec3 tip = calcTip(document, body.id);
    const Vec3 com = calcStation(document, Place{body.id, "massCenter", Vec3(0.)});
    const bool hasEnds = tip.norm() > 0;
    // Bodies that span two ends offer no corners; centered bodies do.
    const bool spans = isLink(document, body.id);
    if (hasEnds) add("tip", {body.id, "tip", Vec3(0.)}, AtEnd);
    add(spans ? "start" : "origin", {body.id, "origin", Vec3(0.)}, AtEnd);
    if (com.norm() > 0) add("center of mass", {body.id, "massCenter", Vec3(0.)}, AtMassCenter);
    std::vector<ShapePoint> points;
    for (const DecorativeGeometry& shape : calcBodyGeometry(document, body))
        if (shape.getElement() != body.id || !spans)
            std::visit(ShapePoints{shape.getTransform(), points}, shape.getShape());
    for (const ShapePoint& point : points) {
        add(point.what, {body.id, "origin", point.station}, point.rank);
        all.back().onSurface = !point.isInside;
        if (point.along) all.back().direction_G = X_GB.R() * *point.along;
        if (point.line) all.back().line_G = std::pair(X_GB * point.line->first, X_GB * point.line->second);
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
    if (spans) addAxis(Vec3(0.), tip);
    for (const DecorativeGeometry& shape : spans ? std::vector<DecorativeGeometry>{} : calcOwnGeometry(body))
        if (const auto* const cylinder = std::get_if<decor::Cylinder>(&shape.getShape())) {
            const Vec3 half(0, cylinder->halfHeight, 0);
            addAxis(shape.getTransform() * Vec3(-half), shape.getTransform() * half);
        }
}

/// The rotation or sliding axis of a joint with one coordinate.
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

std::vector<Feature> findFeatures(const CompiledModel& model, const State& s) {
    const Document& document = model.getDocument();
    std::vector<Feature> all{{"origin of Ground", Place{}, Vec3(0.), {}, AtJoint}};
    const auto anchored = [&](const Element& e, const std::string& socket) {
        const TypeDescriptor& type = typeOf(e);
        const std::string key = *pointPropertyOf(type, socket);
        return Place{e.reference(socket), e.valueAs<std::string>(type, key + "Anchor"), e.valueAs<Vec3>(type, key)};
    };
    for (ElementId id : document.elementsOf("joint")) {
        // The frame of a floating body on Ground is nothing to snap to.
        if (!model.findJointFrame(id, s) || floatingJointOf(document, document.get(id).reference("child")) == id)
            continue;
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

bool isLink(const Document& document, ElementId body) {
    if (!body.isValid()) return false;
    constexpr Real same = 1e-6;
    const Vec3 tip = calcStation(document, {body, "tip", Vec3(0.)});
    const Vec3 center = calcStation(document, {body, "massCenter", Vec3(0.)});
    return tip.norm() > 0 && Vec3(center - tip / 2).norm() < same * tip.norm();
}

std::optional<Vec3> findPlaneNormal(const CompiledModel& model, const State& s) {
    constexpr Real parallel = 1 - 1e-9, perpendicular = 1e-6;
    const Document& document = model.getDocument();
    const BuiltSystem& built = *model.getData().built;
    std::vector<Vec3> turning, sliding;
    for (const ElementId id : document.elementsOf("joint")) {
        const auto index = built.joints.find(id);
        if (index == built.joints.end() || floatingJointOf(document, document.get(id).reference("child")) == id)
            continue;
        const int nu = built.matter->getTree(s)[index->second].nu;
        if (nu == 0) continue;
        const TypeDescriptor& type = typeOf(document.get(id));
        const auto axis_F = mainAxisOf(type);
        const auto turning_F = turningAxisOf(type);
        if ((nu > 1 && !turning_F) || !axis_F) return std::nullopt;
        const Rotation R_GF = model.findJointFrame(id, s)->R();
        (slides(type) ? sliding : turning).push_back(R_GF * *axis_F);
        if (turning_F) turning.push_back(R_GF * *turning_F);
    }
    if (turning.empty()) return std::nullopt;
    const Vec3 normal = turning.front();
    const bool isPlanar =
        std::ranges::all_of(turning, [&](const Vec3& axis) { return std::abs(axis.dot(normal)) > parallel; }) &&
        std::ranges::all_of(sliding, [&](const Vec3& axis) { return std::abs(axis.dot(normal)) < perpendicular; });
    return isPlanar ? std::optional(normal) : std::nullopt;
}

}  // namespace trammel
