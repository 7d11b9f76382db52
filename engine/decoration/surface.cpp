// SPDX-License-Identifier: Apache-2.0
#include "decoration/surface.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "decoration/extrude.h"
#include "decoration/one_of.h"

namespace trammel {

namespace {

/// A point of a meridian: distance from the y axis, and height.
using MeridianPoint = Vec2;

int piecesOf(Real angle, Real step) { return std::max(3, int(std::ceil(angle / step - 1e-9))); }

void addTriangle(TriangleMesh& mesh, std::size_t a, std::size_t b, std::size_t c) {
    for (const std::size_t v : {a, b, c}) mesh.triangles.push_back(static_cast<std::uint32_t>(v));
}

/// Revolves a meridian, whose ends lie on the y axis, about it; from the lowest point up.
TriangleMesh revolve(const std::vector<MeridianPoint>& meridian, Real step) {
    TriangleMesh mesh;
    const auto around = std::size_t(piecesOf(2 * Pi, step));
    mesh.vertices.emplace_back(0, meridian.front()[1], 0);
    for (std::size_t k = 1; k + 1 < meridian.size(); ++k)
        for (std::size_t i = 0; i < around; ++i) {
            const Real angle = 2 * Pi * Real(i) / Real(around);
            mesh.vertices.emplace_back(meridian[k][0] * std::cos(angle), meridian[k][1],
                                       meridian[k][0] * std::sin(angle));
        }
    mesh.vertices.emplace_back(0, meridian.back()[1], 0);
    const std::size_t rings = meridian.size() - 2, top = mesh.vertices.size() - 1;
    for (std::size_t i = 0; i < around; ++i) {
        const std::size_t next = (i + 1) % around;
        addTriangle(mesh, 0, 1 + i, 1 + next);
        for (std::size_t k = 0; k + 1 < rings; ++k) {
            const std::size_t low = 1 + k * around, high = low + around;
            addTriangle(mesh, low + i, high + i, low + next);
            addTriangle(mesh, low + next, high + i, high + next);
        }
        const std::size_t last = 1 + (rings - 1) * around;
        addTriangle(mesh, last + i, top, last + next);
    }
    return mesh;
}

/// A meridian of an arc about (0, y), from angle @p from to @p to above the equator.
void addArc(std::vector<MeridianPoint>& meridian, Real radius, Real y, Real from, Real to, Real step) {
    const int pieces = piecesOf(to - from, step);
    for (int i = 0; i <= pieces; ++i) {
        const Real angle = from + (to - from) * i / pieces;
        meridian.emplace_back(radius * std::cos(angle), y + radius * std::sin(angle));
    }
}

TriangleMesh makeBrick(const Vec3& half) {
    TriangleMesh mesh;
    for (int i = 0; i < 8; ++i)
        mesh.vertices.emplace_back((i & 1) ? half[0] : -half[0], (i & 2) ? half[1] : -half[1],
                                   (i & 4) ? half[2] : -half[2]);
    constexpr std::size_t faces[6][4] = {{1, 3, 7, 5}, {0, 4, 6, 2}, {2, 6, 7, 3},
                                         {0, 1, 5, 4}, {4, 5, 7, 6}, {0, 2, 3, 1}};
    for (const auto& face : faces) {
        addTriangle(mesh, face[0], face[1], face[2]);
        addTriangle(mesh, face[0], face[2], face[3]);
    }
    return mesh;
}

TriangleMesh makeTorus(const decor::Torus& torus, Real step) {
    TriangleMesh mesh;
    const auto around = std::size_t(piecesOf(2 * Pi, step)), tube = std::size_t(piecesOf(2 * Pi, 2 * step));
    for (std::size_t i = 0; i < around; ++i)
        for (std::size_t j = 0; j < tube; ++j) {
            const Real a = 2 * Pi * Real(i) / Real(around), b = 2 * Pi * Real(j) / Real(tube);
            const Real reach = torus.ringRadius + torus.tubeRadius * std::cos(b);
            mesh.vertices.emplace_back(reach * std::cos(a), reach * std::sin(a), torus.tubeRadius * std::sin(b));
        }
    for (std::size_t i = 0; i < around; ++i)
        for (std::size_t j = 0; j < tube; ++j) {
            const std::size_t here = i * tube, there = (i + 1) % around * tube, next = (j + 1) % tube;
            addTriangle(mesh, here + j, there + j, here + next);
            addTriangle(mesh, here + next, there + j, there + next);
        }
    return mesh;
}

/// Makes surfaces, one function for each kind.
struct SurfaceMaker {
    Real step;
    using Made = std::shared_ptr<const TriangleMesh>;
    static Made share(TriangleMesh mesh) { return std::make_shared<const TriangleMesh>(std::move(mesh)); }

    Made operator()(const decor::Sphere& s) const { return (*this)(decor::Ellipsoid{Vec3(s.radius)}); }
    Made operator()(const decor::Ellipsoid& s) const {
        std::vector<MeridianPoint> meridian;
        addArc(meridian, 1, 0, -Pi / 2, Pi / 2, step);
        TriangleMesh mesh = revolve(meridian, step);
        for (Vec3& v : mesh.vertices) v = Vec3(v.cwiseProduct(s.radii));
        return share(std::move(mesh));
    }
    Made operator()(const decor::Brick& s) const { return share(makeBrick(s.halfLengths)); }
    Made operator()(const decor::Cylinder& s) const {
        const Real r = s.radius, h = s.halfHeight;
        return share(revolve({{0, -h}, {r, -h}, {r, h}, {0, h}}, step));
    }
    Made operator()(const decor::Capsule& s) const {
        std::vector<MeridianPoint> meridian;
        addArc(meridian, s.radius, -s.halfHeight, -Pi / 2, 0, step);
        addArc(meridian, s.radius, s.halfHeight, 0, Pi / 2, step);
        return share(revolve(meridian, step));
    }
    Made operator()(const decor::Cone& s) const { return share(revolve({{0, 0}, {s.radius, 0}, {0, s.height}}, step)); }
    Made operator()(const decor::Torus& s) const { return share(makeTorus(s, step)); }
    Made operator()(const decor::Mesh& s) const { return s.mesh; }
    Made operator()(const decor::Extrusion& s) const { return share(extrude(*s.profile, s.halfThickness, step)); }
    template <OneOf<decor::Point, decor::Line, decor::Polyline, decor::Circle, decor::Frame, decor::Arrow,
                    decor::Spring, decor::Text>
                  Shape>
    Made operator()(const Shape&) const {
        return nullptr;
    }
};

/// Twice the area of a triangle along its normal.
Vec3 areaVector(const TriangleMesh& surface, std::size_t triangle) {
    const std::uint32_t* const corner = &surface.triangles[3 * triangle];
    const Vec3 &a = surface.vertices[corner[0]], &b = surface.vertices[corner[1]], &c = surface.vertices[corner[2]];
    return Vec3(Vec3(b - a).cross(Vec3(c - a)));
}

}  // namespace

std::shared_ptr<const TriangleMesh> surfaceOf(const DecorativeShape& shape, Real step) {
    return std::visit(SurfaceMaker{step}, shape);
}

std::vector<SurfaceEdge> edgesOf(const TriangleMesh& surface) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, SurfaceEdge> edges;
    for (std::size_t t = 0; t < surface.triangles.size() / 3; ++t) {
        const Vec3 area = areaVector(surface, t);
        const Real size = area.norm();
        if (!(size > 0)) continue;
        const Vec3 normal = area / size;
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t a = surface.triangles[3 * t + k], b = surface.triangles[3 * t + (k + 1) % 3];
            const auto [edge, isNew] = edges.try_emplace(std::minmax(a, b), SurfaceEdge{a, b, {normal, normal}});
            if (!isNew) edge->second.normals[1] = normal;
        }
    }
    std::vector<SurfaceEdge> all;
    all.reserve(edges.size());
    for (const auto& [pair, edge] : edges) all.push_back(edge);
    return all;
}

std::vector<Vec3> cornerNormals(const TriangleMesh& surface) {
    static const Real creaseCosine = std::cos(40 * Pi / 180);
    const std::size_t triangles = surface.triangles.size() / 3;
    std::vector<Vec3> areas;
    std::vector<std::vector<std::size_t>> trianglesAt(surface.vertices.size());
    for (std::size_t t = 0; t < triangles; ++t) {
        areas.push_back(areaVector(surface, t));
        for (std::size_t k = 0; k < 3; ++k) trianglesAt[surface.triangles[3 * t + k]].push_back(t);
    }
    std::vector<Vec3> normals;
    for (std::size_t corner = 0; corner < 3 * triangles; ++corner) {
        const Vec3& own = areas[corner / 3];
        Vec3 sum(0.);
        for (const std::size_t t : trianglesAt[surface.triangles[corner]])
            if (areas[t].dot(own) >= creaseCosine * areas[t].norm() * own.norm()) sum += areas[t];
        const Real size = sum.norm();
        normals.push_back(size > 0 ? Vec3(sum / size) : Vec3(0, 0, 1));
    }
    return normals;
}

}  // namespace trammel
