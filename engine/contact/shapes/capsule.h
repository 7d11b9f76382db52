// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/shapes/surface_point.h"

namespace trammel {

/// All points nearer than the radius to a segment of the y axis, from -halfLength to halfLength.
class CapsuleContactShape : public ContactShape {
public:
    static constexpr std::string_view kind = "capsule";

    CapsuleContactShape(Real radius, Real halfLength) : radius_(radius), halfLength_(halfLength) {}
    Real radius() const { return radius_; }
    /// Half length of the segment, m: half the distance between the centers of the end balls.
    Real halfLength() const { return halfLength_; }

    std::string_view key() const override { return kind; }
    AxisBox calcBounds() const override {
        const Vec3 corner(radius_, radius_ + halfLength_, radius_);
        return {-corner, corner};
    }
    Vec3 calcSupport(const Vec3& direction_S) const override {
        Vec3 p(radius_ * direction_S.normalize());
        p[1] += direction_S[1] < 0 ? -halfLength_ : halfLength_;
        return p;
    }
    Real characteristicLength() const override { return radius_ + halfLength_; }
    Real smallestThickness() const override { return 2 * radius_; }

    /// Nearest point of the surface to @p p, in S; seen from the axis itself, the one in the direction of x.
    SurfacePoint findNearest(const Vec3& p) const {
        const Real along = clamp(-halfLength_, p[1], halfLength_);
        const Vec3 out(p[0], p[1] - along, p[2]);
        const Real distance = out.norm();
        SurfacePoint s;
        s.distance = distance - radius_;
        s.normal = distance > 0 ? Vec3(out / distance) : Vec3(1, 0, 0);
        s.curvature = {1 / radius_, std::abs(p[1]) < halfLength_ ? 0 : 1 / radius_, Vec3(s.normal[2], 0, -s.normal[0])};
        return s;
    }

private:
    Real radius_, halfLength_;
};

}  // namespace trammel
