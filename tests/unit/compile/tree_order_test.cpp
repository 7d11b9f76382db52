// SPDX-License-Identifier: Apache-2.0
#include "compile/tree_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace trammel {
namespace {

std::vector<ElementId> bodies(std::size_t count) {
    std::vector<ElementId> all;
    for (std::size_t i = 1; i <= count; ++i) all.push_back(ElementId{i});
    return all;
}

/// Reference implementation of the rule, with a pass over all bodies each time.
std::vector<TreeBody> inPasses(const std::vector<ElementId>& bodies, const std::vector<TreeJoint>& joints) {
    std::vector<TreeBody> order;
    std::set<ElementId> placed;
    const auto carry = [&](std::size_t body, bool cuts) {
        for (std::size_t k = 0; k < joints.size(); ++k) {
            if (joints[k].child != bodies[body] || joints[k].cutsLoop != cuts) continue;
            if (joints[k].parent.isValid() && !placed.contains(joints[k].parent)) continue;
            placed.insert(bodies[body]);
            order.push_back({body, k});
            return true;
        }
        return false;
    };
    const auto pass = [&](bool cuts) {
        const std::size_t before = order.size();
        for (std::size_t i = 0; i < bodies.size(); ++i)
            if (!placed.contains(bodies[i]) && carry(i, cuts) && cuts) break;
        return order.size() > before;
    };
    while (order.size() < bodies.size()) {
        if (pass(false) || pass(true)) continue;
        const auto next = std::ranges::find_if(bodies, [&](ElementId id) { return !placed.contains(id); });
        placed.insert(*next);
        order.push_back({std::size_t(next - bodies.begin()), std::nullopt});
    }
    return order;
}

TEST(TreeOrder, IsThatOfPassesOverTheBodies) {
    std::mt19937 random(4);
    const auto upTo = [&](std::size_t most) { return std::uniform_int_distribution<std::size_t>(0, most)(random); };
    for (int graph = 0; graph < 400; ++graph) {
        std::vector<ElementId> all = bodies(1 + upTo(11));
        std::ranges::shuffle(all, random);
        std::vector<TreeJoint> joints(upTo(2 * all.size()));
        for (TreeJoint& joint : joints)
            // Ground, or a body, or one that could not be built; a body may be joined to itself.
            joint = {ElementId{upTo(all.size() + 1)}, ElementId{1 + upTo(all.size() - 1)}, upTo(3) == 0};
        const std::vector<TreeBody> order = orderTree(all, joints), expected = inPasses(all, joints);
        ASSERT_EQ(order.size(), expected.size()) << "graph " << graph;
        for (std::size_t i = 0; i < order.size(); ++i) {
            EXPECT_EQ(order[i].body, expected[i].body) << "graph " << graph << ", body " << i;
            EXPECT_EQ(order[i].joint, expected[i].joint) << "graph " << graph << ", body " << i;
        }
    }
}

TEST(TreeOrder, AChainListedFromItsTipNeedsNoPassForEachBody) {
    constexpr std::size_t count = 100'000;
    std::vector<TreeJoint> joints;
    for (std::size_t i = 1; i <= count; ++i)
        joints.push_back({i == count ? ElementId() : ElementId{i + 1}, ElementId{i}});
    const std::vector<TreeBody> order = orderTree(bodies(count), joints);
    ASSERT_EQ(order.size(), count);
    for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(order[i].body, count - 1 - i);
}

}  // namespace
}  // namespace trammel
