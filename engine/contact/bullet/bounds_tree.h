// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "math/vec.h"

namespace trammel {

/// Axis-aligned boxes in one frame, and which of them meet: the broad phase of contact.
///
/// Inside, boxes are kept with a margin, so that small motions cost a comparison only. The answers consider the exact boxes
/// and are sorted: they depend on the boxes alone, not on how they got there. For one thread at a time.
class BoundsTree {
public:
    using Pairs = std::vector<std::pair<int, int>>;

    virtual ~BoundsTree() = default;
    /// Adds a box, possibly infinite in some directions, and returns its number: 0, 1, 2, ... Fixed boxes are not
    /// paired with each other. @p margin, m: how far its later boxes may reach beyond the current one at no cost.
    virtual int add(const Vec3& lower, const Vec3& upper, bool isFixed, Real margin) = 0;
    virtual void move(int box, const Vec3& lower, const Vec3& upper) = 0;
    /// Replaces @p pairs by those that meet, the smaller number first, in ascending order.
    virtual void findPairs(Pairs& pairs) = 0;
    /// Replaces @p boxes by those that meet the given box, in ascending order.
    virtual void findMeeting(const Vec3& lower, const Vec3& upper, std::vector<int>& boxes) const = 0;
    /// How often moves left the margins so far, and how often pairs were searched in the tree.
    virtual long reinsertions() const = 0;
    virtual long searches() const = 0;
};

std::unique_ptr<BoundsTree> makeBoundsTree();

}  // namespace trammel
