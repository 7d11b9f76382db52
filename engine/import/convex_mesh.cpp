// SPDX-License-Identifier: Apache-2.0
#include "import/convex_mesh.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "contact/bullet/convex_hull.h"
#include "decoration/mesh_measure.h"

namespace trammel {

namespace {
/// Whether the hull can be computed, which is done in single precision with steps of a fraction of the extents, m.
bool areWithinRange(const std::vector<Vec3>& points) {
    constexpr Real thinnest = 1e-30, farthest = 1e30;
    Vec3 low(Infinity), high(-Infinity);
    for (const Vec3& p : points)
        for (int i = 0; i < 3; ++i) {
            if (!(std::abs(p[i]) <= farthest)) return false;
            low[i] = std::min(low[i], p[i]);
            high[i] = std::max(high[i], p[i]);
        }
    return std::min({high[0] - low[0], high[1] - low[1], high[2] - low[2]}) >= thinnest;
}
}  // namespace

TriangleMesh makeConvexHull(const std::vector<Vec3>& points) {
    TriangleMesh hull;
    if (!areWithinRange(points)) return hull;
    std::unordered_map<int, std::uint32_t> kept;
    const auto keep = [&](int point) {
        const auto [at, isNew] = kept.try_emplace(point, std::uint32_t(hull.vertices.size()));
        if (isNew) hull.vertices.push_back(points[std::size_t(point)]);
        return at->second;
    };
    for (const std::vector<int>& face : calcConvexHull(points))
        for (std::size_t i = 1; i + 1 < face.size(); ++i)
            for (const int corner : {face[0], face[i], face[i + 1]}) hull.triangles.push_back(keep(corner));
    return measureMesh(hull).isSolid() ? hull : TriangleMesh{};
}

}  // namespace trammel
