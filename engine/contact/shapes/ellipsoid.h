// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/shapes/surface_point.h"

namespace trammel {

/// An ellipsoid centered on the origin, its axes along those of the frame.
class EllipsoidContactShape : public ContactShape {
public:
    static constexpr std::string_view kind = "ellipsoid";

    explicit EllipsoidContactShape(const Vec3& radii) : radii_(radii) {}
    const Vec3& radii() const { return radii_; }

    std::string_view key() const override { return kind; }
    AxisBox calcBounds() const override { return {-radii_, radii_}; }
    Vec3 calcSupport(const Vec3& d) const override {
        const Vec3 scaled(radii_[0] * d[0], radii_[1] * d[1], radii_[2] * d[2]);
        const Real norm = scaled.norm();
        if (!(norm > 0)) return Vec3(radii_[0], 0, 0);
        return Vec3(radii_[0] * scaled[0] / norm, radii_[1] * scaled[1] / norm, radii_[2] * scaled[2] / norm);
    }
    Real characteristicLength() const override { return radii_.maxCoeff(); }
    Real smallestThickness() const override { return 2 * radii_.minCoeff(); }

    /// Nearest point of the surface to @p p, in S.
    SurfacePoint findNearest(const Vec3& p) const;
    /// Curvatures at the point of the surface where the unit vector out of the solid is @p normal.
    SurfaceCurvature calcCurvature(const Vec3& normal) const;

private:
    Vec3 radii_;
};

}  // namespace trammel
