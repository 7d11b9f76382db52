// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "math/vector.h"

namespace trammel {

/// A = P^T L D L^T P of a symmetric positive definite matrix with few elements, the same ones time and again.
///
/// analyze() chooses the order (minimum degree) and finds where L has elements; factor() and solve() then take time in
/// proportion to what fills in, and allocate nothing. It does not decide about rank: where a pivot is small it gives up.
///
/// **Source:** Davis, "Algorithm 849: a concise sparse Cholesky factorization package" (2005), the up-looking method.
class SparseCholesky {
public:
    /// @param lower for each row the columns, below its own number, in which it has an element
    void analyze(const std::vector<std::vector<int>>& lower);

    int size() const { return n_; }
    /// Number of elements of L below its diagonal.
    int fill() const { return int(columnOf_.size()); }

    /// @param diagonal n elements; @param lower the elements in the order of analyze()
    /// @param smallestPivot of the matrix scaled to a unit diagonal
    /// @return false, and no factors, if a pivot is smaller or not a number
    bool factor(const Real* diagonal, const Real* lower, Real smallestPivot);
    /// x = A^-1 b in place.
    void solve(Real* x) const;

private:
    int n_ = 0;
    std::vector<int> order_;  // order_[k]: the row that is eliminated as k-th
    // Elements of A by the row of L they belong to: where in factor()'s list, and their column of L.
    std::vector<int> inputStart_, inputElement_, inputColumn_;
    // Row k of L: its columns in ascending order, and where each element lies.
    std::vector<int> rowStart_, columnOf_, elementOf_;
    // L by columns.
    std::vector<int> columnStart_, rowOf_;
    std::vector<Real> L_, pivots_;
    mutable std::vector<Real> work_;
};

}  // namespace trammel
