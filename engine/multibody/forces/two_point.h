// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/constraints/point_pair.h"
#include "multibody/force.h"

namespace trammel {

/// Two stations in Ground, the line between them, and its rate of lengthening.
struct TwoPointLine {
    Vec3 p1, p2, direction;
    Real length, rate = 0;

    TwoPointLine(const ForceKinematics& k, MobilizedBodyIndex b1, const Vec3& s1, MobilizedBodyIndex b2,
                 const Vec3& s2) {
        const Vec3 r1 = k.X_GB(b1).R() * s1, r2 = k.X_GB(b2).R() * s2;
        p1 = k.X_GB(b1).p() + r1;
        p2 = k.X_GB(b2).p() + r2;
        const Vec3 p = p2 - p1;
        length = p.norm();
        // Between coincident points the element exerts no force.
        direction = length > 0 ? Vec3(p / length) : Vec3(0.);
        if (!k.velocity) return;
        const SpatialVec &V1 = k.V_GB(b1), &V2 = k.V_GB(b2);
        rate = direction.dot(V2[1] + V2[0].cross(r2) - V1[1] - V1[0].cross(r1));
    }

    /// Pulls the points together with @p tension.
    void addIn(const ForceKinematics& k, MobilizedBodyIndex b1, MobilizedBodyIndex b2, Real tension,
               const ForceSum& sum) const {
        const Vec3 f = tension * direction;
        sum.addAt(b1, k.X_GB(b1), p1, f);
        sum.addAt(b2, k.X_GB(b2), p2, Vec3(-f));
    }
};

/// Properties of the two attachment points.
inline std::vector<PropertyDescriptor> twoPointProperties(Stage stage) {
    std::vector<PropertyDescriptor> list;
    appendPointProperties(list, "point1", "First point", "Attachment point on the first body.", stage);
    appendPointProperties(list, "point2", "Second point", "Attachment point on the second body.", stage);
    return list;
}

}  // namespace trammel
