// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "multibody/mobilizer.h"

namespace trammel {

/// What of a pose, or of a velocity, is to be met.
enum class FitPart { All, Rotation, Translation };

/// The q whose pose comes nearest to @p X_FM, for joints without a formula of their own: damped least squares on
/// [rotation vector between the two orientations; difference of positions], from the q given and, should that end short
/// of the pose, from others.
/// @param across pose and H for some q
/// @param multiplyByN dq = N(q) du
/// @param part where this is not All, what is not to be met goes where it must, and coordinates that make no difference
///        stay
void fitPose(int nq, int nu, const Transform& X_FM, Real* q,
             const std::function<void(const Real* q, Transform& X, SpatialVec* H)>& across,
             const std::function<void(const Real* q, const Real* du, Real* dq)>& multiplyByN,
             FitPart part = FitPart::All);

/// The u whose H u comes nearest to @p V_FM. Of several the smallest, at a singularity.
void fitSpeeds(int nu, const SpatialVec* H, const SpatialVec& V_FM, Real* u);
/// The least change of u with which one part of H u comes nearest to that of @p V_FM.
void adjustSpeeds(int nu, const SpatialVec* H, const SpatialVec& V_FM, FitPart part, Real* u);

/// The two parts of @p v, with zero in place of the one that is not asked for.
inline SpatialVec partOf(const SpatialVec& v, FitPart part) {
    return {part == FitPart::Translation ? Vec3(0.) : v[0], part == FitPart::Rotation ? Vec3(0.) : v[1]};
}
/// How far X is from @p target: the rotation vector between them, and the difference of their positions; in F.
SpatialVec calcPoseDifference(const Transform& target, const Transform& X);

}  // namespace trammel
