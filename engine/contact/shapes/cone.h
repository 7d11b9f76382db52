// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/shapes/round_profile.h"

namespace trammel {

/// A cone about the y axis, its base on the plane y = 0, its apex at y = height.
class ConeContactShape : public ContactShape {
public:
    static constexpr std::string_view kind = "cone";

    ConeContactShape(Real radius, Real height) : radius_(radius), height_(height) {}
    Real radius() const { return radius_; }
    Real height() const { return height_; }

    std::string_view key() const override { return kind; }
    AxisBox calcBounds() const override { return {Vec3(-radius_, 0, -radius_), Vec3(radius_, height_, radius_)}; }
    Vec3 calcSupport(const Vec3& d) const override {
        const Real across = std::hypot(d[0], d[2]);
        if (d[1] * height_ > across * radius_) return Vec3(0, height_, 0);
        const Real scale = across > 0 ? radius_ / across : 0;
        return Vec3(d[0] * scale, 0, d[2] * scale);
    }
    Real characteristicLength() const override { return std::hypot(radius_, height_ / 2); }
    Real smallestThickness() const override {
        return std::min(height_, 2 * radius_ * height_ / std::hypot(radius_, height_));
    }

    /// Nearest point of the surface to @p p, in S.
    SurfacePoint findNearest(const Vec3& p) const {
        const Vec2 profile[] = {Vec2(0, 0), Vec2(radius_, 0), Vec2(0, height_)};
        return findNearestOnProfile(profile, 3, radius_, p);
    }

private:
    Real radius_, height_;
};

}  // namespace trammel
