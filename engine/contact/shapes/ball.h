// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/contact_geometry.h"

namespace trammel {

/// A ball about the origin.
class BallContactShape : public ContactShape {
public:
    static constexpr std::string_view kind = "ball";

    explicit BallContactShape(Real radius) : radius_(radius) {}
    Real radius() const { return radius_; }

    std::string_view key() const override { return kind; }
    AxisBox calcBounds() const override { return {Vec3(-radius_), Vec3(radius_)}; }
    Vec3 calcSupport(const Vec3& direction_S) const override { return Vec3(radius_ * direction_S.normalize()); }
    Real characteristicLength() const override { return radius_; }
    Real smallestThickness() const override { return 2 * radius_; }

private:
    Real radius_;
};

}  // namespace trammel
