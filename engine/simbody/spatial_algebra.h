// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simbody/vocabulary.h"

namespace SimTK {

// Shifts of spatial vectors [angular; linear], and relative motion of frames. Everything is expressed in one common
// frame F unless a name says otherwise; V_FA and A_FA are those of a frame A in F.

using trammel::shiftVelocityBy;
inline SpatialVec shiftVelocityFromTo(const SpatialVec& V, const Vec3& from, const Vec3& to) {
    return shiftVelocityBy(V, Vec3(to - from));
}
/// The force about the point at @p r.
inline SpatialVec shiftForceBy(const SpatialVec& F, const Vec3& r) { return {F[0] - r % F[1], F[1]}; }
inline SpatialVec shiftForceFromTo(const SpatialVec& F, const Vec3& from, const Vec3& to) {
    return shiftForceBy(F, Vec3(to - from));
}
/// Acceleration of the point at @p r of a body with angular velocity @p w.
inline SpatialVec shiftAccelerationBy(const SpatialVec& A, const Vec3& w, const Vec3& r) {
    return {A[0], A[1] + A[0] % r + w % (w % r)};
}
inline SpatialVec shiftAccelerationFromTo(const SpatialVec& A, const Vec3& w, const Vec3& from, const Vec3& to) {
    return shiftAccelerationBy(A, w, Vec3(to - from));
}

/// V_AB, in F; @p p_AB is the origin of B from that of A.
inline SpatialVec findRelativeVelocityInF(const Vec3& p_AB, const SpatialVec& V_FA, const SpatialVec& V_FB) {
    return V_FB - shiftVelocityBy(V_FA, p_AB);
}
/// V_AB, in A.
inline SpatialVec findRelativeVelocity(const Transform& X_FA, const SpatialVec& V_FA, const Transform& X_FB,
                                       const SpatialVec& V_FB) {
    return ~X_FA.R() * findRelativeVelocityInF(Vec3(X_FB.p() - X_FA.p()), V_FA, V_FB);
}
/// A_AB, in F.
inline SpatialVec findRelativeAccelerationInF(const Vec3& p_AB, const SpatialVec& V_FA, const SpatialVec& A_FA,
                                              const SpatialVec& V_FB, const SpatialVec& A_FB) {
    const Vec3& w_FA = V_FA[0];
    const SpatialVec V_AB = findRelativeVelocityInF(p_AB, V_FA, V_FB);
    const SpatialVec carried = shiftAccelerationBy(A_FA, w_FA, p_AB);
    return {A_FB[0] - A_FA[0] - w_FA % V_AB[0], A_FB[1] - carried[1] - 2 * (w_FA % V_AB[1])};
}
/// A_AB, in A.
inline SpatialVec findRelativeAcceleration(const Transform& X_FA, const SpatialVec& V_FA, const SpatialVec& A_FA,
                                           const Transform& X_FB, const SpatialVec& V_FB, const SpatialVec& A_FB) {
    return ~X_FA.R() * findRelativeAccelerationInF(Vec3(X_FB.p() - X_FA.p()), V_FA, A_FA, V_FB, A_FB);
}
/// V_BA, in A, from V_AB, in A.
inline SpatialVec reverseRelativeVelocityInA(const Transform& X_AB, const SpatialVec& V_AB) {
    return {-V_AB[0], V_AB[0] % X_AB.p() - V_AB[1]};
}
/// V_BA, in B, from V_AB, in A.
inline SpatialVec reverseRelativeVelocity(const Transform& X_AB, const SpatialVec& V_AB) {
    return ~X_AB.R() * reverseRelativeVelocityInA(X_AB, V_AB);
}

}  // namespace SimTK
