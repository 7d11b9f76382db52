// SPDX-License-Identifier: Apache-2.0
#include "import/convex_mesh.h"

#include <unordered_map>

#include "contact/bullet/convex_hull.h"
#include "decoration/mesh_measure.h"

namespace trammel {

TriangleMesh makeConvexHull(const std::vector<Vec3>& points) {
    TriangleMesh hull;
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
