// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>

#include "base/diagnostics.h"
#include "contact/shapes/facets.h"
#include "contact/shapes/surface_point.h"

namespace trammel {

/// A convex polyhedron: the convex hull of points.
class PolyhedronContactShape : public ContactShape {
public:
    static constexpr std::string_view kind = "polyhedron";

    /// The hull of @p points. No value, with the reason at @p place, if the points are not finite or lie in a plane.
    static Result<std::unique_ptr<PolyhedronContactShape>> create(const std::vector<Vec3>& points, std::string place);

    const Facets& facets() const { return facets_; }

    std::string_view key() const override { return kind; }
    AxisBox calcBounds() const override { return bounds_; }
    Vec3 calcSupport(const Vec3& d) const override { return facets_.vertices[facets_.findSupport(d)]; }
    Real characteristicLength() const override { return Vec3(bounds_.upper - bounds_.lower).norm() / 2; }
    Real smallestThickness() const override { return thickness_; }

    /// Nearest point of the surface to @p p, in S; inside, on the nearest face.
    SurfacePoint findNearest(const Vec3& p) const;

private:
    explicit PolyhedronContactShape(Facets);

    Facets facets_;
    AxisBox bounds_;
    Real thickness_ = 0;
};

}  // namespace trammel
