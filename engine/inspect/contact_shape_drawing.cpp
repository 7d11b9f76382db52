// SPDX-License-Identifier: Apache-2.0
#include "inspect/contact_shape_drawing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "contact/shapes/ball.h"
#include "contact/shapes/box.h"
#include "contact/shapes/capsule.h"
#include "contact/shapes/cone.h"
#include "contact/shapes/cylinder.h"
#include "contact/shapes/ellipsoid.h"
#include "contact/shapes/half_space.h"
#include "contact/shapes/mesh.h"
#include "contact/shapes/polyhedron.h"

namespace trammel {

namespace {

constexpr int PiecesOfQuarter = 8;

/// A single line that runs along several curves: one thing to draw.
struct Line {
    std::vector<Vec3> points;

    /// Quarters of the ellipse center + cos(a) u + sin(a) v, from @p first on.
    void addArc(const Vec3& center, const Vec3& u, const Vec3& v, int first, int quarters) {
        for (int i = 0; i <= quarters * PiecesOfQuarter; ++i) {
            const Real angle = Pi / 2 * (first + Real(i) / PiecesOfQuarter);
            points.emplace_back(center + std::cos(angle) * u + std::sin(angle) * v);
        }
    }
    DecorativeGeometry draw() && { return DecorativeGeometry(decor::Polyline{std::move(points), true}); }
};

/// Three ellipses in the coordinate planes.
DecorativeGeometry drawEllipsoid(const Vec3& radii) {
    const Vec3 x(radii[0], 0, 0), y(0, radii[1], 0), z(0, 0, radii[2]), center(0.);
    Line line;
    line.addArc(center, x, y, 0, 1);
    line.addArc(center, y, z, 0, 4);
    line.addArc(center, x, y, 1, 3);
    line.addArc(center, x, z, 0, 4);
    return std::move(line).draw();
}

/// Two circles and two outlines along the axis.
DecorativeGeometry drawCapsule(Real radius, Real halfLength) {
    const Vec3 x(radius, 0, 0), y(0, radius, 0), z(0, 0, radius), top(0, halfLength, 0);
    const auto addOutline = [&](Line& line, const Vec3& side) {
        line.addArc(top, side, y, 0, 2);
        line.addArc(Vec3(-top), side, y, 2, 2);
    };
    Line line;
    line.addArc(top, x, z, 0, 4);
    addOutline(line, x);
    line.addArc(Vec3(-top), x, z, 0, 4);
    line.points.emplace_back(top + x);
    line.addArc(top, x, z, 0, 1);
    addOutline(line, z);
    line.points.emplace_back(top + z);
    line.addArc(top, x, z, 1, 3);
    return std::move(line).draw();
}

/// Two circles and four lines along the axis.
DecorativeGeometry drawCylinder(Real radius, Real halfLength) {
    const Vec3 x(radius, 0, 0), z(0, 0, radius), top(0, halfLength, 0), bottom = -top;
    Line line;
    line.addArc(top, x, z, 0, 4);
    line.addArc(bottom, x, z, 0, 5);
    line.addArc(top, x, z, 1, 1);
    line.addArc(bottom, x, z, 2, 1);
    line.addArc(top, x, z, 3, 1);
    return std::move(line).draw();
}

DecorativeGeometry drawCone(Real radius, Real height) {
    const Vec3 x(radius, 0, 0), z(0, 0, radius), base(0.), tip(0, height, 0);
    Line line;
    line.addArc(base, x, z, 0, 4);
    line.points.push_back(tip);
    line.addArc(base, x, z, 2, 1);
    line.points.push_back(tip);
    line.addArc(base, x, z, 1, 3);
    return std::move(line).draw();
}

/// The twelve edges.
DecorativeGeometry drawBox(const Vec3& h) {
    Line line;
    const auto add = [&](Real side, std::initializer_list<int> corners) {
        for (const int corner : corners)
            line.points.emplace_back((corner & 1 ? 1 : -1) * h[0], (corner & 2 ? 1 : -1) * h[1], side * h[2]);
    };
    add(-1, {0, 1, 3, 2, 0});
    add(1, {0, 1, 3, 2, 0, 1});
    add(-1, {1, 3});
    add(1, {3, 2});
    add(-1, {2});
    return std::move(line).draw();
}

/// In place of a shape of an unknown kind.
ContactShapeDrawing drawBounds(const AxisBox& bounds) {
    DecorativeGeometry box = drawBox(Vec3((bounds.upper - bounds.lower) / 2));
    return {box.setTransform(Transform(Vec3((bounds.lower + bounds.upper) / 2))), true};
}

DecorativeGeometry drawFacets(const Facets& facets) {
    auto mesh = std::make_shared<TriangleMesh>();
    mesh->vertices = facets.vertices;
    for (const Facets::Face& face : facets.faces)
        for (int k = 1; k + 1 < face.count; ++k)
            for (const int corner : {0, k, k + 1})
                mesh->triangles.push_back(std::uint32_t(facets.corners[std::size_t(face.first + corner)]));
    return DecorativeGeometry(decor::Mesh{std::move(mesh)});
}

/// The triangles between the first vertices in cubic cells, of which there are @p cells along the longest side.
TriangleMesh coarsen(const MeshContactShape& shape, int cells) {
    const AxisBox bounds = shape.calcBounds();
    const Real side = Vec3(bounds.upper - bounds.lower).maxCoeff() / cells;
    TriangleMesh coarse;
    std::map<std::array<int, 3>, std::uint32_t> known;
    std::vector<std::uint32_t> indexOf;
    indexOf.reserve(shape.vertices().size());
    for (const Vec3& p : shape.vertices()) {
        std::array<int, 3> cell{};
        for (int axis = 0; axis < 3; ++axis)
            cell[std::size_t(axis)] = int(std::floor((p[axis] - bounds.lower[axis]) / side));
        const auto [entry, isNew] = known.try_emplace(cell, std::uint32_t(coarse.vertices.size()));
        if (isNew) coarse.vertices.push_back(p);
        indexOf.push_back(entry->second);
    }
    std::set<std::array<std::uint32_t, 3>> drawn;
    for (const MeshContactShape::Triangle& t : shape.triangles()) {
        std::array<std::uint32_t, 3> corners{};
        for (std::size_t k = 0; k < 3; ++k) corners[k] = indexOf[std::size_t(t.corners[k])];
        std::array<std::uint32_t, 3> sorted = corners;
        std::ranges::sort(sorted);
        if (sorted[0] == sorted[1] || sorted[1] == sorted[2] || !drawn.insert(sorted).second) continue;
        coarse.triangles.insert(coarse.triangles.end(), corners.begin(), corners.end());
    }
    return coarse;
}

ContactShapeDrawing drawMesh(const MeshContactShape& shape) {
    auto mesh = std::make_shared<TriangleMesh>();
    const bool isLarge = shape.triangles().size() > MostContactTriangles;
    if (isLarge) {
        constexpr int finest = 20;
        for (int cells = finest; cells >= 1; cells /= 2) {
            *mesh = coarsen(shape, cells);
            if (mesh->triangles.size() / 3 <= MostContactTriangles) break;
        }
    } else {
        mesh->vertices = shape.vertices();
        for (const MeshContactShape::Triangle& t : shape.triangles())
            for (const int corner : t.corners) mesh->triangles.push_back(std::uint32_t(corner));
    }
    return {DecorativeGeometry(decor::Mesh{std::move(mesh)}), isLarge};
}

ContactShapeDrawing draw(const ContactShape& shape) {
    if (const auto* const ball = dynamic_cast<const BallContactShape*>(&shape))
        return {drawEllipsoid(Vec3(ball->radius()))};
    if (const auto* const box = dynamic_cast<const BoxContactShape*>(&shape)) return {drawBox(box->halfLengths())};
    if (const auto* const capsule = dynamic_cast<const CapsuleContactShape*>(&shape))
        return {drawCapsule(capsule->radius(), capsule->halfLength())};
    if (const auto* const cylinder = dynamic_cast<const CylinderContactShape*>(&shape))
        return {drawCylinder(cylinder->radius(), cylinder->halfLength())};
    if (const auto* const cone = dynamic_cast<const ConeContactShape*>(&shape))
        return {drawCone(cone->radius(), cone->height())};
    if (const auto* const ellipsoid = dynamic_cast<const EllipsoidContactShape*>(&shape))
        return {drawEllipsoid(ellipsoid->radii())};
    if (const auto* const polyhedron = dynamic_cast<const PolyhedronContactShape*>(&shape))
        return {drawFacets(polyhedron->facets())};
    if (const auto* const mesh = dynamic_cast<const MeshContactShape*>(&shape)) return drawMesh(*mesh);
    return drawBounds(shape.calcBounds());
}

/// Drawings of shapes that exist.
class KnownDrawings {
public:
    const ContactShapeDrawing& of(const std::shared_ptr<const ContactShape>& shape) {
        removeExpired();
        Entry& entry = entries_[shape.get()];
        // Another shape may lie where one was deleted.
        if (entry.shape.lock() != shape) entry = {shape, draw(*shape)};
        return entry.drawing;
    }

private:
    struct Entry {
        std::weak_ptr<const ContactShape> shape;
        ContactShapeDrawing drawing;
    };

    void removeExpired() {
        if (entries_.size() < nextCheck_) return;
        std::erase_if(entries_, [](const auto& entry) { return entry.second.shape.expired(); });
        constexpr std::size_t least = 64;
        nextCheck_ = std::max(least, 2 * entries_.size());
    }

    std::map<const ContactShape*, Entry> entries_;
    std::size_t nextCheck_ = 0;
};

}  // namespace

ContactShapeDrawing drawContactShape(const std::shared_ptr<const ContactShape>& shape, Real size) {
    if (dynamic_cast<const HalfSpaceContactShape*>(shape.get())) {
        const Vec3 half(size, 1e-3 * size, size);
        DecorativeGeometry square = drawBox(half);
        return {square.setTransform(Transform(Vec3(0, -half[1], 0)))};
    }
    thread_local KnownDrawings known;
    return known.of(shape);
}

}  // namespace trammel
