// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "multibody/mobilizer.h"

namespace trammel {

/// Kinematics of an orientation R_FM = Rx(a0) Ry(a1) Rz(a2) whose speeds are the derivatives of its angles.
///
/// The rotation axes are x of F, the once rotated y, and z of M. The first and the last become parallel at a1 = ±pi/2.
namespace body_xyz {

// Display names of the angles and their derivatives.
inline CoordinateName nameOfAngle(int i) {
    static const char* const names[] = {"angleX", "angleY", "angleZ"};
    return {names[i], Quantity::Angle};
}
inline CoordinateName nameOfRate(int i) {
    static const char* const names[] = {"rateX", "rateY", "rateZ"};
    return {names[i], Quantity::AngularSpeed};
}

/// The three axes, in F, given R_FM.
inline void calcAxes(const Real* angles, const Rotation& R_FM, Vec3* axes) {
    axes[0] = Vec3(1, 0, 0);
    axes[1] = Vec3(0, std::cos(angles[0]), std::sin(angles[0]));
    axes[2] = R_FM.z();
}

/// wdot_FM - (axes · second derivatives of the angles): each axis rotates with the preceding rotations.
inline Vec3 calcAxesDotTimesRates(const Real* angles, const Real* rates, const Rotation& R_FM) {
    Vec3 axes[3];
    calcAxes(angles, R_FM, axes);
    const Vec3 w1 = rates[0] * axes[0], w2 = w1 + rates[1] * axes[1];
    return rates[1] * w1.cross(axes[1]) + rates[2] * w2.cross(axes[2]);
}

}  // namespace body_xyz
}  // namespace trammel
