// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "decoration/decorative_geometry.h"

namespace trammel {

/// A prism along z from z = -width/2 to width/2 with the given corners in the xy plane, counter-clockwise and convex.
inline DecorativeGeometry makePrism(const std::vector<Vec2>& corners, Real width) {
    auto mesh = std::make_shared<TriangleMesh>();
    const auto n = std::uint32_t(corners.size());
    for (const Real z : {-width / 2, width / 2})
        for (const Vec2& c : corners) mesh->vertices.emplace_back(c[0], c[1], z);
    auto& t = mesh->triangles;
    for (std::uint32_t i = 1; i + 1 < n; ++i) {
        t.insert(t.end(), {0, i + 1, i});
        t.insert(t.end(), {n, n + i, n + i + 1});
    }
    for (std::uint32_t i = 0; i < n; ++i) {
        const std::uint32_t j = (i + 1) % n;
        t.insert(t.end(), {i, j, n + j});
        t.insert(t.end(), {i, n + j, n + i});
    }
    return DecorativeGeometry(decor::Mesh{std::move(mesh)});
}

}  // namespace trammel
