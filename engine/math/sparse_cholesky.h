// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "math/vector.h"

namespace trammel {

/// Sparse factorization A = P^T L D L^T P of a symmetric positive definite matrix with a fixed sparsity pattern.
///
/// analyze() chooses a minimum degree order and computes the pattern of L; factor() and solve() then take time
/// proportional to the fill and do not allocate. It makes no rank decisions near the tolerance: factor() fails on a small
/// pivot, factorIndependent() on one that is neither small nor large.
///
/// **Source:** Davis, "Algorithm 849: a concise sparse Cholesky factorization package" (2005), the up-looking method.
class SparseCholesky {
public:
    /// @param lower for each row, the columns of its nonzero elements below the diagonal
    void analyze(const std::vector<std::vector<int>>& lower);

    int size() const { return n_; }
    /// Number of elements of L below its diagonal.
    int fill() const { return int(columnOf_.size()); }

    /// @param diagonal n elements; @param lower the elements in the order passed to analyze()
    /// @param smallestPivot limit for the matrix scaled to unit diagonal
    /// @return false, without factors, if a pivot is below the limit or NaN
    bool factor(const Real* diagonal, const Real* lower, Real smallestPivot);
    /// As factor() for a semidefinite matrix: leaves out rows whose scaled pivot is at most @p largestZero. For these
    /// solve() ignores b and returns zero.
    /// @return false, without factors, if a pivot lies between the limits or is NaN
    bool factorIndependent(const Real* diagonal, const Real* lower, Real largestZero, Real smallestPivot);
    /// True if factorIndependent() left out row @p i.
    bool isLeftOut(int i) const { return pivots_[std::size_t(place_[std::size_t(i)])] == 0; }
    /// x = A^-1 b in place.
    void solve(Real* x) const;

private:
    int n_ = 0;
    std::vector<int> order_, place_;  // order_[k]: the row eliminated in step k; place_ is its inverse
    // Elements of A by the row of L they belong to: index in factor()'s list, and column of L.
    std::vector<int> inputStart_, inputElement_, inputColumn_;
    // Row k of L: its columns in ascending order, and the position of each element.
    std::vector<int> rowStart_, columnOf_, elementOf_;
    // L stored by columns.
    std::vector<int> columnStart_, rowOf_;
    std::vector<Real> L_, pivots_;
    mutable std::vector<Real> work_;
};

}  // namespace trammel
