// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "multibody/mobilizer.h"

namespace trammel {

/// The part of a pose or velocity to fit.
enum class FitPart { All, Rotation, Translation };

/// Fits q to @p X_FM, for joints without a closed-form solution: damped least squares on [rotation vector between the
/// orientations; difference of positions], from the given q and, if that does not reach the pose, from other starts.
/// @param across pose and H for given q
/// @param multiplyByN dq = N(q) du
/// @param part if not All, the other part is unconstrained, and coordinates without effect keep their values
void fitPose(int nq, int nu, const Transform& X_FM, Real* q,
             const std::function<void(const Real* q, Transform& X, SpatialVec* H)>& across,
             const std::function<void(const Real* q, const Real* du, Real* dq)>& multiplyByN,
             FitPart part = FitPart::All);

/// Least-squares fit of u in H u = @p V_FM; the smallest one at a singularity.
void fitSpeeds(int nu, const SpatialVec* H, const SpatialVec& V_FM, Real* u);
/// Smallest change of u that fits one part of H u to that of @p V_FM.
void adjustSpeeds(int nu, const SpatialVec* H, const SpatialVec& V_FM, FitPart part, Real* u);

/// The selected part of @p v, with zeros in place of the other.
inline SpatialVec partOf(const SpatialVec& v, FitPart part) {
    return {part == FitPart::Translation ? Vec3(0.) : v[0], part == FitPart::Rotation ? Vec3(0.) : v[1]};
}
/// Deviation of X from @p target: rotation vector and difference of positions, in F.
SpatialVec calcPoseDifference(const Transform& target, const Transform& X);

}  // namespace trammel
