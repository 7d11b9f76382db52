// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simbody/vocabulary.h"

namespace SimTK {

/// Four 3 x 3 blocks that act on spatial vectors: rows and columns are [angular, linear].
class SpatialMat {
public:
    SpatialMat() = default;
    SpatialMat(const Mat33& angular, const Mat33& upper, const Mat33& lower, const Mat33& linear)
        : block_{{angular, upper}, {lower, linear}} {}
    const Mat33& operator()(int i, int j) const { return block_[i][j]; }
    Mat33& operator()(int i, int j) { return block_[i][j]; }
    friend SpatialVec operator*(const SpatialMat& m, const SpatialVec& v) {
        return {Vec3(m(0, 0) * v[0] + m(0, 1) * v[1]), Vec3(m(1, 0) * v[0] + m(1, 1) * v[1])};
    }

private:
    Mat33 block_[2][2] = {{Mat33(0.), Mat33(0.)}, {Mat33(0.), Mat33(0.)}};
};

}  // namespace SimTK
