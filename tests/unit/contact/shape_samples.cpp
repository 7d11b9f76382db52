// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/contact/shape_samples.h"

#include <algorithm>
#include <array>
#include <map>

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

const std::string_view shapeKinds[9] = {"halfSpace", "ball", "capsule",    "box", "cylinder",
                                        "ellipsoid", "cone", "polyhedron", "mesh"};

std::vector<ShapePair> supportedPairs() {
    std::vector<ShapePair> all;
    for (std::size_t i = 0; i < std::size(shapeKinds); ++i)
        for (std::size_t j = std::max<std::size_t>(i, 1); j < std::size(shapeKinds); ++j)
            all.emplace_back(shapeKinds[i], shapeKinds[j]);
    return all;
}

Vec3 Dice::direction() {
    while (true) {
        const Vec3 v(real(-1, 1), real(-1, 1), real(-1, 1));
        if (v.norm() < 1 && v.norm() > 0.1) return v.normalize();
    }
}

Rotation Dice::rotation() { return Rotation(real(-Pi, Pi), direction()); }

std::unique_ptr<ContactShape> makeShape(std::string_view kind, Real size) {
    if (kind == "halfSpace") return std::make_unique<HalfSpaceContactShape>();
    if (kind == "ball") return std::make_unique<BallContactShape>(0.5 * size);
    if (kind == "capsule") return std::make_unique<CapsuleContactShape>(0.25 * size, 0.5 * size);
    if (kind == "box") return std::make_unique<BoxContactShape>(size * Vec3(0.5, 0.375, 0.625));
    if (kind == "cylinder") return std::make_unique<CylinderContactShape>(0.5 * size, 0.375 * size);
    if (kind == "ellipsoid") return std::make_unique<EllipsoidContactShape>(size * Vec3(0.5, 0.375, 0.625));
    if (kind == "cone") return std::make_unique<ConeContactShape>(0.5 * size, 0.875 * size);
    if (kind == "mesh") return std::move(*MeshContactShape::create(ballMesh(0.5 * size, 8), "mesh").value);
    Dice dice(7);
    std::vector<Vec3> corners;
    for (int i = 0; i < 16; ++i) corners.push_back(dice.real(0.4, 0.6) * size * dice.direction());
    return std::move(*PolyhedronContactShape::create(corners, "polyhedron").value);
}

TriangleMesh boxMesh(const Vec3& half, int n) {
    TriangleMesh mesh;
    std::map<std::array<int, 3>, std::uint32_t> numbers;
    const auto vertex = [&](std::array<int, 3> at) {
        const auto [it, isNew] = numbers.try_emplace(at, std::uint32_t(mesh.vertices.size()));
        if (isNew)
            mesh.vertices.emplace_back(half[0] * (2. * at[0] / n - 1), half[1] * (2. * at[1] / n - 1),
                                       half[2] * (2. * at[2] / n - 1));
        return it->second;
    };
    for (int axis = 0; axis < 3; ++axis)
        for (int side = 0; side < 2; ++side)
            for (int i = 0; i < n; ++i)
                for (int j = 0; j < n; ++j) {
                    const auto at = [&](int di, int dj) {
                        std::array<int, 3> p{};
                        p[std::size_t(axis)] = side * n;
                        p[std::size_t((axis + 1) % 3)] = i + di;
                        p[std::size_t((axis + 2) % 3)] = j + dj;
                        return vertex(p);
                    };
                    const std::uint32_t a = at(0, 0), b = at(1, 0), c = at(1, 1), d = at(0, 1);
                    for (const std::uint32_t v : side ? std::array{a, b, c, a, c, d} : std::array{a, c, b, a, d, c})
                        mesh.triangles.push_back(v);
                }
    return mesh;
}

TriangleMesh ballMesh(Real radius, int n) {
    TriangleMesh mesh;
    const int around = 2 * n;
    mesh.vertices.emplace_back(0, 0, radius);
    for (int i = 1; i < n; ++i)
        for (int j = 0; j < around; ++j) {
            const Real theta = Pi * i / n, phi = 2 * Pi * j / around;
            mesh.vertices.push_back(
                radius * Vec3(std::sin(theta) * std::cos(phi), std::sin(theta) * std::sin(phi), std::cos(theta)));
        }
    mesh.vertices.emplace_back(0, 0, -radius);
    const auto at = [&](int i, int j) {
        return std::uint32_t(i == 0 ? 0 : i == n ? int(mesh.vertices.size()) - 1 : 1 + (i - 1) * around + j % around);
    };
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < around; ++j) {
            const std::uint32_t a = at(i, j), b = at(i + 1, j), c = at(i + 1, j + 1), d = at(i, j + 1);
            if (i + 1 < n)
                for (const std::uint32_t v : {a, b, c}) mesh.triangles.push_back(v);
            if (i > 0)
                for (const std::uint32_t v : {a, c, d}) mesh.triangles.push_back(v);
        }
    return mesh;
}

ContactRegions regionsOf(const ContactShape& A, const ContactShape& B, const Transform& X_AB) {
    ContactRegions regions;
    const ContactPairType* const pair = findContactPair(A.key(), B.key());
    if (!pair || !pair->calcRegions) return regions;
    if (pair->shapeA == A.key()) {
        pair->calcRegions(A, B, X_AB, regions);
        return regions;
    }
    pair->calcRegions(B, A, X_AB.invert(), regions);
    for (ContactRegion& r : regions.regions) {
        r.point = X_AB * r.point;
        r.normal = -(X_AB.R() * r.normal);
        const auto first = regions.vertices.begin() + r.firstVertex;
        std::reverse(first, first + r.vertexCount);
    }
    for (ContactVertex& v : regions.vertices) v.position = X_AB * v.position;
    return regions;
}

Real greatestDepth(const ContactRegions& regions) {
    Real depth = 0;
    for (const ContactRegion& r : regions.regions) depth = std::max(depth, r.depth);
    return depth;
}

Real patchVolume(const ContactRegions& regions) {
    Real volume = 0;
    for (const ContactRegion& r : regions.regions)
        for (int i = 1; i + 1 < r.vertexCount; ++i) {
            const ContactVertex &a = regions.vertices[std::size_t(r.firstVertex)],
                                &b = regions.vertices[std::size_t(r.firstVertex + i)],
                                &c = regions.vertices[std::size_t(r.firstVertex + i + 1)];
            const Real area = Vec3(b.position - a.position).cross(Vec3(c.position - a.position)).dot(r.normal) / 2;
            volume += area * (a.depth + b.depth + c.depth) / 3;
        }
    return volume;
}

Transform poseAtDepth(const ContactShape& A, const ContactShape& B, const Rotation& R_AB, const Vec3& toward_A,
                      Real depth) {
    // From far away toward A until the regions are as deep as wanted.
    const Real far =
        4 * (A.isUnbounded() ? B.characteristicLength() : A.characteristicLength() + B.characteristicLength());
    const auto at = [&](Real distance) { return Transform(R_AB, Vec3(-distance * toward_A)); };
    Real outside = far, inside = far;
    while (greatestDepth(regionsOf(A, B, at(inside))) < depth) {
        outside = inside;
        inside -= far / 400;
        if (inside < -far / 2) return Transform(Vec3(Infinity));
    }
    for (int i = 0; i < 60; ++i) {
        const Real middle = (inside + outside) / 2;
        (greatestDepth(regionsOf(A, B, at(middle))) < depth ? outside : inside) = middle;
    }
    return at(inside);
}

}  // namespace trammel::test
