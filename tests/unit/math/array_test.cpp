// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <type_traits>

#include "math/vector.h"

namespace trammel {
namespace {

TEST(Array, ItsIteratorsArePointersToItsElements) {
    Array_<Real> a(3, 2.5);
    Real* first = a.begin();
    first[1] = 4;
    EXPECT_EQ(a[1], 4);
    EXPECT_EQ(a.end() - first, 3);
    static_assert(std::is_same_v<decltype(std::as_const(a).begin()), const Real*>);
}

TEST(Array, InsertsAndErasesAtPointers) {
    Array_<int> a = {1, 2, 3};
    EXPECT_EQ(*a.insert(a.begin() + 1, 7), 7);
    a.insert(a.end(), 2, 9);
    const int more[] = {5, 6};
    a.insert(a.cbegin(), more, more + 2);
    EXPECT_EQ(a, (Array_<int>{5, 6, 1, 7, 2, 3, 9, 9}));
    EXPECT_EQ(*a.erase(a.begin()), 6);
    a.erase(a.begin() + 1, a.end());
    EXPECT_EQ(a, (Array_<int>{6}));
}

TEST(Array, ArrayOfBoolSupportsIteratorsInsertAndErase) {
    Array_<bool> a(2, true);
    a.insert(a.begin(), false);
    a.erase(a.end() - 1);
    int set = 0;
    for (const bool flag : a) set += flag ? 1 : 0;
    EXPECT_EQ(a.size(), 2);
    EXPECT_EQ(set, 1);
}

TEST(Array, ConvertsToStdVector) {
    const Array_<int> a = {4, 5};
    const std::vector<int>& standard = a;
    EXPECT_EQ(standard.back(), 5);
}

}  // namespace
}  // namespace trammel
