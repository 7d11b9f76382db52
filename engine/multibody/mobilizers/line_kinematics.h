// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "math/spatial.h"
#include "multibody/mobilizers/quaternion_kinematics.h"

namespace trammel {

/// Kinematics of the orientation of a line, z of M, without spin about itself: a quaternion e and two speeds, the
/// components of w_FM along x and y of M.
///
/// H = [x_M, y_M; 0, 0] rotates with M, yet Hdot u = w × w = 0.
namespace line {

/// The two properties of initial speeds.
inline std::vector<PropertyDescriptor> rateProperties() {
    return {PropertyDescriptor::real("rateX", "Angular speed about x", Quantity::AngularSpeed, 0,
                                     "Initial angular speed about x of M.")
                .at(Stage::Velocity),
            PropertyDescriptor::real("rateY", "Angular speed about y", Quantity::AngularSpeed, 0,
                                     "Initial angular speed about y of M.")
                .at(Stage::Velocity)};
}

inline Vec3 inF(const Rotation& R_FM, const Real* u) { return u[0] * R_FM.x() + u[1] * R_FM.y(); }

inline CoordinateName nameOfU(int i) { return {i == 0 ? "rateX" : "rateY", Quantity::AngularSpeed}; }

inline void calcColumns(const Rotation& R_FM, SpatialVec* H_FM) {
    H_FM[0] = {R_FM.x(), Vec3(0.)};
    H_FM[1] = {R_FM.y(), Vec3(0.)};
}
inline void multiplyByN(const Real* e, const Real* u, Real* edot) {
    const Vec3 w = inF(quaternion::toRotation(e), u);
    quaternion::multiplyByN(e, &w[0], edot);
}
/// Spin about the line is ignored.
inline void multiplyByNInv(const Real* e, const Real* edot, Real* u) {
    Vec3 w;
    quaternion::multiplyByNInv(e, edot, &w[0]);
    const Rotation R = quaternion::toRotation(e);
    u[0] = R.x().dot(w);
    u[1] = R.y().dot(w);
}
inline void calcQDotDot(const Real* e, const Real* u, const Real* udot, Real* edotdot) {
    const Rotation R = quaternion::toRotation(e);
    const Vec3 w = inF(R, u), wdot = inF(R, udot);
    quaternion::calcQDotDot(e, &w[0], &wdot[0], edotdot);
}

}  // namespace line
}  // namespace trammel
