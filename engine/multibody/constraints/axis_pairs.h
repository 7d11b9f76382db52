// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/constraint.h"

namespace trammel {

/// N pairs of unit axes in G, a fixed to the first body and b to the second: their dot products as errors, with
/// derivatives, and the corresponding torque.
///
///   e = a·b,  edot = w·(b × a),  edotdot = wdot·(b × a) + w·(bdot × a + b × adot),  w = w2 - w1
template <int N>
struct AxisPairs {
    MobilizedBodyIndex body1, body2;
    Vec3 a[N], b[N];

    void calcProducts(Real* e) const {
        for (int i = 0; i < N; ++i) e[i] = a[i].dot(b[i]);
    }
    void calcProductDots(const ConstraintKinematics& k, Real* edot) const {
        const Vec3 w = k.V_GB(body2)[0] - k.V_GB(body1)[0];
        for (int i = 0; i < N; ++i) edot[i] = w.dot(b[i].cross(a[i]));
    }
    void calcProductDotDots(const ConstraintKinematics& k, Real* edotdot) const {
        const Vec3 &w1 = k.V_GB(body1)[0], &w2 = k.V_GB(body2)[0];
        const Vec3 w = w2 - w1, wdot = k.acceleration(body2)[0] - k.acceleration(body1)[0];
        for (int i = 0; i < N; ++i) {
            const Vec3 adot = w1.cross(a[i]), bdot = w2.cross(b[i]);
            edotdot[i] = wdot.dot(b[i].cross(a[i])) + w.dot(Vec3(bdot.cross(a[i]) + b[i].cross(adot)));
        }
    }
    void addInTorques(const Real* lambda, const ConstraintForces& forces) const {
        Vec3 torque(0.);
        for (int i = 0; i < N; ++i) torque += lambda[i] * b[i].cross(a[i]);
        forces.addInTorque(body2, torque);
        forces.addInTorque(body1, Vec3(-torque));
    }
};

}  // namespace trammel
