// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/shapes/facets.h"
#include "contact/shapes/surface_point.h"

namespace trammel {

/// A box centered on the origin, its edges parallel to the axes of S.
class BoxContactShape : public ContactShape {
public:
    static constexpr std::string_view kind = "box";

    explicit BoxContactShape(const Vec3& halfLengths);
    const Vec3& halfLengths() const { return half_; }
    const Facets& facets() const { return facets_; }

    std::string_view key() const override { return kind; }
    AxisBox calcBounds() const override { return {-half_, half_}; }
    Vec3 calcSupport(const Vec3& d) const override {
        return Vec3(d[0] < 0 ? -half_[0] : half_[0], d[1] < 0 ? -half_[1] : half_[1], d[2] < 0 ? -half_[2] : half_[2]);
    }
    Real characteristicLength() const override { return half_.norm(); }
    Real smallestThickness() const override { return 2 * half_.minCoeff(); }

    /// Nearest point of the surface to @p p, in S; inside, on the nearest face.
    SurfacePoint findNearest(const Vec3& p) const {
        SurfacePoint s;
        const Vec3 out(p[0] - clamp(-half_[0], p[0], half_[0]), p[1] - clamp(-half_[1], p[1], half_[1]),
                       p[2] - clamp(-half_[2], p[2], half_[2]));
        const Real squared = out.normSqr();
        if (squared > 0) {
            s.distance = std::sqrt(squared);
            s.normal = Vec3(out / s.distance);
            return s;
        }
        int axis = 0;
        for (int i = 1; i < 3; ++i)
            if (half_[i] - std::abs(p[i]) < half_[axis] - std::abs(p[axis])) axis = i;
        s.distance = std::abs(p[axis]) - half_[axis];
        s.normal = Vec3(0.);
        s.normal[axis] = p[axis] < 0 ? -1 : 1;
        return s;
    }

private:
    Vec3 half_;
    Facets facets_;
};

}  // namespace trammel
