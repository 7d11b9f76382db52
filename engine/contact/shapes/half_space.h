// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

#include "contact/contact_geometry.h"

namespace trammel {

/// Everything below the plane y = 0.
class HalfSpaceContactShape : public ContactShape {
public:
    static constexpr std::string_view kind = "halfSpace";

    std::string_view key() const override { return kind; }
    AxisBox calcBounds() const override { return {Vec3(-infinity), Vec3(infinity, 0, infinity)}; }
    Vec3 calcSupport(const Vec3&) const override { return Vec3(std::numeric_limits<Real>::quiet_NaN()); }
    Real characteristicLength() const override { return 1; }
    Real smallestThickness() const override { return infinity; }
    bool isUnbounded() const override { return true; }

private:
    static constexpr Real infinity = std::numeric_limits<Real>::infinity();
};

}  // namespace trammel
