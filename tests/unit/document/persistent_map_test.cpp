// SPDX-License-Identifier: Apache-2.0
#include "document/persistent_map.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <vector>

namespace trammel {
namespace {

using Persistent = PersistentMap<int, int>;

std::map<int, int> contentOf(const Persistent& map) {
    std::map<int, int> content;
    map.forEach([&](int key, int value) { content[key] = value; });
    return content;
}

TEST(PersistentMap, MatchesStdMapAfterRandomChanges) {
    std::mt19937 random(1);
    Persistent map;
    std::map<int, int> expected;
    for (int i = 0; i < 5000; ++i) {
        const int key = static_cast<int>(random() % 500);
        if (random() % 3 != 0) {
            map = map.with(key, i);
            expected[key] = i;
        } else {
            map = map.without(key);
            expected.erase(key);
        }
        ASSERT_EQ(map.size(), expected.size());
    }
    EXPECT_EQ(contentOf(map), expected);
}

TEST(PersistentMap, IsNotChangedByMapsMadeFromIt) {
    Persistent before;
    for (int i = 0; i < 100; ++i) before = before.with(i, i);
    const auto content = contentOf(before);
    Persistent after = before.with(50, -1).without(7).with(1000, 1000);
    EXPECT_EQ(contentOf(before), content);
    EXPECT_EQ(*after.find(50), -1);
    EXPECT_EQ(after.find(7), nullptr);
}

TEST(PersistentMap, FindsExactlyTheDifferencesOfTwoVersions) {
    std::mt19937 random(2);
    for (int round = 0; round < 50; ++round) {
        Persistent before;
        for (int i = 0; i < 300; ++i)
            before = before.with(static_cast<int>(random() % 400), static_cast<int>(random()));
        Persistent after = before;
        for (int i = 0; i < round; ++i) {
            const int key = static_cast<int>(random() % 400);
            after = random() % 2 ? after.with(key, static_cast<int>(random() % 3)) : after.without(key);
        }

        auto patched = contentOf(before);
        std::size_t reported = 0;
        Persistent::forEachDifference(before, after, [&](int key, const int* was, const int* is) {
            ++reported;
            ASSERT_TRUE(was || is);
            EXPECT_EQ(was != nullptr, patched.contains(key));
            EXPECT_FALSE(was && is && *was == *is);
            if (is)
                patched[key] = *is;
            else
                patched.erase(key);
        });
        EXPECT_EQ(patched, contentOf(after));
        EXPECT_LE(reported, static_cast<std::size_t>(round));
    }
}

/// Counts how often its values are compared.
struct Counted {
    int value;
    inline static int comparisons = 0;
    friend bool operator==(const Counted& a, const Counted& b) {
        ++comparisons;
        return a.value == b.value;
    }
};

TEST(PersistentMap, ComparesOnlyThePathToAChange) {
    PersistentMap<int, Counted> before;
    for (int i = 0; i < 100000; ++i) before = before.with(i, {i});
    const auto after = before.with(12345, {-1}).without(777).with(200000, {5});
    Counted::comparisons = 0;
    int differences = 0;
    PersistentMap<int, Counted>::forEachDifference(before, after,
                                                   [&](int, const auto*, const auto*) { ++differences; });
    EXPECT_EQ(differences, 3);
    EXPECT_LT(Counted::comparisons, 200) << "a hundred thousand entries are shared";
}

TEST(PersistentMap, StaysShallowWhenKeysComeInOrder) {
    // A tree degenerated to a list would overflow the stack when a million nodes are visited or freed.
    PersistentMap<int, char> map;
    for (int i = 0; i < 1000000; ++i) map = map.with(i, 'x');
    std::size_t visited = 0;
    map.forEach([&](int, char) { ++visited; });
    EXPECT_EQ(visited, 1000000u);
}

}  // namespace
}  // namespace trammel
