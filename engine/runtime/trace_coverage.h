// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <unordered_map>

#include "math/vec.h"

namespace trammel {

/// Where a path has been, in cells of space, to find the parts that run along earlier ones: all later turns of a mechanism
/// that repeats its motion.
class TraceCoverage {
public:
    Real getCell() const { return cell_; }
    /// Forgets the path. Parts nearer to each other than half of @p cell, m, will count as the same.
    void restart(Real cell);
    /// Adds a segment. True if all of it runs along parts that the path had left before.
    bool add(const Vec3& from, const Vec3& to);

private:
    std::uint64_t cellOf(const Vec3& point) const;
    void mark(const Vec3& point, Real length);

    Real cell_ = 0;
    /// Length of the path so far, m.
    Real length_ = 0;
    /// By cell: the length of the path when it first came there.
    std::unordered_map<std::uint64_t, Real> first_;
};

}  // namespace trammel
