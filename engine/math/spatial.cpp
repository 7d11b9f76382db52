// SPDX-License-Identifier: Apache-2.0
#include "math/spatial.h"

namespace trammel {

ArticulatedInertia& ArticulatedInertia::operator+=(const ArticulatedInertia& o) {
    J += o.J;
    F += o.F;
    M += o.M;
    return *this;
}

ArticulatedInertia ArticulatedInertia::shifted(const Vec3& p) const {
    ArticulatedInertia s;
    const Mat33 px = crossMat(p);
    const Mat33 pM = px * M;
    s.M = M;
    s.F = F + pM;
    const Mat33 pFt = px * ~F;
    s.J = J + pFt + ~pFt - pM * px;
    return s;
}

}  // namespace trammel
