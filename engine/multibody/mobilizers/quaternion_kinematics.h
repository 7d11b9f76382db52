// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/mobilizer.h"

namespace trammel {

/// Kinematics of an orientation given by a quaternion e = (w, v), with angular velocity w_FM expressed in F.
///
///   edot = 1/2 (0, w_FM) ∘ e,   ∘ the quaternion product
///
/// N(e) scales with |e|, so that edot is the derivative of e for any length.
///
/// **Source:** Diebel, "Representing Attitude" (2006), section 6.
namespace quaternion {

// Display names of coordinates and speeds: [quaternion, position], [angular velocity, velocity].
inline CoordinateName nameOfQ(int i) {
    static const char* const names[] = {"quaternion w", "quaternion x", "quaternion y", "quaternion z",
                                        "position x",   "position y",   "position z"};
    return {names[i], i < 4 ? Quantity::None : Quantity::Length};
}
inline CoordinateName nameOfU(int i) {
    static const char* const names[] = {"angular velocity x", "angular velocity y", "angular velocity z",
                                        "velocity x",         "velocity y",         "velocity z"};
    return {names[i], i < 3 ? Quantity::AngularSpeed : Quantity::Speed};
}
/// The property of the initial orientation.
inline PropertyDescriptor orientationProperty() {
    return PropertyDescriptor::vec3("orientation", "Orientation", Quantity::Angle, Vec3(0.),
                                    "Initial orientation: body-fixed x-y-z angles.")
        .at(Stage::Position);
}

inline void multiplyByN(const Real* e, const Real* omega, Real* edot) {
    const Vec3& v = Vec3::getAs(e + 1);
    const Vec3& w = Vec3::getAs(omega);
    edot[0] = -0.5 * v.dot(w);
    Vec3::updAs(edot + 1) = 0.5 * (e[0] * w + w.cross(v));
}

/// w_FM = 2 vec(edot ∘ e*) / |e|^2; ignores the part of edot along e.
inline void multiplyByNInv(const Real* e, const Real* edot, Real* omega) {
    const Vec3& v = Vec3::getAs(e + 1);
    const Vec3& vdot = Vec3::getAs(edot + 1);
    const Real length2 = e[0] * e[0] + v.squaredNorm();
    Vec3::updAs(omega) = (2 / length2) * (e[0] * vdot - edot[0] * v + v.cross(vdot));
}

/// edotdot = 1/2 (0, wdot) ∘ e + 1/2 (0, w) ∘ edot
inline void calcQDotDot(const Real* e, const Real* omega, const Real* omegaDot, Real* edotdot) {
    Real edot[4], second[4];
    multiplyByN(e, omega, edot);
    multiplyByN(edot, omega, second);
    multiplyByN(e, omegaDot, edotdot);
    for (int i = 0; i < 4; ++i) edotdot[i] += second[i];
}

inline void fit(const Rotation& R_FM, Real* e) {
    const Vec4 q = R_FM.toQuaternion();
    for (int i = 0; i < 4; ++i) e[i] = q[i];
}

inline Rotation toRotation(const Real* e) { return Rotation::fromQuaternion(Vec4(e[0], e[1], e[2], e[3])); }

}  // namespace quaternion
}  // namespace trammel
