// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "meshes/solid_lines.h"

namespace trammel {

/// A convex region that planes cut from a box, by its edges.
class ConvexCell {
public:
    ConvexCell() = default;
    ConvexCell(const Vec3& low, const Vec3& high);

    /// The corners between planes that lie inside a solid: they belong to its part in the cell, but to no surface of it.
    const std::vector<Vec3>& solidCorners() const { return solidCorners_; }

    /// The cells below and above a plane; points nearer than @p rounding count as in it.
    std::pair<ConvexCell, ConvexCell> cut(const CutPlane& plane, Real rounding,
                                          const std::function<bool(const Vec3&)>& isInSolid) const;

private:
    struct Edge {
        Vec3 from, to;
    };
    std::vector<Edge> edges_;
    std::vector<Vec3> solidCorners_;
};

}  // namespace trammel
