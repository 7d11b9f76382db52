// SPDX-License-Identifier: Apache-2.0
#include "math/pivoted_cholesky.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace trammel {

namespace {
/// Bound on the rounding error of a pivot relative to its row; for short rows this exceeds the rank tolerance.
constexpr Real rounding = 2000 * Eps;
}  // namespace

void PivotedCholesky::factor(const Matrix& A, int n, Real rankTolerance, const Real* sizes) {
    n_ = n;
    rank_ = 0;
    if (L_.rows() < n) {
        L_.resize(n, n);
        gramL_.resize(n, n);
        scale_ = Vector(n);
        diagonal_ = Vector(n);
        work1_ = Vector(n);
        work2_ = Vector(n);
    }
    pivot_.resize(std::size_t(n));
    std::iota(pivot_.begin(), pivot_.end(), 0);
    // Do not scale up a row that consists of rounding errors.
    Real largest = 0;
    for (int i = 0; i < n; ++i) largest = A(i, i) > largest ? A(i, i) : largest;
    const Real negligible = square(64 * Eps) * largest;
    for (int i = 0; i < n; ++i) {
        scale_[i] = A(i, i) > negligible ? 1 / std::sqrt(sizes ? sizes[i] : A(i, i)) : 0;
        diagonal_[i] = scale_[i] == 0 ? 0 : sizes ? A(i, i) * square(scale_[i]) : 1;
    }

    const auto threshold = [&](int i) {
        const int row = pivot_[std::size_t(i)];
        return std::max(rankTolerance * A(row, row) * square(scale_[row]), rounding);
    };
    for (int k = 0; k < n; ++k) {
        // Move the largest remaining significant pivot to position k.
        int best = -1;
        for (int i = k; i < n; ++i)
            if (diagonal_[i] > threshold(i) && (best < 0 || diagonal_[i] > diagonal_[best])) best = i;
        if (best < 0) break;
        std::swap(diagonal_[k], diagonal_[best]);
        std::swap(pivot_[std::size_t(k)], pivot_[std::size_t(best)]);
        for (int j = 0; j < k; ++j) std::swap(L_(k, j), L_(best, j));
        // Column k of L, and the downdate of the remaining diagonal.
        const Real lkk = std::sqrt(diagonal_[k]);
        L_(k, k) = lkk;
        const int pk = pivot_[std::size_t(k)];
        for (int i = k + 1; i < n; ++i) {
            const int pi = pivot_[std::size_t(i)];
            const Real a = pi >= pk ? A(pi, pk) : A(pk, pi);
            Real sum = a * scale_[pi] * scale_[pk];
            for (int j = 0; j < k; ++j) sum -= L_(i, j) * L_(k, j);
            const Real lik = sum / lkk;
            L_(i, k) = lik;
            diagonal_[i] -= lik * lik;
        }
        rank_ = k + 1;
    }

    if (rank_ == n) return;
    // L^T L = C C^T, r x r and well conditioned because the rank tolerance bounds L's condition.
    for (int c = 0; c < rank_; ++c)
        for (int r = c; r < rank_; ++r) {
            Real sum = 0;
            for (int i = r; i < n; ++i) sum += L_(i, r) * L_(i, c);
            for (int j = 0; j < c; ++j) sum -= gramL_(r, j) * gramL_(c, j);
            gramL_(r, c) = r == c ? std::sqrt(sum) : sum / gramL_(c, c);
        }
}

std::vector<int> PivotedCholesky::dependentRows() const { return {pivot_.begin() + rank_, pivot_.end()}; }

void PivotedCholesky::solve(const Real* b, Real* x) const {
    const int r = rank_;
    for (int i = 0; i < n_; ++i) work1_[i] = scale_[pivot_[std::size_t(i)]] * b[pivot_[std::size_t(i)]];

    if (r == n_) {
        // L L^T x = b
        for (int i = 0; i < n_; ++i) {
            Real sum = work1_[i];
            for (int j = 0; j < i; ++j) sum -= L_(i, j) * work1_[j];
            work1_[i] = sum / L_(i, i);
        }
        for (int i = n_ - 1; i >= 0; --i) {
            Real sum = work1_[i];
            for (int j = i + 1; j < n_; ++j) sum -= L_(j, i) * work1_[j];
            work1_[i] = sum / L_(i, i);
        }
    } else {
        // A = L L^T with L n x r of full column rank has the pseudo-inverse L (L^T L)^-1 (L^T L)^-1 L^T.
        const auto solveGram = [&] {
            for (int i = 0; i < r; ++i) {
                Real sum = work2_[i];
                for (int j = 0; j < i; ++j) sum -= gramL_(i, j) * work2_[j];
                work2_[i] = sum / gramL_(i, i);
            }
            for (int i = r - 1; i >= 0; --i) {
                Real sum = work2_[i];
                for (int j = i + 1; j < r; ++j) sum -= gramL_(j, i) * work2_[j];
                work2_[i] = sum / gramL_(i, i);
            }
        };
        for (int c = 0; c < r; ++c) {
            Real sum = 0;
            for (int i = c; i < n_; ++i) sum += L_(i, c) * work1_[i];
            work2_[c] = sum;
        }
        solveGram();
        solveGram();
        for (int i = 0; i < n_; ++i) {
            Real sum = 0;
            for (int c = 0; c <= std::min(i, r - 1); ++c) sum += L_(i, c) * work2_[c];
            work1_[i] = sum;
        }
    }
    for (int i = 0; i < n_; ++i) x[pivot_[std::size_t(i)]] = scale_[pivot_[std::size_t(i)]] * work1_[i];
}

}  // namespace trammel
