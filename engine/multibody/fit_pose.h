// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "multibody/mobilizer.h"

namespace trammel {

/// The q whose pose comes nearest to @p X_FM, for joints without a formula of their own: damped least squares on
/// [rotation vector between the two orientations; difference of positions], from the q given and, should that end short
/// of the pose, from others.
/// @param across pose and H for some q
/// @param multiplyByN dq = N(q) du
void fitPose(int nq, int nu, const Transform& X_FM, Real* q,
             const std::function<void(const Real* q, Transform& X, SpatialVec* H)>& across,
             const std::function<void(const Real* q, const Real* du, Real* dq)>& multiplyByN);

/// The u whose H u comes nearest to @p V_FM; the columns of H are independent away from singularities.
void fitSpeeds(int nu, const SpatialVec* H, const SpatialVec& V_FM, Real* u);

}  // namespace trammel
