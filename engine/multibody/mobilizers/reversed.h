// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "multibody/mobilizer.h"

namespace trammel {

/// A reversed joint: F stays on the parent and M on the child, but q and u have the meaning they would have with parent
/// and child exchanged. Names, N, initial values and hooks are those of the original joint.
///
/// With pose (R, p), columns [h_w; h_v], velocity [w; v] and Hdot u = [a_w; a_v] of the original joint,
///   X_FM = (R, p)^-1,  so  R_FM = R^T,  p_FM = -R^T p
///   H_FM = -R_FM [h_w; h_v - h_w × p]
///   Hdot_FM u = -R_FM [a_w; a_v - a_w × p - 2 w × v + w × (w × p)]
///
/// **Source:** derived here, by differentiating X_FM twice.
std::unique_ptr<Mobilizer> makeReversed(std::shared_ptr<const Mobilizer> joint);

/// Velocity of A in B, expressed in B, from V_AB, the velocity of B in A expressed in A.
inline SpatialVec reverseVelocity(const SpatialVec& V_AB, const Transform& X_AB) {
    const Rotation R_BA = ~X_AB.R();
    return {-(R_BA * V_AB[0]), -(R_BA * (V_AB[1] - V_AB[0] % X_AB.p()))};
}

}  // namespace trammel
