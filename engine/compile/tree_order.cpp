// SPDX-License-Identifier: Apache-2.0
#include "compile/tree_order.h"

#include <set>
#include <unordered_map>
#include <utility>

namespace trammel {

namespace {

class TreeOrder {
public:
    TreeOrder(std::span<const ElementId> bodies, std::span<const TreeJoint> joints)
        : joints_(joints), isPlaced_(bodies.size()), jointsOf_(bodies.size()), childrenOf_(bodies.size()) {
        for (std::size_t i = 0; i < bodies.size(); ++i) position_.emplace(bodies[i], i);
        for (std::size_t k = 0; k < joints.size(); ++k) {
            const auto child = position_.find(joints[k].child), parent = position_.find(joints[k].parent);
            if (child == position_.end()) continue;
            jointsOf_[child->second].push_back(k);
            if (!joints[k].parent.isValid())
                reach(k, child->second, 0);
            else if (parent != position_.end())
                childrenOf_[parent->second].emplace_back(k, child->second);
        }
    }

    std::vector<TreeBody> make() {
        std::size_t left = 0;
        while (order_.size() < isPlaced_.size()) {
            if (takeFirst(false)) continue;
            ++pass_;
            if (takeFirst(true)) continue;
            while (isPlaced_[left]) ++left;
            place(left, std::nullopt);
        }
        return std::move(order_);
    }

private:
    /// Pass over the bodies, and position.
    using Turn = std::pair<std::size_t, std::size_t>;

    void reach(std::size_t joint, std::size_t child, std::size_t pass) {
        if (joints_[joint].cutsLoop)
            reachedByCuts_.emplace(0, child);
        else
            reached_.emplace(pass, child);
    }

    /// Places the body whose turn it is, by a joint that may cut or not; false without one.
    bool takeFirst(bool cuts) {
        std::set<Turn>& turns = cuts ? reachedByCuts_ : reached_;
        while (!turns.empty()) {
            const auto [pass, body] = turns.extract(turns.begin()).value();
            if (isPlaced_[body]) continue;
            if (!cuts) pass_ = pass;
            for (const std::size_t k : jointsOf_[body]) {
                if (joints_[k].cutsLoop != cuts || !isReachable(joints_[k])) continue;
                place(body, k);
                return true;
            }
        }
        return false;
    }

    bool isReachable(const TreeJoint& joint) const {
        if (!joint.parent.isValid()) return true;
        const auto parent = position_.find(joint.parent);
        return parent != position_.end() && isPlaced_[parent->second];
    }

    void place(std::size_t body, std::optional<std::size_t> joint) {
        isPlaced_[body] = true;
        order_.push_back({body, joint});
        const bool isInPass = joint && !joints_[*joint].cutsLoop;
        for (const auto& [k, child] : childrenOf_[body])
            if (!isPlaced_[child]) reach(k, child, isInPass && child > body ? pass_ : pass_ + 1);
    }

    const std::span<const TreeJoint> joints_;
    std::unordered_map<ElementId, std::size_t> position_;
    std::vector<bool> isPlaced_;
    std::vector<std::vector<std::size_t>> jointsOf_;
    /// Joints and the bodies that they carry, by parent body.
    std::vector<std::vector<std::pair<std::size_t, std::size_t>>> childrenOf_;
    /// Turns of bodies that joints reach.
    std::set<Turn> reached_, reachedByCuts_;
    std::size_t pass_ = 0;
    std::vector<TreeBody> order_;
};

}  // namespace

std::vector<TreeBody> orderTree(std::span<const ElementId> bodies, std::span<const TreeJoint> joints) {
    return TreeOrder(bodies, joints).make();
}

}  // namespace trammel
