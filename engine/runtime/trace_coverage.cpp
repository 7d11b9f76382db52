// SPDX-License-Identifier: Apache-2.0
#include "runtime/trace_coverage.h"

#include <algorithm>
#include <cmath>

namespace trammel {

namespace {
/// Cells of a path that fills space without end, some 10 MB; no more are noted.
constexpr std::size_t MostCells = 200000;
/// Cells along a segment; longer ones count as new.
constexpr Real LongestSegment = 4000;
/// Length of path, in cells, after which its own cells are earlier ones.
constexpr Real Left = 10;
}  // namespace

void TraceCoverage::restart(Real cell) {
    cell_ = cell;
    length_ = 0;
    first_.clear();
}

std::uint64_t TraceCoverage::cellOf(const Vec3& point) const {
    constexpr int bits = 21;
    constexpr std::uint64_t mask = (std::uint64_t(1) << bits) - 1;
    std::uint64_t cell = 0;
    for (int axis = 0; axis < 3; ++axis)
        cell = cell << bits | (std::uint64_t(std::int64_t(std::floor(point[axis] / cell_))) & mask);
    return cell;
}

void TraceCoverage::mark(const Vec3& point, Real length) {
    // All cells within half a cell of the point.
    for (int corner = 0; corner < 8; ++corner) {
        Vec3 shift;
        for (int axis = 0; axis < 3; ++axis) shift[axis] = (Real(corner >> axis & 1) - 0.5) * cell_;
        first_.try_emplace(cellOf(point + shift), length);
    }
}

bool TraceCoverage::add(const Vec3& from, const Vec3& to) {
    const Real length = (to - from).norm(), farthest = std::max(from.cwiseAbs().maxCoeff(), to.cwiseAbs().maxCoeff());
    constexpr Real numbered = 1e15;
    if (!(cell_ > 0) || !(length <= LongestSegment * cell_) || !(farthest < numbered * cell_)) return false;
    const int samples = std::max(1, static_cast<int>(std::ceil(length / cell_)));
    const auto at = [&](int k) -> Vec3 { return from + Real(k) / samples * (to - from); };
    const auto isEarlier = [&](int k) {
        const auto found = first_.find(cellOf(at(k)));
        return found != first_.end() && length_ - found->second > Left * cell_;
    };
    bool isKnown = true;
    for (int k = 0; isKnown && k <= samples; ++k) isKnown = isEarlier(k);
    if (!isKnown && first_.size() < MostCells)
        for (int k = 0; k <= samples; ++k) mark(at(k), length_ + Real(k) / samples * length);
    length_ += length;
    return isKnown;
}

}  // namespace trammel
