// SPDX-License-Identifier: Apache-2.0
#include "export/drawing_sheet.h"

#include <algorithm>
#include <cmath>

#include "compile/catalog.h"
#include "compile/loops.h"
#include "decoration/surface.h"
#include "inspect/up_direction.h"

namespace trammel {

namespace {

/// Edges whose faces bend by more are drawn.
const Real sharpCosine = std::cos(25 * Pi / 180);
/// Axes that differ by less are parallel.
constexpr Real parallel = 0.999;

/// Springs, cables and rods as lines.
struct LineMaker {
    const DrawingSheet& sheet;
    Transform X;

    std::vector<Vec2> operator()(const decor::Line& line) const { return path({line.from, line.to}); }
    std::vector<Vec2> operator()(const decor::Polyline& line) const {
        std::vector<Vec3> points = line.points;
        if (line.closed && !points.empty()) points.push_back(points.front());
        return path(points);
    }
    /// A zigzag with straight ends.
    std::vector<Vec2> operator()(const decor::Spring& spring) const {
        const Vec2 from = sheet.flatten(X * spring.from), to = sheet.flatten(X * spring.to);
        const Vec2 along = to - from;
        const Real length = along.norm();
        if (!(length > 0)) return {};
        const Vec2 across(-along[1] / length * spring.radius, along[0] / length * spring.radius);
        std::vector<Vec2> points{from};
        const int teeth = 2 * spring.turns;
        for (int i = 0; i <= teeth; ++i) {
            const Real side = i == 0 || i == teeth ? 0 : (i % 2 == 0 ? 1 : -1);
            points.push_back(from + along * (0.15 + 0.7 * i / teeth) + across * side);
        }
        points.push_back(to);
        return points;
    }
    template <class Shape>
    std::vector<Vec2> operator()(const Shape&) const {
        return {};
    }

private:
    std::vector<Vec2> path(const std::vector<Vec3>& points) const {
        std::vector<Vec2> flatPoints;
        flatPoints.reserve(points.size());
        for (const Vec3& p : points) flatPoints.push_back(sheet.flatten(X * p));
        return flatPoints;
    }
};

}  // namespace

DrawingSheet chooseSheet(const CompiledModel& model, const State& state) {
    const Document& document = model.getDocument();
    int votes[] = {0, 0, 1};
    for (const ElementId id : document.elementsOf("joint"))
        if (const auto X_GF = model.findJointFrame(id, state); X_GF && isPlanarPivot(document.get(id)))
            for (int axis = 0; axis < 3; ++axis) votes[axis] += std::abs(X_GF->R().col(2)[axis]) > parallel ? 2 : 0;
    const auto most = std::distance(votes, std::max_element(votes, votes + 3));
    DrawingSheet sheet;
    sheet.normal = Vec3(most == 0, most == 1, most == 2);
    sheet.up = upDirection(document);
    if (std::abs(sheet.up.dot(sheet.normal)) > 0.9) sheet.up = most == 2 ? Vec3(0, 1, 0) : Vec3(0, 0, 1);
    sheet.up = Vec3(sheet.up - sheet.normal * sheet.up.dot(sheet.normal)).normalized();
    sheet.right = sheet.up.cross(sheet.normal);
    return sheet;
}

std::vector<DrawnPivot> collectPivots(const CompiledModel& model, const State& state, const DrawingSheet& sheet) {
    const Document& document = model.getDocument();
    std::vector<DrawnPivot> pivots;
    const auto add = [&](const Vec3& axis_G, const Vec3& p_G, bool isOnGround) {
        if (std::abs(axis_G.dot(sheet.normal)) > parallel) pivots.push_back({sheet.flatten(p_G), isOnGround});
    };
    for (const ElementId id : document.elementsOf("joint"))
        if (const auto X_GF = model.findJointFrame(id, state); X_GF && isPlanarPivot(document.get(id)))
            add(X_GF->R().col(2), X_GF->p(), !document.get(id).reference("parent").isValid());
    for (const ElementId id : document.elementsOf("constraint"))
        if (const auto site = isPlanarPivot(document.get(id)) ? findClosureSite(model, state, id) : std::nullopt)
            add(site->axis_G, calcPosition(model, state, site->first),
                !site->first.body.isValid() || !site->second.body.isValid());
    return pivots;
}

std::vector<std::vector<Vec2>> collectEdges(const DrawingSheet& sheet, const Scene& scene,
                                            const SceneSurface& surface) {
    std::vector<Vec2> points;
    points.reserve(surface.mesh->vertices.size());
    for (std::size_t v = 0; v < surface.mesh->vertices.size(); ++v)
        points.push_back(sheet.flatten(placeVertex(scene, surface, v)));
    const Rotation R = scene.bodyPoses[surface.body].R() * surface.X_BD.R();
    std::vector<std::vector<Vec2>> lines;
    for (const SurfaceEdge& edge : edgesOf(*surface.mesh)) {
        const Vec3 n1 = edge.normals[0].elementwiseDivide(surface.scale).normalized(),
                   n2 = edge.normals[1].elementwiseDivide(surface.scale).normalized();
        const Real first = sheet.normal.dot(R * n1), second = sheet.normal.dot(R * n2);
        constexpr Real facing = 1e-6;
        const bool isOutline = (first > facing) != (second > facing);
        const bool isSharp = first > facing && second > facing && n1.dot(n2) < sharpCosine;
        if (isOutline || isSharp) lines.push_back({points[edge.from], points[edge.to]});
    }
    return lines;
}

bool isDrawnAsLine(const DecorativeGeometry& geometry) {
    return (geometry.getRole() == DecorationRole::Force || geometry.getRole() == DecorationRole::Constraint) &&
           geometry.getRepresentation() != Representation::Hide;
}

std::vector<Vec2> lineOf(const DrawingSheet& sheet, const Scene& scene, const DecorativeGeometry& geometry) {
    const Transform X = scene.bodyPoses[std::size_t(geometry.getBodyId())] * geometry.getTransform();
    return std::visit(LineMaker{sheet, X}, geometry.getShape());
}

}  // namespace trammel
