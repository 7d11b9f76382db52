// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/constraint.h"

namespace trammel {

/// A point on each of two bodies and their relative motion, in G.
struct PointPair {
    Vec3 p1, p2;  // locations in G
    Vec3 v1, v2;  // velocities
    Vec3 a1, a2;  // accelerations

    /// Sets only the values that the kinematics provide.
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

/// The nearest common ancestor body of two bodies, which may be one of them.
inline MobilizedBodyIndex findCommonAncestor(const Tree& tree, MobilizedBodyIndex b1, MobilizedBodyIndex b2) {
    // A parent's index is lower than its children's.
    int a = b1, b = b2;
    while (a != b) (a > b ? a : b) = tree[a > b ? a : b].parent;
    return MobilizedBodyIndex(a);
}

/// p2 - p1 expressed in A, the nearest common ancestor of both bodies, with exact derivatives: A's own motion has no
/// effect, whether the points coincide or not.
///
///   d = R_AG (p2 - p1)
///   d' = R_AG (v2 - v1 - w × (p2 - p1))
///   d'' = R_AG (a2 - a1 - wdot × (p2 - p1) - 2 w × (v2 - v1) + w × (w × (p2 - p1))),   w = w_GA
class PointDifference {
public:
    PointDifference(const ConstraintKinematics& k, MobilizedBodyIndex b1, const Vec3& s1, MobilizedBodyIndex b2,
                    const Vec3& s2)
        : k_(k), body1_(b1), body2_(b2), ancestor_(findCommonAncestor(k.tree, b1, b2)), s1_(s1), s2_(s2) {}

    Vec3 error() const {
        const PointPair pair(k_, body1_, s1_, body2_, s2_);
        return inAncestor(pair.p2 - pair.p1);
    }
    Vec3 errorDot() const {
        const PointPair pair(k_, body1_, s1_, body2_, s2_);
        Vec3 v = pair.v2 - pair.v1;
        if (ancestor_ != 0) v -= k_.V_GB(ancestor_)[0].cross(pair.p2 - pair.p1);
        return inAncestor(v);
    }
    Vec3 errorDotDot() const {
        const PointPair pair(k_, body1_, s1_, body2_, s2_);
        Vec3 a = pair.a2 - pair.a1;
        if (ancestor_ != 0) {
            const Vec3 d = pair.p2 - pair.p1, &w = k_.V_GB(ancestor_)[0];
            a += w.cross(w.cross(d)) - k_.acceleration(ancestor_)[0].cross(d) - 2 * w.cross(pair.v2 - pair.v1);
        }
        return inAncestor(a);
    }
    /// Adds the forces of the three multipliers @p lambda: a force on the second point, its reaction on the first, and
    /// on A the moment of the couple.
    void addInForces(const Real* lambda, const ConstraintForces& forces) const {
        Vec3 f = Vec3::getAs(lambda);
        if (ancestor_ != 0) f = Vec3(k_.X_GB(ancestor_).R() * f);
        forces.addInStationForce(body2_, s2_, f);
        forces.addInStationForce(body1_, s1_, Vec3(-f));
        if (ancestor_ == 0) return;
        const Transform &X1 = k_.X_GB(body1_), &X2 = k_.X_GB(body2_);
        forces.addInTorque(ancestor_, Vec3(f.cross(X2 * s2_ - X1 * s1_)));
    }

private:
    Vec3 inAncestor(const Vec3& v) const { return ancestor_ == 0 ? v : Vec3(k_.X_GB(ancestor_).R().transpose() * v); }

    const ConstraintKinematics& k_;
    MobilizedBodyIndex body1_, body2_, ancestor_;
    const Vec3 &s1_, &s2_;
};

inline std::vector<SocketDescriptor> twoBodySockets() {
    return {{"body1", "First body", "The body that carries the first point; Ground if unset.", {"body"}, false},
            {"body2", "Second body", "The body that carries the second point; Ground if unset.", {"body"}, false}};
}

}  // namespace trammel
