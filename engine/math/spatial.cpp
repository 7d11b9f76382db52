// SPDX-License-Identifier: Apache-2.0
#include "math/spatial.h"

#include <Eigen/Eigenvalues>
#include <cmath>

namespace trammel {

std::string describeImpossibleMass(const MassProperties& mp) {
    const Mat33 I = mp.calcCentralInertia();
    if (!std::isfinite(mp.getMass()) || !mp.getMassCenter().allFinite() || !I.allFinite())
        return "mass, mass centre and inertia must be finite numbers";
    if (mp.getMass() < 0) return "the mass must not be negative";
    const Real scale = I.cwiseAbs().maxCoeff();
    const Real tolerance = 1e-9 * scale;
    if ((I - I.transpose()).cwiseAbs().maxCoeff() > tolerance) return "the inertia matrix must be symmetric";
    Eigen::SelfAdjointEigenSolver<Mat33> eig;
    eig.computeDirect(I, Eigen::EigenvaluesOnly);
    const Vec3 principal = eig.eigenvalues();
    // The closed-form eigenvalues of a 3x3 matrix are good to about 1e-8 of the largest.
    const Real slack = 1e-7 * scale;
    if (principal.minCoeff() < -slack) return "the principal moments of inertia must not be negative";
    if (principal[0] + principal[1] < principal[2] - slack)
        return "the largest principal moment of inertia must not exceed the sum of the other two";
    return {};
}

}  // namespace trammel
