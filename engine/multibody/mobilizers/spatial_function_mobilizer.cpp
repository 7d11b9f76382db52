// SPDX-License-Identifier: Apache-2.0
#include "multibody/mobilizers/spatial_function_mobilizer.h"

#include <algorithm>

#include "multibody/fit_pose.h"

namespace trammel {

void SpatialFunctionMobilizer::calcAcross(const Real* q, Transform& X_FM, SpatialVec* H_FM) const {
    std::fill(H_FM, H_FM + n_, SpatialVec(0.));
    Rotation R;
    Vec3 p(0.);
    for (std::size_t k = 0; k < parts_.size(); ++k) {
        const Part& part = parts_[k];
        Real gradient[maxNU] = {};
        const Real value = calcFunction(k, q, gradient);
        const Vec3 axis = part.turns ? Vec3(R * part.axis) : part.axis;
        for (int i = 0; i < n_; ++i) H_FM[i][part.turns ? 0 : 1] += gradient[i] * axis;
        if (part.turns)
            R = R * Rotation(value, part.axis);
        else
            p += value * part.axis;
    }
    X_FM = Transform(R, p);
}

SpatialVec SpatialFunctionMobilizer::calcHDotU(const Real* q, const Real* u, const Transform&,
                                               const SpatialVec&) const {
    SpatialVec result(0.);
    Rotation R;
    Vec3 w(0.);  // angular velocity of the frame of the current axis
    for (std::size_t k = 0; k < parts_.size(); ++k) {
        const Part& part = parts_[k];
        const Jet f = calcAlong(k, q, u);
        if (part.turns) {
            const Vec3 axis = R * part.axis;
            result[0] += f.dotdot * axis + f.dot * (w % axis);
            w += f.dot * axis;
            R = R * Rotation(f.value, part.axis);
        } else {
            result[1] += f.dotdot * part.axis;
        }
    }
    return result;
}

void SpatialFunctionMobilizer::setQToFitTransform(const Transform& X_FM, Real* q) const {
    fitPose(
        n_, n_, X_FM, q, [this](const Real* at, Transform& X, SpatialVec* H) { calcAcross(at, X, H); },
        [this](const Real*, const Real* du, Real* dq) { std::copy(du, du + n_, dq); });
}

}  // namespace trammel
