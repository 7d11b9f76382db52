// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/constraint.h"

namespace trammel {

/// A point fixed to each of two bodies, and the relative motion of the second with respect to the first, in G.
struct PointPair {
    Vec3 p1, p2;  // locations in G
    Vec3 v1, v2;  // velocities
    Vec3 a1, a2;  // accelerations

    /// Fills only what the kinematics know.
    PointPair(const ConstraintKinematics& k, MobilizedBodyIndex b1, const Vec3& s1, MobilizedBodyIndex b2,
              const Vec3& s2) {
        const Transform &X1 = k.X_GB(b1), &X2 = k.X_GB(b2);
        const Vec3 r1 = X1.R() * s1, r2 = X2.R() * s2;
        p1 = X1.p() + r1;
        p2 = X2.p() + r2;
        if (!k.velocity) return;
        const SpatialVec &V1 = k.V_GB(b1), &V2 = k.V_GB(b2);
        v1 = V1[1] + V1[0].cross(r1);
        v2 = V2[1] + V2[0].cross(r2);
        if (!k.A_GB) return;
        const SpatialVec &A1 = k.acceleration(b1), &A2 = k.acceleration(b2);
        a1 = A1[1] + A1[0].cross(r1) + V1[0].cross(V1[0].cross(r1));
        a2 = A2[1] + A2[0].cross(r2) + V2[0].cross(V2[0].cross(r2));
    }
};

/// The two body sockets that most constraints and forces have.
inline std::vector<SocketDescriptor> twoBodySockets() {
    return {{"body1",
             "First body",
             "The body that carries the first point; Ground when nothing is chosen.",
             {"body"},
             false},
            {"body2",
             "Second body",
             "The body that carries the second point; Ground when nothing is chosen.",
             {"body"},
             false}};
}

}  // namespace trammel
