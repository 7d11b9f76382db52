// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "contact/broad_phase.h"
#include "tests/unit/contact/shape_samples.h"
#include "tests/unit/integrate/allocation_count.h"

namespace trammel::test {
namespace {

struct Boxes {
    std::vector<AxisBox> boxes;
    std::vector<bool> fixed;

    BoundsTree::Pairs pairsByComparison() const {
        BoundsTree::Pairs pairs;
        for (std::size_t i = 0; i < boxes.size(); ++i)
            for (std::size_t j = i + 1; j < boxes.size(); ++j) {
                if (fixed[i] && fixed[j]) continue;
                bool meet = true;
                for (int k = 0; k < 3; ++k)
                    meet &= boxes[i].lower[k] <= boxes[j].upper[k] && boxes[j].lower[k] <= boxes[i].upper[k];
                if (meet) pairs.emplace_back(int(i), int(j));
            }
        return pairs;
    }
};

AxisBox boxAt(const Vec3& center, Dice& dice) {
    const Vec3 half(dice.real(0.01, 0.2), dice.real(0.01, 0.2), dice.real(0.01, 0.2));
    return {center - half, center + half};
}

Boxes makeBoxes(Dice& dice, int count) {
    Boxes all;
    for (int i = 0; i < count; ++i) {
        all.boxes.push_back(boxAt(Vec3(dice.real(-1, 1), dice.real(-1, 1), dice.real(-1, 1)), dice));
        all.fixed.push_back(i % 5 == 0);
    }
    all.boxes.push_back({Vec3(-Infinity), Vec3(Infinity, -0.5, Infinity)});
    all.fixed.push_back(true);
    all.boxes.push_back({Vec3(-Infinity), Vec3(Infinity)});
    all.fixed.push_back(false);
    return all;
}

std::unique_ptr<BoundsTree> treeOf(const Boxes& all) {
    auto tree = makeBoundsTree();
    for (std::size_t i = 0; i < all.boxes.size(); ++i)
        EXPECT_EQ(tree->add(all.boxes[i].lower, all.boxes[i].upper, all.fixed[i], 0.02), int(i));
    return tree;
}

TEST(BoundsTree, FindsThePairsThatComparingAllFinds) {
    Dice dice(41);
    Boxes all = makeBoxes(dice, 200);
    const auto tree = treeOf(all);
    BoundsTree::Pairs pairs;
    for (int step = 0; step < 30; ++step) {
        tree->findPairs(pairs);
        ASSERT_EQ(pairs, all.pairsByComparison()) << step;
        ASSERT_GT(pairs.size(), 100u);
        for (std::size_t i = 0; i < 200; ++i) {
            const Vec3 by = (step % 3 ? 1e-3 : 0.3) * dice.direction();
            all.boxes[i].lower += by;
            all.boxes[i].upper += by;
            tree->move(int(i), all.boxes[i].lower, all.boxes[i].upper);
        }
    }
}

TEST(BoundsTree, PairsDependOnTheBoxesOnlyNotOnTheirHistory) {
    Dice dice(42);
    Boxes all = makeBoxes(dice, 100);
    const auto wandered = treeOf(all);
    BoundsTree::Pairs pairs, fresh;
    for (int step = 0; step < 10; ++step)
        for (int i = 0; i < 100; ++i) {
            const AxisBox box = boxAt(dice.direction(), dice);
            wandered->move(i, box.lower, box.upper);
            if (i % 10 == 0) wandered->findPairs(pairs);
        }
    for (std::size_t i = 0; i < all.boxes.size(); ++i) wandered->move(int(i), all.boxes[i].lower, all.boxes[i].upper);
    wandered->findPairs(pairs);
    treeOf(all)->findPairs(fresh);
    EXPECT_EQ(pairs, fresh);
}

TEST(BoundsTree, SmallMovesWithinTheMarginsNeitherSearchNorAllocate) {
    Dice dice(43);
    Boxes all = makeBoxes(dice, 100);
    const auto tree = treeOf(all);
    BoundsTree::Pairs pairs;
    tree->findPairs(pairs);
    pairs.reserve(2 * pairs.size());
    const long searches = tree->searches(), reinsertions = tree->reinsertions(), allocations = allocationCount();
    for (int step = 0; step < 20; ++step) {
        for (std::size_t i = 0; i < 100; ++i) {
            const Vec3 by = 0.01 * dice.direction();
            tree->move(int(i), all.boxes[i].lower + by, all.boxes[i].upper + by);
        }
        tree->findPairs(pairs);
    }
    EXPECT_EQ(tree->searches(), searches);
    EXPECT_EQ(tree->reinsertions(), reinsertions);
    EXPECT_EQ(allocationCount(), allocations);
}

TEST(BoundsTree, HalfSpaceAmongSmallMovesRequiresNoSearch) {
    Dice dice(44);
    Boxes all = makeBoxes(dice, 100);
    const auto tree = treeOf(all);
    const Vec3 everywhere(Infinity);
    const int floor = tree->add(-everywhere, everywhere, true, 0);
    BoundsTree::Pairs pairs;
    tree->findPairs(pairs);
    const long searches = tree->searches();
    for (int step = 0; step < 20; ++step) {
        for (std::size_t i = 0; i < 100; ++i) {
            const Vec3 by = 0.01 * dice.direction();
            tree->move(int(i), all.boxes[i].lower + by, all.boxes[i].upper + by);
        }
        tree->move(floor, -everywhere, everywhere);
        tree->findPairs(pairs);
    }
    EXPECT_EQ(tree->searches(), searches);
}

TEST(BroadPhase, CopyFindsTheSamePairsWithoutSharingTheTree) {
    Dice dice(45);
    Boxes all = makeBoxes(dice, 100);
    BroadPhase first;
    const auto isFixed = [&](int i) { return bool(all.fixed[std::size_t(i)]); };
    EXPECT_EQ(first.findPairs(all.boxes, isFixed), all.pairsByComparison());
    BroadPhase copy = first;
    for (int step = 0; step < 5; ++step) {
        for (std::size_t i = 0; i < 100; ++i)
            if (!all.fixed[i]) all.boxes[i] = boxAt(dice.real(0, 1) * dice.direction(), dice);
        EXPECT_EQ(copy.findPairs(all.boxes, isFixed), all.pairsByComparison());
        if (step % 2) {
            EXPECT_EQ(first.findPairs(all.boxes, isFixed), all.pairsByComparison());
        }
    }
}

TEST(BoundsTree, FindsBoxesThatMeetARegion) {
    Dice dice(44);
    const Boxes all = makeBoxes(dice, 200);
    const auto tree = treeOf(all);
    std::vector<int> found, expected;
    for (int i = 0; i < 20; ++i) {
        const AxisBox region = boxAt(dice.real(0, 1) * dice.direction(), dice);
        tree->findMeeting(region.lower, region.upper, found);
        expected.clear();
        for (std::size_t k = 0; k < all.boxes.size(); ++k)
            if ((all.boxes[k].lower.array() <= region.upper.array()).all() &&
                (all.boxes[k].upper.array() >= region.lower.array()).all())
                expected.push_back(int(k));
        EXPECT_EQ(found, expected);
    }
}

}  // namespace
}  // namespace trammel::test
