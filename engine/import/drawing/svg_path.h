// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "import/drawing/plane_path.h"

namespace trammel {

/// An affine map of the plane: (x, y) to (a x + c y + e, b x + d y + f).
struct PlaneMap {
    Real a = 1, b = 0, c = 0, d = 1, e = 0, f = 0;
    Vec2 operator()(const Vec2& p) const { return {a * p[0] + c * p[1] + e, b * p[0] + d * p[1] + f}; }
    PlaneMap operator*(const PlaneMap& o) const {
        return {a * o.a + c * o.b, b * o.a + d * o.b,     a * o.c + c * o.d,
                b * o.c + d * o.d, a * o.e + c * o.f + e, b * o.e + d * o.f + f};
    }
    Real determinant() const { return a * d - b * c; }
    /// True if circles stay circles.
    bool isSimilarity() const;
};

/// The product of the maps of a "transform" attribute; none if it cannot be read.
std::optional<PlaneMap> parseTransform(std::string_view text);

/// The subpaths of the data "d" of a path, mapped; circular arcs stay arcs where @p map allows. Reading ends at the
/// first error.
/// @return false if reading ended before the end of @p data
bool parsePathData(std::string_view data, const PlaneMap& map, const PlanePath& like, std::vector<PlanePath>& out);

}  // namespace trammel
