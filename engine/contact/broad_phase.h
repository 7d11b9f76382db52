// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "contact/bullet/bounds_tree.h"
#include "contact/contact_geometry.h"

namespace trammel {

/// Finds which of a fixed number of moving boxes meet, with a bounds tree that is kept from one pose to the next as scratch
/// memory: the pairs are a function of the boxes alone. A copy starts without a tree, and builds its own when it is used.
class BroadPhase {
public:
    BroadPhase() = default;
    BroadPhase(const BroadPhase&) {}
    BroadPhase& operator=(const BroadPhase&) { return *this; }
    BroadPhase(BroadPhase&&) = default;
    BroadPhase& operator=(BroadPhase&&) = default;

    /// The pairs (i < j) of boxes that meet, in ascending order; two fixed ones are not a pair. @p isFixed(i): whether box i
    /// never moves; the same in each call. The margin of a box is 5 % of its size.
    template <class IsFixed>
    const BoundsTree::Pairs& findPairs(const std::vector<AxisBox>& boxes, const IsFixed& isFixed) {
        if (!tree_ || count_ != boxes.size()) {
            tree_ = makeBoundsTree();
            count_ = boxes.size();
            for (std::size_t i = 0; i < count_; ++i) add(boxes[i], isFixed(int(i)));
        } else {
            for (std::size_t i = 0; i < count_; ++i) tree_->move(int(i), boxes[i].lower, boxes[i].upper);
        }
        tree_->findPairs(pairs_);
        return pairs_;
    }

private:
    void add(const AxisBox& box, bool isFixed) {
        const Real size = Vec3(box.upper - box.lower).norm();
        tree_->add(box.lower, box.upper, isFixed, isFinite(size) ? 0.05 * size : 0);
    }

    std::unique_ptr<BoundsTree> tree_;
    std::size_t count_ = 0;
    BoundsTree::Pairs pairs_;
};

}  // namespace trammel
