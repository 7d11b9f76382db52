// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "math/vector.h"

namespace trammel {

/// Rank-revealing factorization of a symmetric positive semidefinite matrix A, and its minimum-norm solutions.
///
///   S A S = P [L1; L2] [L1; L2]^T P^T,  S = diag(A)^-1/2,
///
/// without the rows whose diagonal is zero or the square of rounding,
/// by Cholesky with diagonal pivoting, stopped when no remaining pivot exceeds the rank tolerance. Allocates only when
/// the size grows. One rank policy for everything that needs one: dynamics, projection and mobility analysis.
///
/// **Source:** Higham, "Analysis of the Cholesky decomposition of a semi-definite matrix" (1990); the minimum-norm
/// solution through the Gram matrix of L is derived in the source file.
class PivotedCholesky {
public:
    /// A pivot of the scaled matrix below this counts as zero: rows that depend on others to within 1e-5.
    static constexpr Real defaultRankTolerance = 1e-10;

    /// Factor the leading @p n rows and columns of @p A (only the lower triangle is read). O(n r^2).
    /// @param sizes of rows, in place of diag(A) and not below it, in the scaling: shorter rows then count less beside others
    void factor(const Matrix& A, int n, Real rankTolerance = defaultRankTolerance, const Real* sizes = nullptr);

    int size() const { return n_; }
    int rank() const { return rank_; }
    /// Indices of the rows of A that were found to depend on the others, in pivot order.
    std::vector<int> dependentRows() const;
    /// x = A^+ b for consistent b; least-squares otherwise. In the metric of the scaling. Sizes n; may be in place.
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
