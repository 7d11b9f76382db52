// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "math/scratch.h"
#include "math/vector.h"

namespace trammel {

/// Sparse factorization A = P^T L D L^T P of a symmetric positive definite matrix with a fixed sparsity pattern.
///
/// Copies have the pattern, but no factors. analyze() chooses a minimum degree order and computes the pattern of L;
/// factor() and solve() then take time proportional to the fill and do not allocate. Where L is nearly full, it is stored and factored as a dense matrix. It
/// makes no rank decisions near the tolerance: factor() fails on a small pivot, factorIndependent() on one that is neither
/// small nor large.
///
/// **Source:** Davis, "Algorithm 849: a concise sparse Cholesky factorization package" (2005), the up-looking method.
class SparseCholesky {
public:
    /// @param lower for each row, the columns of its nonzero elements below the diagonal
    void analyze(const std::vector<std::vector<int>>& lower);

    int size() const { return pattern_->n; }
    /// Number of elements of L below its diagonal.
    int fill() const { return int(pattern_->columnOf.size()); }

    /// A diagonal this small relative to the largest is zero or rounding: its row is left out.
    static constexpr Real negligible = 4096 * Eps * Eps;

    /// Leaves out rows whose diagonal is negligible; for these solve() ignores b and returns zero.
    /// @param diagonal n elements; @param lower the elements in the order passed to analyze()
    /// @param smallestPivot limit for the matrix scaled to unit diagonal
    /// @return false, without factors, if a pivot is below the limit or NaN
    bool factor(const Real* diagonal, const Real* lower, Real smallestPivot);
    /// As factor() for a semidefinite matrix: also leaves out rows whose scaled pivot is at most @p largestZero.
    /// @return false, without factors, if a pivot lies between the limits or is NaN
    bool factorIndependent(const Real* diagonal, const Real* lower, Real largestZero, Real smallestPivot);
    /// True if row @p i was left out.
    bool isLeftOut(int i) const { return numbers_->pivots[std::size_t(pattern_->place[std::size_t(i)])] == 0; }
    /// Number of rows left out.
    int leftOut() const { return leftOut_; }
    /// x = A^-1 b in place.
    void solve(Real* x) const;

private:
    struct Pattern {
        int n = 0;
        std::vector<int> order, place;  // order[k]: the row eliminated in step k; place is its inverse
        // Elements of A by the row of L they belong to: index in factor()'s list, and column of L.
        std::vector<int> inputStart, inputElement, inputColumn;
        // Row k of L: its columns in ascending order, and the position of each element.
        std::vector<int> rowStart, columnOf, elementOf;
        // L stored by columns.
        std::vector<int> columnStart, rowOf;
        bool isNearlyFull = false;
    };
    struct Numbers {
        std::vector<Real> L, pivots;
        // Where L is nearly full: its rows without those left out, each of n elements, and their steps.
        std::vector<Real> rows;
        std::vector<int> kept;
        std::vector<Real> work;
    };
    bool factorDense(const Real* diagonal, const Real* lower, Real least, Real smallestPivot);
    void solveDense() const;

    // Copies share the pattern.
    std::shared_ptr<const Pattern> pattern_ = std::make_shared<const Pattern>();
    int leftOut_ = 0;
    bool isDense_ = false;
    mutable Scratch<Numbers> numbers_;
};

}  // namespace trammel
