// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/random_solids.h"

#include <algorithm>
#include <array>

#include "contact/shapes/ball.h"
#include "contact/shapes/box.h"
#include "contact/shapes/capsule.h"
#include "contact/shapes/cone.h"
#include "contact/shapes/cylinder.h"
#include "contact/shapes/ellipsoid.h"
#include "contact/shapes/half_space.h"
#include "contact/shapes/mesh.h"
#include "contact/shapes/polyhedron.h"

namespace trammel::test {

namespace {

void addWidths(RandomSolid& solid, const Vec3& half) {
    solid.thin = 2 * half.minCoeff();
    solid.size = 2 * half.maxCoeff();
}

void addDirection(std::vector<Vec3>& all, const Vec3& d) {
    for (const Vec3& known : all)
        if (std::abs(known.dot(d)) > 1 - 1e-12) return;
    all.push_back(d);
}

ConvexPart partOf(std::vector<Vec3> corners) {
    ConvexPart part;
    // Planes through three corners with all others on one side.
    for (std::size_t i = 0; i < corners.size(); ++i)
        for (std::size_t j = i + 1; j < corners.size(); ++j)
            for (std::size_t k = j + 1; k < corners.size(); ++k) {
                const Vec3 a = corners[j] - corners[i], b = corners[k] - corners[i], n = a.cross(b);
                if (!(n.norm() > 1e-9 * a.norm() * b.norm())) continue;
                const Vec3 unit = Vec3(n / n.norm());
                Real low = Infinity, high = -Infinity;
                for (const Vec3& p : corners) {
                    low = std::min(low, unit.dot(p));
                    high = std::max(high, unit.dot(p));
                }
                const Real at = unit.dot(corners[i]), near = 1e-12 * (high - low);
                if (at < high - near && at > low + near) continue;
                const Vec3 outward = at < high - near ? Vec3(-unit) : unit;
                if (std::ranges::none_of(part.normals,
                                         [&](const Vec3& known) { return known.dot(outward) > 1 - 1e-12; }))
                    part.normals.push_back(outward);
                for (const Vec3& edge : {a, b, Vec3(b - a)}) addDirection(part.edges, edge.normalize());
            }
    part.support = [corners = std::move(corners)](const Vec3& d) {
        const Vec3* best = &corners[0];
        for (const Vec3& p : corners)
            if (d.dot(p) > d.dot(*best)) best = &p;
        return *best;
    };
    return part;
}

std::vector<Vec3> boxCorners(const Vec3& half) {
    std::vector<Vec3> corners;
    for (int i = 0; i < 8; ++i)
        corners.emplace_back(i & 1 ? half[0] : -half[0], i & 2 ? half[1] : -half[1], i & 4 ? half[2] : -half[2]);
    return corners;
}

/// A channel: three walls along z, with the outline in units of @p unit.
void makeChannel(RandomSolid& solid, Real unit, Real length) {
    const std::array<Vec2, 8> outline = {Vec2(0, 0), Vec2(3, 0), Vec2(3, 3), Vec2(2, 3),
                                         Vec2(2, 1), Vec2(1, 1), Vec2(1, 3), Vec2(0, 3)};
    TriangleMesh mesh;
    for (const Real z : {0., length})
        for (const Vec2& p : outline) mesh.vertices.emplace_back(unit * (p[0] - 1.5), unit * (p[1] - 1.5), z);
    constexpr std::uint32_t cap[] = {7, 0, 5, 7, 5, 6, 0, 1, 4, 0, 4, 5, 1, 2, 4, 2, 3, 4};
    for (std::size_t i = 0; i < std::size(cap); i += 3) {
        for (const std::size_t k : {0, 2, 1}) mesh.triangles.push_back(cap[i + k]);
        for (const std::size_t k : {0, 1, 2}) mesh.triangles.push_back(cap[i + k] + 8);
    }
    for (std::uint32_t i = 0; i < 8; ++i) {
        const std::uint32_t j = (i + 1) % 8;
        for (const std::uint32_t v : {i, j, j + 8, i, j + 8, i + 8}) mesh.triangles.push_back(v);
    }
    solid.shape = std::move(*MeshContactShape::create(mesh, "mesh").value);
    for (const auto& part : {std::array{0, 5, 6, 7}, std::array{0, 1, 4, 5}, std::array{1, 2, 3, 4}}) {
        std::vector<Vec3> corners;
        for (const int i : part)
            for (const int top : {0, 8}) corners.push_back(mesh.vertices[std::size_t(i + top)]);
        solid.parts.push_back(partOf(corners));
    }
    solid.thin = std::min(unit, length);
    solid.size = std::max(3 * unit, length);
}

}  // namespace

RandomSolid makeSolid(std::string_view kind, Real size, Dice& dice) {
    RandomSolid solid;
    const Vec3 half = size / 2 * Vec3(dice.real(0.1, 1), dice.real(0.1, 1), dice.real(0.1, 1));
    addWidths(solid, half);
    ConvexPart part;
    if (kind == "halfSpace") {
        solid.shape = std::make_unique<HalfSpaceContactShape>();
        solid.thin = solid.size = Infinity;
        return solid;
    }
    if (kind == "ball") {
        const Real r = half[0];
        solid.shape = std::make_unique<BallContactShape>(r);
        addWidths(solid, Vec3(r));
        part.rounding = r;
        part.support = [](const Vec3&) { return Vec3(0.); };
    } else if (kind == "capsule") {
        const Real r = half[0], h = half[1];
        solid.shape = std::make_unique<CapsuleContactShape>(r, h);
        addWidths(solid, Vec3(r, r + h, r));
        part.rounding = r;
        part.support = [h](const Vec3& d) { return Vec3(0, d[1] < 0 ? -h : h, 0); };
    } else if (kind == "box") {
        solid.shape = std::make_unique<BoxContactShape>(half);
        part = partOf(boxCorners(half));
    } else if (kind == "cylinder") {
        const Real r = half[0], h = half[1];
        solid.shape = std::make_unique<CylinderContactShape>(r, h);
        addWidths(solid, Vec3(r, h, r));
        solid.facetError = 0.012 * r;
        part.normals = {Vec3(0, 1, 0), Vec3(0, -1, 0)};
        part.edges = {Vec3(0, 1, 0)};
        part.support = [r, h](const Vec3& d) {
            const Real across = std::hypot(d[0], d[2]), share = across > 0 ? r / across : 0;
            return Vec3(share * d[0], d[1] < 0 ? -h : h, share * d[2]);
        };
    } else if (kind == "ellipsoid") {
        solid.shape = std::make_unique<EllipsoidContactShape>(half);
        part.support = [half](const Vec3& d) {
            Vec3 p;
            for (int i = 0; i < 3; ++i) p[i] = half[i] * d[i];
            const Real norm = p.norm();
            for (int i = 0; i < 3; ++i) p[i] *= half[i] / norm;
            return p;
        };
    } else if (kind == "cone") {
        const Real r = half[0], h = 2 * half[1];
        solid.shape = std::make_unique<ConeContactShape>(r, h);
        solid.thin = std::min(h, 2 * r * h / std::hypot(r, h));
        solid.size = std::max(2 * r, h);
        solid.facetError = 0.012 * r;
        part.normals = {Vec3(0, -1, 0)};
        part.support = [r, h](const Vec3& d) {
            const Real across = std::hypot(d[0], d[2]), share = across > 0 ? r / across : 0;
            const Vec3 apex(0, h, 0), rim(share * d[0], 0, share * d[2]);
            return d.dot(apex) > d.dot(rim) ? apex : rim;
        };
    } else if (kind == "polyhedron") {
        std::vector<Vec3> corners;
        for (int n = int(dice.real(5, 24)); n > 0; --n) {
            Vec3 p = dice.direction();
            for (int i = 0; i < 3; ++i) p[i] *= half[i];
            corners.push_back(p);
        }
        solid.shape = std::move(*PolyhedronContactShape::create(corners, "polyhedron").value);
        part = partOf(corners);
        solid.thin = solid.shape->smallestThickness();
    } else {
        const Real form = dice.real(0, 3);
        if (form < 1) {
            makeChannel(solid, size / 3, size * dice.real(0.2, 1));
            return solid;
        }
        const TriangleMesh mesh =
            form < 2 ? boxMesh(half, int(dice.real(1, 5))) : ballMesh(half[0], int(dice.real(3, 6)));
        solid.shape = std::move(*MeshContactShape::create(mesh, "mesh").value);
        if (form < 2) {
            part = partOf(boxCorners(half));
        } else {
            addWidths(solid, Vec3(half[0]));
            part = partOf(mesh.vertices);
        }
    }
    solid.parts.push_back(std::move(part));
    return solid;
}

Rotation nearlyFlush(Dice& dice) {
    Rotation R;
    for (const Vec3& axis : {Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)})
        R = Rotation(Pi / 2 * int(dice.real(0, 4)), axis) * R;
    if (dice.real(0, 1) < 0.5) R = Rotation(std::pow(10, dice.real(-12, -2)), dice.direction()) * R;
    return R;
}

Transform findTouch(const Pair& pair, const Rotation& R, const Vec3& offset, const Vec3& toward) {
    const Real far = 2 * ((pair.hasPlane() ? 0 : pair.A.size) + pair.B.size);
    Real outside = -far, inside = 0;
    const auto at = [&](Real s) { return Transform(R, offset + Vec3(s * toward)); };
    if (pair.hasPlane()) return at(pair.depthBelow(at(0)) / toward[1]);
    for (int i = 0; i < 56; ++i) {
        const Real s = (outside + inside) / 2;
        (pair.calcDistance(at(s), 0).first > 0 ? outside : inside) = s;
    }
    return at(inside);
}

}  // namespace trammel::test
