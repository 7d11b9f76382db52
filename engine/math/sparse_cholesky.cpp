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
/// The columns of a row of L that has more than this part of them are listed in order, rather than sorted.
constexpr std::size_t manyOfRow = 16;
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
        if (!std::ranges::is_sorted(each)) std::ranges::sort(each);
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
    const auto made = std::make_shared<Pattern>();
    Pattern& pattern = *made;
    pattern.n = int(lower.size());
    pattern.order = minimumDegreeOrder(lower);
    pattern.place.resize(pattern.order.size());
    for (int k = 0; k < pattern.n; ++k) pattern.place[std::size_t(pattern.order[std::size_t(k)])] = k;

    // Assign each element of A to the row of L that is eliminated later.
    std::vector<std::vector<std::pair<int, int>>> inputs(pattern.order.size());
    int element = 0;
    for (int i = 0; i < pattern.n; ++i)
        for (int j : lower[std::size_t(i)]) {
            const int a = pattern.place[std::size_t(i)], b = pattern.place[std::size_t(j)];
            inputs[std::size_t(std::max(a, b))].push_back({element++, std::min(a, b)});
        }

    // Row k of L: from each element's column up the elimination tree to k.
    std::vector<int> parent(pattern.order.size(), -1), seen(pattern.order.size(), -1), count(pattern.order.size(), 0);
    pattern.inputStart = pattern.rowStart = {0};
    pattern.inputElement.clear();
    pattern.inputColumn.clear();
    pattern.columnOf.clear();
    for (int k = 0; k < pattern.n; ++k) {
        std::vector<int> row;
        seen[std::size_t(k)] = k;
        for (const auto& [which, column] : inputs[std::size_t(k)]) {
            pattern.inputElement.push_back(which);
            pattern.inputColumn.push_back(column);
            for (int j = column; seen[std::size_t(j)] != k; j = parent[std::size_t(j)]) {
                if (parent[std::size_t(j)] < 0) parent[std::size_t(j)] = k;
                row.push_back(j);
                seen[std::size_t(j)] = k;
                ++count[std::size_t(j)];
            }
        }
        if (row.size() > std::size_t(k) / manyOfRow) {
            row.clear();
            for (int j = 0; j < k; ++j)
                if (seen[std::size_t(j)] == k) row.push_back(j);
        } else
            std::sort(row.begin(), row.end());
        pattern.columnOf.insert(pattern.columnOf.end(), row.begin(), row.end());
        pattern.inputStart.push_back(int(pattern.inputColumn.size()));
        pattern.rowStart.push_back(int(pattern.columnOf.size()));
    }

    pattern.columnStart = {0};
    for (int c : count) pattern.columnStart.push_back(pattern.columnStart.back() + c);
    std::vector<int> next(pattern.columnStart.begin(), pattern.columnStart.end() - 1);
    pattern.elementOf.resize(pattern.columnOf.size());
    pattern.rowOf.resize(pattern.columnOf.size());
    for (int k = 0; k < pattern.n; ++k)
        for (int p = pattern.rowStart[std::size_t(k)]; p < pattern.rowStart[std::size_t(k) + 1]; ++p) {
            const int at = next[std::size_t(pattern.columnOf[std::size_t(p)])]++;
            pattern.elementOf[std::size_t(p)] = at;
            pattern.rowOf[std::size_t(at)] = k;
        }
    pattern.isNearlyFull = pattern.n >= leastDense && double(pattern.columnOf.size()) >=
                                                          nearlyFull * 0.5 * double(pattern.n) * double(pattern.n - 1);
    pattern_ = made;
    isDense_ = false;
    *numbers_ = {};
}

bool SparseCholesky::factor(const Real* diagonal, const Real* lower, Real smallestPivot) {
    return factorIndependent(diagonal, lower, -Infinity, smallestPivot);
}

bool SparseCholesky::factorIndependent(const Real* diagonal, const Real* lower, Real largestZero, Real smallestPivot) {
    const Pattern& pattern = *pattern_;
    Numbers& numbers = *numbers_;
    const std::size_t size = pattern.order.size();
    if (numbers.pivots.size() != size) numbers = {};
    numbers.pivots.resize(size);
    numbers.work.resize(size);
    const Real least = pattern.n > 0 ? negligible * *std::max_element(diagonal, diagonal + pattern.n) : 0;
    isDense_ = pattern.isNearlyFull && factorDense(diagonal, lower, least, smallestPivot);
    if (isDense_) return true;
    leftOut_ = 0;
    numbers.L.resize(pattern.columnOf.size());
    Real* const y = numbers.work.data();
    std::fill(numbers.work.begin(), numbers.work.end(), 0.);
    for (int k = 0; k < pattern.n; ++k) {
        const std::size_t row = std::size_t(k);
        for (int p = pattern.inputStart[row]; p < pattern.inputStart[row + 1]; ++p)
            y[pattern.inputColumn[std::size_t(p)]] += lower[pattern.inputElement[std::size_t(p)]];
        const Real a = diagonal[pattern.order[row]];
        Real pivot = a;
        for (int p = pattern.rowStart[row]; p < pattern.rowStart[row + 1]; ++p) {
            const int j = pattern.columnOf[std::size_t(p)], end = pattern.elementOf[std::size_t(p)];
            const Real yj = y[j];
            y[j] = 0;
            for (int e = pattern.columnStart[std::size_t(j)]; e < end; ++e)
                y[pattern.rowOf[std::size_t(e)]] -= numbers.L[std::size_t(e)] * yj;
            const Real l = yj * numbers.pivots[std::size_t(j)];
            pivot -= l * yj;
            numbers.L[std::size_t(end)] = l;
        }
        const bool isZero = a <= least || pivot <= largestZero * a;
        if (!isZero && !(pivot > smallestPivot * a)) return false;
        leftOut_ += isZero;
        numbers.pivots[row] = isZero ? 0 : 1 / pivot;
    }
    return true;
}

bool SparseCholesky::factorDense(const Real* diagonal, const Real* lower, Real least, Real smallestPivot) {
    const Pattern& pattern = *pattern_;
    Numbers& numbers = *numbers_;
    numbers.rows.resize(pattern.order.size() * pattern.order.size());
    numbers.kept.reserve(pattern.order.size());
    numbers.kept.clear();
    for (int k = 0; k < pattern.n; ++k) {
        const bool isKept = !(diagonal[pattern.order[std::size_t(k)]] <= least);
        numbers.pivots[std::size_t(k)] = isKept ? 1 : 0;
        if (isKept) numbers.kept.push_back(k);
    }
    const int r = int(numbers.kept.size());
    leftOut_ = pattern.n - r;
    const auto rowOf = [&](int i) { return numbers.rows.data() + std::size_t(i) * std::size_t(pattern.n); };
    // The kept elements of A, by step.
    Real* const y = numbers.work.data();
    for (int i = 0; i < r; ++i) {
        const std::size_t k = std::size_t(numbers.kept[std::size_t(i)]);
        std::fill(numbers.work.begin(), numbers.work.end(), 0.);
        for (int p = pattern.inputStart[k]; p < pattern.inputStart[k + 1]; ++p)
            y[pattern.inputColumn[std::size_t(p)]] += lower[pattern.inputElement[std::size_t(p)]];
        Real* const row = rowOf(i);
        for (int j = 0; j < i; ++j) row[j] = y[numbers.kept[std::size_t(j)]];
        row[i] = diagonal[pattern.order[k]];
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
    const Pattern& pattern = *pattern_;
    Numbers& numbers = *numbers_;
    Real* const y = numbers.work.data();
    const int r = int(numbers.kept.size());
    const auto rowOf = [&](int i) { return numbers.rows.data() + std::size_t(i) * std::size_t(pattern.n); };
    for (int i = 0; i < r; ++i) y[i] = y[numbers.kept[std::size_t(i)]];
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
    for (int i = r - 1, k = pattern.n - 1; k >= 0; --k) y[k] = i >= 0 && numbers.kept[std::size_t(i)] == k ? y[i--] : 0;
}

void SparseCholesky::solve(Real* x) const {
    const Pattern& pattern = *pattern_;
    Numbers& numbers = *numbers_;
    Real* const y = numbers.work.data();
    for (int k = 0; k < pattern.n; ++k) y[k] = x[pattern.order[std::size_t(k)]];
    if (isDense_) {
        solveDense();
        for (int k = 0; k < pattern.n; ++k) x[pattern.order[std::size_t(k)]] = y[k];
        return;
    }
    for (int j = 0; j < pattern.n; ++j)
        for (int e = pattern.columnStart[std::size_t(j)]; e < pattern.columnStart[std::size_t(j) + 1]; ++e)
            y[pattern.rowOf[std::size_t(e)]] -= numbers.L[std::size_t(e)] * y[j];
    for (int j = 0; j < pattern.n; ++j) y[j] *= numbers.pivots[std::size_t(j)];
    for (int j = pattern.n - 1; j >= 0; --j)
        for (int e = pattern.columnStart[std::size_t(j)]; e < pattern.columnStart[std::size_t(j) + 1]; ++e)
            y[j] -= numbers.L[std::size_t(e)] * y[pattern.rowOf[std::size_t(e)]];
    for (int k = 0; k < pattern.n; ++k) x[pattern.order[std::size_t(k)]] = y[k];
}

}  // namespace trammel
