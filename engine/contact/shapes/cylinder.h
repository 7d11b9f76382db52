// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/shapes/round_profile.h"

namespace trammel {

/// A cylinder about the y axis, from -halfLength to halfLength.
class CylinderContactShape : public ContactShape {
public:
    static constexpr std::string_view kind = "cylinder";

    CylinderContactShape(Real radius, Real halfLength) : radius_(radius), halfLength_(halfLength) {}
    Real radius() const { return radius_; }
    Real halfLength() const { return halfLength_; }

    std::string_view key() const override { return kind; }
    AxisBox calcBounds() const override {
        const Vec3 corner(radius_, halfLength_, radius_);
        return {-corner, corner};
    }
    Vec3 calcSupport(const Vec3& d) const override {
        const Real across = std::hypot(d[0], d[2]), scale = across > 0 ? radius_ / across : 0;
        return Vec3(d[0] * scale, d[1] < 0 ? -halfLength_ : halfLength_, d[2] * scale);
    }
    Real characteristicLength() const override { return std::hypot(radius_, halfLength_); }
    Real smallestThickness() const override { return 2 * std::min(radius_, halfLength_); }

    /// Nearest point of the surface to @p p, in S.
    SurfacePoint findNearest(const Vec3& p) const {
        const Vec2 profile[] = {Vec2(0, -halfLength_), Vec2(radius_, -halfLength_), Vec2(radius_, halfLength_),
                                Vec2(0, halfLength_)};
        return findNearestOnProfile(profile, 4, radius_, p);
    }

private:
    Real radius_, halfLength_;
};

}  // namespace trammel
