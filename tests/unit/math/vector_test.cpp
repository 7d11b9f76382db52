// SPDX-License-Identifier: Apache-2.0
#include "math/vector.h"

#include <gtest/gtest.h>

namespace trammel {
namespace {

TEST(Vector, AViewWritesThroughAndACopyOfItOwns) {
    Real memory[4] = {1, 2, 3, 4};
    Vector view;
    view.viewAs(memory, 4);
    Vector copy = view;
    view[2] = 30;
    EXPECT_EQ(memory[2], 30);
    EXPECT_EQ(copy[2], 3);
    EXPECT_FALSE(copy.isView());
    view = 2 * copy;
    EXPECT_EQ(memory[3], 8);
}

TEST(Vector, AnOwnerTakesTheSizeOfWhatIsAssignedEvenFromItself) {
    Vector v(3, 1.);
    v = v.head(2) * 5;
    ASSERT_EQ(v.size(), 2);
    EXPECT_EQ(v[1], 5);
    Vector moved = std::move(v);
    EXPECT_EQ(moved.size(), 2);
    EXPECT_EQ(v.size(), 0);
}

TEST(Vector, StartsAtZero) {
    const Vector v(5);
    EXPECT_EQ(v.norm(), 0);
}

}  // namespace
}  // namespace trammel
