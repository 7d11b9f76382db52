// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "math/vector.h"

namespace trammel {

/// Rank-revealing factorization of a symmetric positive semidefinite matrix A, and its minimum-norm solutions.
///
///   S A S = P [L1; L2] [L1; L2]^T P^T,  S = diag(A)^-1/2,
///
/// omitting rows whose diagonal is zero or at rounding level, by Cholesky with diagonal pivoting, stopped when no
/// remaining pivot exceeds the rank tolerance. Allocates only when the size grows. The one rank policy shared by
/// dynamics, projection and mobility analysis.
///
/// **Source:** Higham, "Analysis of the Cholesky decomposition of a semi-definite matrix" (1990); the minimum-norm
/// solution through the Gram matrix of L is derived in the source file.
class PivotedCholesky {
public:
    /// Pivots of the scaled matrix below this count as zero: a row that depends on others to within 1e-5 is redundant.
    static constexpr Real defaultRankTolerance = 1e-10;

    /// Factors the leading @p n rows and columns of @p A (only the lower triangle is read). O(n r^2).
    /// @param sizes row scales to use in place of diag(A), not below it; null: diag(A). Rows shorter than their scale
    /// weigh less
    void factor(const Matrix& A, int n, Real rankTolerance = defaultRankTolerance, const Real* sizes = nullptr);

    int size() const { return n_; }
    int rank() const { return rank_; }
    /// Indices of the redundant rows of A, in pivot order.
    std::vector<int> dependentRows() const;
    /// x = A^+ b for consistent b, otherwise the least-squares solution in the scaled metric. Sizes n; may be in place.
    void solve(const Real* b, Real* x) const;

private:
    int n_ = 0, rank_ = 0;
    Matrix L_;      // scaled, in pivot order, first rank_ columns used
    Matrix gramL_;  // Cholesky factor of L^T L, when rank deficient
    std::vector<int> pivot_;
    Vector scale_;
    Vector diagonal_;
    mutable Vector work1_, work2_;
};

}  // namespace trammel
