// SPDX-License-Identifier: Apache-2.0
#include "decoration/mesh_measure.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace trammel {

namespace {

using Edge = std::pair<std::uint32_t, std::uint32_t>;
Edge undirected(std::uint32_t a, std::uint32_t b) { return a < b ? Edge(a, b) : Edge(b, a); }

struct Corners {
    const Vec3 &a, &b, &c;
};
Corners cornersOf(const TriangleMesh& mesh, std::size_t triangle) {
    const std::uint32_t* const v = &mesh.triangles[3 * triangle];
    return {mesh.vertices[v[0]], mesh.vertices[v[1]], mesh.vertices[v[2]]};
}
std::size_t countTriangles(const TriangleMesh& mesh) { return mesh.triangles.size() / 3; }

/// For each edge, its triangles, and whether they traverse it from the smaller to the larger vertex index.
using Neighbors = std::map<Edge, std::vector<std::pair<std::size_t, bool>>>;
Neighbors findNeighbors(const TriangleMesh& mesh) {
    Neighbors at;
    for (std::size_t t = 0; t < countTriangles(mesh); ++t)
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t from = mesh.triangles[3 * t + k], to = mesh.triangles[3 * t + (k + 1) % 3];
            at[undirected(from, to)].emplace_back(t, from < to);
        }
    return at;
}

bool isClosedAt(const std::vector<std::pair<std::size_t, bool>>& triangles) {
    return triangles.size() == 2 && triangles[0].second != triangles[1].second;
}

Vec3 areaVector(const Corners& t) { return Vec3(Vec3(t.b - t.a).cross(Vec3(t.c - t.a)) / 2); }

}  // namespace

MeshMeasure measureMesh(const TriangleMesh& mesh) {
    MeshMeasure m;
    if (mesh.triangles.empty()) return m;
    m.low = Vec3(Infinity);
    m.high = Vec3(-Infinity);
    for (const std::uint32_t v : mesh.triangles) {
        m.low = Vec3(m.low.cwiseMin(mesh.vertices[v]));
        m.high = Vec3(m.high.cwiseMax(mesh.vertices[v]));
    }
    for (const auto& [edge, triangles] : findNeighbors(mesh)) m.openEdges += !isClosedAt(triangles);

    // Moments about the middle are smallest and lose the fewest digits.
    const Vec3 middle = (m.low + m.high) / 2;
    Vec3 solidFirst(0.), shellFirst(0.);
    Mat33 solidSecond(0.), shellSecond(0.);
    for (std::size_t t = 0; t < countTriangles(mesh); ++t) {
        const Corners at = cornersOf(mesh, t);
        const Vec3 a = at.a - middle, b = at.b - middle, c = at.c - middle, s = a + b + c;
        const Mat33 spread = a * ~a + b * ~b + c * ~c + s * ~s;
        const Real volume = a.dot(b.cross(c)) / 6, area = areaVector(at).norm();
        m.volume += volume;
        m.area += area;
        solidFirst += volume / 4 * s;
        shellFirst += area / 3 * s;
        solidSecond += volume / 20 * spread;
        shellSecond += area / 12 * spread;
    }
    const bool solid = m.isSolid();
    const Real whole = solid ? m.volume : m.area;
    if (!(whole > 0)) return m;
    const Vec3 center = Vec3((solid ? solidFirst : shellFirst) / whole);
    const Mat33 second = Mat33((solid ? solidSecond : shellSecond) / whole);
    const Inertia aboutMiddle(Mat33(second.trace() * Mat33(1) - second));
    m.center = middle + center;
    m.unitInertia = UnitInertia(aboutMiddle.shiftToMassCenter(center, 1).shiftFromMassCenter(m.center, 1));
    return m;
}

int orientOutward(TriangleMesh& mesh) {
    const std::size_t count = countTriangles(mesh);
    const Neighbors at = findNeighbors(mesh);
    // Traverse shared edges; flip a triangle that runs along one in the same direction as its neighbor.
    std::vector<std::vector<std::pair<std::size_t, bool>>> next(count);
    bool consistent = true;
    for (const auto& [edge, triangles] : at) {
        if (triangles.size() != 2) continue;
        const auto& [first, second] = std::pair(triangles[0], triangles[1]);
        const bool alike = first.second == second.second;
        consistent &= !alike;
        next[first.first].emplace_back(second.first, alike);
        next[second.first].emplace_back(first.first, alike);
    }
    std::vector<int> turned(count, -1);
    const auto volumeOf = [&](const std::vector<std::size_t>& part) {
        const Vec3 origin = mesh.vertices[mesh.triangles[3 * part.front()]];
        Real volume = 0;
        for (const std::size_t t : part) {
            const Corners c = cornersOf(mesh, t);
            const Real own = Vec3(c.a - origin).dot(Vec3(c.b - origin).cross(Vec3(c.c - origin)));
            volume += turned[t] ? -own : own;
        }
        return volume;
    };
    const auto turnAll = [&turned](const std::vector<std::size_t>& part) {
        for (const std::size_t t : part) turned[t] = !turned[t];
    };
    std::vector<std::size_t> all;
    for (std::size_t start = 0; start < count; ++start) {
        if (turned[start] >= 0) continue;
        std::vector<std::size_t> part{start};
        turned[start] = 0;
        for (std::size_t i = 0; i < part.size(); ++i)
            for (const auto& [other, alike] : next[part[i]])
                if (turned[other] < 0) {
                    turned[other] = alike ? !turned[part[i]] : turned[part[i]];
                    part.push_back(other);
                }
        if (!consistent && volumeOf(part) < 0) turnAll(part);
        all.insert(all.end(), part.begin(), part.end());
    }
    if (consistent && !all.empty() && volumeOf(all) < 0) turnAll(all);
    int number = 0;
    for (std::size_t t = 0; t < count; ++t)
        if (turned[t]) {
            std::swap(mesh.triangles[3 * t + 1], mesh.triangles[3 * t + 2]);
            ++number;
        }
    return number;
}

}  // namespace trammel
