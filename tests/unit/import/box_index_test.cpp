// SPDX-License-Identifier: Apache-2.0
#include "import/drawing/box_index.h"

#include <gtest/gtest.h>

#include <random>

namespace trammel {
namespace {

struct Box {
    Vec2 low, high;
    bool contains(const Box& other) const {
        return (low.array() <= other.low.array()).all() && (high.array() >= other.high.array()).all();
    }
};

/// Finds the last box before each one that contains it, and returns how often the index asked.
long compareWithAll(const std::vector<Box>& boxes) {
    BoxIndex index;
    long asked = 0;
    for (int i = 0; i < static_cast<int>(boxes.size()); ++i) {
        int expected = i;
        while (--expected >= 0 && !boxes[expected].contains(boxes[i])) {
        }
        const int found = index.findLast(boxes[i].low, boxes[i].high, [&](int j) {
            ++asked;
            return boxes[j].contains(boxes[i]);
        });
        EXPECT_EQ(found, expected);
        index.add(i, boxes[i].low, boxes[i].high);
    }
    return asked;
}

TEST(BoxIndex, FindsTheLastBoxAround) {
    for (const Real far : {0., 1e3, 1e15, 1e17}) {
        std::mt19937 random(7);
        std::uniform_real_distribution<Real> place(-10, 10), power(-12, 4);
        std::vector<Box> boxes;
        constexpr int many = 600;
        for (int i = 0; i < many; ++i) {
            const Vec2 low = Vec2(far, -far) + Vec2(place(random), place(random));
            boxes.push_back({low, low + Vec2(std::exp2(power(random)), std::exp2(power(random)))});
        }
        std::ranges::stable_sort(boxes, std::greater{}, [](const Box& b) { return (b.high - b.low).prod(); });
        compareWithAll(boxes);
    }
}

TEST(BoxIndex, AsksForFewBoxes) {
    // Holes of a plate side by side, slots above each other, and rings around each other.
    constexpr int many = 2500, side = 50;
    std::vector<Box> holes{{Vec2(-1, -1), Vec2(side, side)}}, slots = holes, rings;
    for (int i = 0; i < many; ++i) {
        const Vec2 at(i % side, i / side);
        holes.push_back({at, at + Vec2(0.8, 0.8)});
        const Vec2 left(0, Real(i) / side);
        slots.push_back({left, left + Vec2(side - 2, 0.5 / side)});
        rings.push_back({Vec2::Constant(i), Vec2::Constant(2. * many - i)});
    }
    EXPECT_LT(compareWithAll(holes), 10 * many);
    EXPECT_LT(compareWithAll(slots), 10 * many);
    EXPECT_LT(compareWithAll(rings), 10 * many);
}

}  // namespace
}  // namespace trammel
