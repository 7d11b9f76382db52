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
    SpatialMat operator~() const { return SpatialMat(~block_[0][0], ~block_[1][0], ~block_[0][1], ~block_[1][1]); }
    SpatialMat& operator+=(const SpatialMat& o) {
        for (int i = 0; i < 2; ++i)
            for (int j = 0; j < 2; ++j) block_[i][j] += o.block_[i][j];
        return *this;
    }
    SpatialMat& operator*=(Real s) {
        for (auto& row : block_)
            for (Mat33& block : row) block *= s;
        return *this;
    }
    friend SpatialMat operator+(SpatialMat a, const SpatialMat& b) { return a += b; }
    friend SpatialMat operator-(SpatialMat a, const SpatialMat& b) { return a += -1 * b; }
    friend SpatialMat operator*(Real s, SpatialMat m) { return m *= s; }
    friend SpatialMat operator*(SpatialMat m, Real s) { return m *= s; }
    friend SpatialMat operator*(const SpatialMat& a, const SpatialMat& b) {
        const auto block = [&](int i, int j) { return Mat33(a(i, 0) * b(0, j) + a(i, 1) * b(1, j)); };
        return SpatialMat(block(0, 0), block(0, 1), block(1, 0), block(1, 1));
    }
    friend SpatialVec operator*(const SpatialMat& m, const SpatialVec& v) {
        return {Vec3(m(0, 0) * v[0] + m(0, 1) * v[1]), Vec3(m(1, 0) * v[0] + m(1, 1) * v[1])};
    }

private:
    Mat33 block_[2][2] = {{Mat33(0.), Mat33(0.)}, {Mat33(0.), Mat33(0.)}};
};

}  // namespace SimTK
