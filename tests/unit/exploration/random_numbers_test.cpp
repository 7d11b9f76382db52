// SPDX-License-Identifier: Apache-2.0
#include "exploration/random_numbers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace trammel {
namespace {

using Words = std::array<std::uint32_t, 4>;

TEST(Philox, HasThePublishedValues) {
    // Known answers of Random123, the authors' library.
    EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}), (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
    constexpr std::uint32_t ones = 0xffffffff;
    EXPECT_EQ(philox({ones, ones, ones, ones}, {ones, ones}), (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
    EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
              (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(RandomUniform, IsWithinZeroAndOneAndDependsOnEachArgument) {
    std::set<Real> seen;
    for (std::uint64_t seed : {1, 2})
        for (const RandomUse use : {RandomUse::Sample, RandomUse::Order})
            for (std::uint64_t row = 0; row < 100; ++row)
                for (std::uint32_t column = 0; column < 5; ++column) {
                    const Real x = randomUniform(seed, use, row, column);
                    EXPECT_GT(x, 0);
                    EXPECT_LT(x, 1);
                    seen.insert(x);
                }
    EXPECT_EQ(seen.size(), 2u * 2 * 100 * 5);
    EXPECT_EQ(randomUniform(7, RandomUse::Start, 3, 1), randomUniform(7, RandomUse::Start, 3, 1));
}

TEST(RandomOrder, HoldsEachNumberOnce) {
    std::vector<std::size_t> order = randomOrder(1, 50, 0);
    EXPECT_NE(order, randomOrder(1, 50, 1));
    EXPECT_NE(order, randomOrder(2, 50, 0));
    EXPECT_FALSE(std::is_sorted(order.begin(), order.end()));
    std::sort(order.begin(), order.end());
    for (std::size_t i = 0; i < order.size(); ++i) EXPECT_EQ(order[i], i);
}

TEST(SobolPoints, BeginAsPublishedAndContinueAnywhere) {
    // Joe and Kuo, without the origin.
    const std::vector<Real> points = sobolPoints(3, 3);
    EXPECT_EQ(points, (std::vector<Real>{0.5, 0.5, 0.5, 0.75, 0.25, 0.25, 0.25, 0.75, 0.75}));
    const std::vector<Real> all = sobolPoints(5, 40), later = sobolPoints(5, 10, 30);
    EXPECT_TRUE(std::equal(later.begin(), later.end(), all.begin() + 150));
}

}  // namespace
}  // namespace trammel
