// SPDX-License-Identifier: Apache-2.0
#include "formats/mesh_reduction.h"

#include <meshoptimizer.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

namespace trammel {

namespace {

using VertexIndex = std::uint32_t;
using VertexIndices = std::vector<VertexIndex>;

/// Removes pairs of triangles with the same corners and opposite sides, to which thin parts collapse, and repeated triangles.
VertexIndices withoutFolds(const VertexIndices& triangles) {
    std::map<std::array<VertexIndex, 3>, std::pair<std::size_t, bool>> seen;
    std::vector<bool> isGone(triangles.size() / 3);
    for (std::size_t t = 0; t < isGone.size(); ++t) {
        std::array<VertexIndex, 3> corners{triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2]};
        std::rotate(corners.begin(), std::ranges::min_element(corners), corners.end());
        const bool side = corners[1] < corners[2];
        if (!side) std::swap(corners[1], corners[2]);
        const auto [other, isNew] = seen.try_emplace(corners, t, side);
        if (isNew) continue;
        isGone[t] = true;
        if (other->second.second == side) continue;
        isGone[other->second.first] = true;
        seen.erase(other);
    }
    VertexIndices kept;
    for (std::size_t t = 0; t < isGone.size(); ++t)
        if (!isGone[t]) kept.insert(kept.end(), &triangles[3 * t], &triangles[3 * t] + 3);
    return kept;
}

/// Joins the corners of triangles that meet in a vertex across edges of two triangles each. Where surfaces touch in a vertex or an
/// edge, each gets its own.
class CornerGroups {
public:
    explicit CornerGroups(const VertexIndices& triangles) : leader_(triangles.size()) {
        std::iota(leader_.begin(), leader_.end(), std::size_t(0));
        const auto next = [](std::size_t corner) { return corner % 3 == 2 ? corner - 2 : corner + 1; };
        // The corners at which the triangles of an edge begin to run along it.
        std::map<std::pair<VertexIndex, VertexIndex>, std::vector<std::size_t>> edges;
        for (std::size_t c = 0; c < triangles.size(); ++c)
            edges[std::minmax(triangles[c], triangles[next(c)])].push_back(c);
        for (const auto& [edge, corners] : edges) {
            if (corners.size() != 2) continue;
            const std::size_t first = corners[0], second = corners[1];
            // Triangles of the same orientation run along their edge in opposite directions.
            const bool isOpposite = triangles[first] != triangles[second];
            join(first, isOpposite ? next(second) : second);
            join(next(first), isOpposite ? second : next(second));
        }
    }
    std::size_t of(std::size_t corner) {
        while (leader_[corner] != corner) corner = leader_[corner] = leader_[leader_[corner]];
        return corner;
    }

private:
    void join(std::size_t a, std::size_t b) { leader_[of(a)] = of(b); }
    std::vector<std::size_t> leader_;
};

}  // namespace

std::optional<ReducedMesh> reduceMesh(const TriangleMesh& mesh, std::size_t most) {
    constexpr float largestChange = 0.02f;
    constexpr std::size_t stride = 3 * sizeof(float);
    std::vector<float> points;
    for (const Vec3& v : mesh.vertices)
        for (int axis = 0; axis < 3; ++axis) points.push_back(float(v[axis]));
    const std::size_t vertices = mesh.vertices.size();
    VertexIndices kept(mesh.triangles.size());
    float change = 0;
    kept.resize(meshopt_simplify(kept.data(), mesh.triangles.data(), mesh.triangles.size(), points.data(), vertices,
                                 stride, 3 * most, largestChange, 0, &change));
    if (kept.empty() || kept.size() > 3 * most) return std::nullopt;
    kept = withoutFolds(kept);
    ReducedMesh reduced;
    reduced.deviation = Real(change) * Real(meshopt_simplifyScale(points.data(), vertices, stride));
    CornerGroups groups(kept);
    std::map<std::size_t, VertexIndex> numbers;
    for (std::size_t corner = 0; corner < kept.size(); ++corner) {
        const auto [number, isNew] =
            numbers.try_emplace(groups.of(corner), static_cast<VertexIndex>(reduced.mesh.vertices.size()));
        if (isNew) reduced.mesh.vertices.push_back(mesh.vertices[kept[corner]]);
        reduced.mesh.triangles.push_back(number->second);
    }
    return reduced;
}

}  // namespace trammel
