// SPDX-License-Identifier: Apache-2.0
#include "multibody/singular_joint.h"

#include <array>

#include "multibody/mobilizer.h"

namespace trammel {

int findDependentSpeed(int nu, const SpatialVec* H) {
    // Modified Gram-Schmidt. A speed is dependent if its motion, or the part of it that others do not make, is smaller than this.
    constexpr Real smallest = 1e-7;
    std::array<SpatialVec, Mobilizer::maxNU> basis;
    for (int i = 0; i < nu; ++i) {
        SpatialVec rest = H[i];
        const Real whole = rest.norm();
        for (int k = 0; k < i; ++k) {
            const SpatialVec& b = basis[std::size_t(k)];
            rest = rest - (b[0].dot(rest[0]) + b[1].dot(rest[1])) * b;
        }
        const Real left = rest.norm();
        if (!(whole > smallest && left > smallest * whole)) return i;
        basis[std::size_t(i)] = (1 / left) * rest;
    }
    return -1;
}

}  // namespace trammel
