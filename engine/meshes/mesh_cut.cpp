// SPDX-License-Identifier: Apache-2.0
#include "meshes/mesh_cut.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

namespace trammel {

namespace {

std::uint64_t keyOf(std::uint32_t a, std::uint32_t b) { return (std::uint64_t(std::min(a, b)) << 32) | std::max(a, b); }

struct Corner {
    const Vec3 &a, &b, &c;
    Vec3 normal() const { return Vec3(Vec3(b - a).cross(Vec3(c - a))); }
};
Corner triangleOf(const TriangleMesh& mesh, std::size_t first) {
    return {mesh.vertices[mesh.triangles[first]], mesh.vertices[mesh.triangles[first + 1]],
            mesh.vertices[mesh.triangles[first + 2]]};
}

}  // namespace

TriangleMesh cutMesh(const TriangleMesh& mesh, const CutPlane& plane, int side, Real rounding) {
    TriangleMesh out;
    std::vector<Real> heights(mesh.vertices.size());
    for (std::size_t i = 0; i < heights.size(); ++i) {
        heights[i] = side * plane.heightOf(mesh.vertices[i]);
        if (std::abs(heights[i]) <= rounding) heights[i] = 0;
    }
    constexpr std::uint32_t none = ~std::uint32_t(0);
    std::vector<std::uint32_t> numbers(heights.size(), none);
    std::unordered_map<std::uint64_t, std::uint32_t> crossings;
    const auto keep = [&](std::uint32_t v) {
        if (numbers[v] == none) {
            numbers[v] = std::uint32_t(out.vertices.size());
            out.vertices.push_back(mesh.vertices[v]);
        }
        return numbers[v];
    };
    const auto cross = [&](std::uint32_t a, std::uint32_t b) {
        const auto [at, isNew] = crossings.try_emplace(keyOf(a, b), std::uint32_t(out.vertices.size()));
        if (isNew) {
            const std::uint32_t from = std::min(a, b), to = std::max(a, b);
            const Real share = heights[from] / (heights[from] - heights[to]);
            out.vertices.push_back(mesh.vertices[from] + share * Vec3(mesh.vertices[to] - mesh.vertices[from]));
        }
        return at->second;
    };
    for (std::size_t t = 0; t + 2 < mesh.triangles.size(); t += 3) {
        const std::uint32_t* const v = &mesh.triangles[t];
        if (heights[v[0]] <= 0 && heights[v[1]] <= 0 && heights[v[2]] <= 0) continue;
        std::array<std::uint32_t, 4> polygon{};
        std::size_t count = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t a = v[k], b = v[(k + 1) % 3];
            if (heights[a] >= 0) polygon[count++] = keep(a);
            if ((heights[a] > 0 && heights[b] < 0) || (heights[a] < 0 && heights[b] > 0))
                polygon[count++] = cross(a, b);
        }
        for (std::size_t k = 1; k + 1 < count; ++k)
            out.triangles.insert(out.triangles.end(), {polygon[0], polygon[k], polygon[k + 1]});
    }
    return out;
}

std::vector<ConcaveEdge> findConcaveEdges(const TriangleMesh& mesh, std::size_t most) {
    // A fold of less than 10 degrees belongs to a curved surface.
    const Real leastSine = std::sin(Pi / 18);
    std::unordered_map<std::uint64_t, std::size_t> firstAt;
    std::vector<ConcaveEdge> edges;
    for (std::size_t t = 0; t + 2 < mesh.triangles.size(); t += 3)
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t a = mesh.triangles[t + k], b = mesh.triangles[t + (k + 1) % 3];
            const auto [at, isNew] = firstAt.try_emplace(keyOf(a, b), t);
            if (isNew) continue;
            const Vec3 n1 = triangleOf(mesh, at->second).normal(), n2 = triangleOf(mesh, t).normal();
            const Real sizes = n1.norm() * n2.norm();
            if (!(sizes > 0)) continue;
            const Real sine = Vec3(n1.cross(n2)).norm() / sizes;
            // Concave: the other triangle's far corner is in front of this one.
            const Vec3 &from = mesh.vertices[a], &to = mesh.vertices[b];
            Vec3 far(0.);
            for (std::size_t i = 0; i < 3; ++i) far += mesh.vertices[mesh.triangles[at->second + i]];
            far = Vec3(far - from - to);
            if (sine < leastSine || !(n2.dot(Vec3(far - from)) > 0)) continue;
            for (const Vec3& n : {n1, n2}) {
                const Vec3 normal = n / n.norm();
                edges.push_back({{normal, normal.dot(from)}, Vec3((from + to) / 2), Vec3(to - from).norm() * sine});
            }
        }
    std::ranges::stable_sort(edges, std::greater{}, &ConcaveEdge::weight);
    if (edges.size() > most) edges.resize(most);
    return edges;
}

}  // namespace trammel
