// SPDX-License-Identifier: Apache-2.0
#include "math/sparse_cholesky.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace trammel {

namespace {

/// L is stored as a dense matrix from this share of nonzero elements on, in a group of at least this many rows.
constexpr double nearlyFull = 0.6;
constexpr int leastDense = 24;
/// Rows of L that are used together while they are in the cache.
constexpr int panel = 48;

/// The union of two sorted lists without @p one and @p other.
void merge(std::vector<int>& into, const std::vector<int>& more, int one, int other, std::vector<int>& scratch) {
    scratch.clear();
    std::ranges::set_union(into, more, std::back_inserter(scratch));
    std::erase_if(scratch, [&](int i) { return i == one || i == other; });
    into.swap(scratch);
}

/// Minimum degree order: eliminates the row with the fewest neighbors first and connects its neighbors.
std::vector<int> minimumDegreeOrder(const std::vector<std::vector<int>>& lower) {
    std::vector<std::vector<int>> neighbors(lower.size());
    for (int i = 0; i < int(lower.size()); ++i)
        for (int j : lower[std::size_t(i)]) {
            neighbors[std::size_t(i)].push_back(j);
            neighbors[std::size_t(j)].push_back(i);
        }
    for (std::vector<int>& each : neighbors) {
        std::ranges::sort(each);
        each.erase(std::unique(each.begin(), each.end()), each.end());
    }
    std::vector<int> order, scratch;
    std::vector<char> gone(lower.size(), 0);
    while (order.size() < lower.size()) {
        int next = -1;
        for (int i = 0; i < int(lower.size()); ++i)
            if (!gone[std::size_t(i)] &&
                (next < 0 || neighbors[std::size_t(i)].size() < neighbors[std::size_t(next)].size()))
                next = i;
        gone[std::size_t(next)] = 1;
        order.push_back(next);
        if (neighbors[std::size_t(next)].size() == lower.size() - order.size()) {
            // All remaining rows are neighbors of each other: no order fills less than another.
            for (int i = 0; i < int(lower.size()); ++i)
                if (!gone[std::size_t(i)]) order.push_back(i);
            break;
        }
        const std::vector<int> clique = std::move(neighbors[std::size_t(next)]);
        for (int i : clique) merge(neighbors[std::size_t(i)], clique, i, next, scratch);
    }
    return order;
}

}  // namespace

void SparseCholesky::analyze(const std::vector<std::vector<int>>& lower) {
    n_ = int(lower.size());
    order_ = minimumDegreeOrder(lower);
    place_.resize(order_.size());
    for (int k = 0; k < n_; ++k) place_[std::size_t(order_[std::size_t(k)])] = k;

    // Assign each element of A to the row of L that is eliminated later.
    std::vector<std::vector<std::pair<int, int>>> inputs(order_.size());
    int element = 0;
    for (int i = 0; i < n_; ++i)
        for (int j : lower[std::size_t(i)]) {
            const int a = place_[std::size_t(i)], b = place_[std::size_t(j)];
            inputs[std::size_t(std::max(a, b))].push_back({element++, std::min(a, b)});
        }

    // Row k of L: from each element's column up the elimination tree to k.
    std::vector<int> parent(order_.size(), -1), seen(order_.size(), -1), count(order_.size(), 0);
    inputStart_ = rowStart_ = {0};
    inputElement_.clear();
    inputColumn_.clear();
    columnOf_.clear();
    for (int k = 0; k < n_; ++k) {
        std::vector<int> row;
        seen[std::size_t(k)] = k;
        for (const auto& [which, column] : inputs[std::size_t(k)]) {
            inputElement_.push_back(which);
            inputColumn_.push_back(column);
            for (int j = column; seen[std::size_t(j)] != k; j = parent[std::size_t(j)]) {
                if (parent[std::size_t(j)] < 0) parent[std::size_t(j)] = k;
                row.push_back(j);
                seen[std::size_t(j)] = k;
                ++count[std::size_t(j)];
            }
        }
        std::sort(row.begin(), row.end());
        columnOf_.insert(columnOf_.end(), row.begin(), row.end());
        inputStart_.push_back(int(inputColumn_.size()));
        rowStart_.push_back(int(columnOf_.size()));
    }

    columnStart_ = {0};
    for (int c : count) columnStart_.push_back(columnStart_.back() + c);
    std::vector<int> next(columnStart_.begin(), columnStart_.end() - 1);
    elementOf_.resize(columnOf_.size());
    rowOf_.resize(columnOf_.size());
    for (int k = 0; k < n_; ++k)
        for (int p = rowStart_[std::size_t(k)]; p < rowStart_[std::size_t(k) + 1]; ++p) {
            const int at = next[std::size_t(columnOf_[std::size_t(p)])]++;
            elementOf_[std::size_t(p)] = at;
            rowOf_[std::size_t(at)] = k;
        }
    L_.assign(columnOf_.size(), 0);
    pivots_.assign(order_.size(), 0);
    work_.assign(order_.size(), 0);
    isNearlyFull_ = n_ >= leastDense && double(columnOf_.size()) >= nearlyFull * 0.5 * double(n_) * double(n_ - 1);
    isDense_ = false;
    rows_.assign(isNearlyFull_ ? order_.size() * order_.size() : 0, 0);
    kept_.clear();
    kept_.reserve(order_.size());
}

bool SparseCholesky::factor(const Real* diagonal, const Real* lower, Real smallestPivot) {
    return factorIndependent(diagonal, lower, -Infinity, smallestPivot);
}

bool SparseCholesky::factorIndependent(const Real* diagonal, const Real* lower, Real largestZero, Real smallestPivot) {
    const Real least = n_ > 0 ? negligible * *std::max_element(diagonal, diagonal + n_) : 0;
    isDense_ = isNearlyFull_ && factorDense(diagonal, lower, least, smallestPivot);
    if (isDense_) return true;
    leftOut_ = 0;
    Real* const y = work_.data();
    std::fill(work_.begin(), work_.end(), 0.);
    for (int k = 0; k < n_; ++k) {
        const std::size_t row = std::size_t(k);
        for (int p = inputStart_[row]; p < inputStart_[row + 1]; ++p)
            y[inputColumn_[std::size_t(p)]] += lower[inputElement_[std::size_t(p)]];
        const Real a = diagonal[order_[row]];
        Real pivot = a;
        for (int p = rowStart_[row]; p < rowStart_[row + 1]; ++p) {
            const int j = columnOf_[std::size_t(p)], end = elementOf_[std::size_t(p)];
            const Real yj = y[j];
            y[j] = 0;
            for (int e = columnStart_[std::size_t(j)]; e < end; ++e)
                y[rowOf_[std::size_t(e)]] -= L_[std::size_t(e)] * yj;
            const Real l = yj * pivots_[std::size_t(j)];
            pivot -= l * yj;
            L_[std::size_t(end)] = l;
        }
        const bool isZero = a <= least || pivot <= largestZero * a;
        if (!isZero && !(pivot > smallestPivot * a)) return false;
        leftOut_ += isZero;
        pivots_[row] = isZero ? 0 : 1 / pivot;
    }
    return true;
}

bool SparseCholesky::factorDense(const Real* diagonal, const Real* lower, Real least, Real smallestPivot) {
    kept_.clear();
    for (int k = 0; k < n_; ++k) {
        const bool isKept = !(diagonal[order_[std::size_t(k)]] <= least);
        pivots_[std::size_t(k)] = isKept ? 1 : 0;
        if (isKept) kept_.push_back(k);
    }
    const int r = int(kept_.size());
    leftOut_ = n_ - r;
    const auto rowOf = [&](int i) { return rows_.data() + std::size_t(i) * std::size_t(n_); };
    // The kept elements of A, by step.
    Real* const y = work_.data();
    for (int i = 0; i < r; ++i) {
        const std::size_t k = std::size_t(kept_[std::size_t(i)]);
        std::fill(work_.begin(), work_.end(), 0.);
        for (int p = inputStart_[k]; p < inputStart_[k + 1]; ++p)
            y[inputColumn_[std::size_t(p)]] += lower[inputElement_[std::size_t(p)]];
        Real* const row = rowOf(i);
        for (int j = 0; j < i; ++j) row[j] = y[kept_[std::size_t(j)]];
        row[i] = diagonal[order_[k]];
    }
    using Column = Eigen::Map<const Eigen::VectorXd>;
    for (int first = 0; first < r; first += panel)
        for (int i = first; i < r; ++i) {
            Real* const row = rowOf(i);
            for (int j = first; j < std::min(first + panel, i); ++j)
                row[j] = (row[j] - Column(row, j).dot(Column(rowOf(j), j))) / rowOf(j)[j];
            if (i >= first + panel) continue;
            const Real a = row[i], pivot = a - Column(row, i).squaredNorm();
            if (!(pivot > smallestPivot * a)) return false;
            row[i] = std::sqrt(pivot);
        }
    return true;
}

void SparseCholesky::solveDense() const {
    Real* const y = work_.data();
    const int r = int(kept_.size());
    const auto rowOf = [&](int i) { return rows_.data() + std::size_t(i) * std::size_t(n_); };
    for (int i = 0; i < r; ++i) y[i] = y[kept_[std::size_t(i)]];
    for (int i = 0; i < r; ++i) {
        const Real* const row = rowOf(i);
        for (int j = 0; j < i; ++j) y[i] -= row[j] * y[j];
        y[i] /= row[i];
    }
    for (int i = r - 1; i >= 0; --i) {
        const Real* const row = rowOf(i);
        y[i] /= row[i];
        for (int j = 0; j < i; ++j) y[j] -= row[j] * y[i];
    }
    // Back to their steps, last first: none precedes its index among the kept ones.
    for (int i = r - 1, k = n_ - 1; k >= 0; --k) y[k] = i >= 0 && kept_[std::size_t(i)] == k ? y[i--] : 0;
}

void SparseCholesky::solve(Real* x) const {
    Real* const y = work_.data();
    for (int k = 0; k < n_; ++k) y[k] = x[order_[std::size_t(k)]];
    if (isDense_) {
        solveDense();
        for (int k = 0; k < n_; ++k) x[order_[std::size_t(k)]] = y[k];
        return;
    }
    for (int j = 0; j < n_; ++j)
        for (int e = columnStart_[std::size_t(j)]; e < columnStart_[std::size_t(j) + 1]; ++e)
            y[rowOf_[std::size_t(e)]] -= L_[std::size_t(e)] * y[j];
    for (int j = 0; j < n_; ++j) y[j] *= pivots_[std::size_t(j)];
    for (int j = n_ - 1; j >= 0; --j)
        for (int e = columnStart_[std::size_t(j)]; e < columnStart_[std::size_t(j) + 1]; ++e)
            y[j] -= L_[std::size_t(e)] * y[rowOf_[std::size_t(e)]];
    for (int k = 0; k < n_; ++k) x[order_[std::size_t(k)]] = y[k];
}

}  // namespace trammel
