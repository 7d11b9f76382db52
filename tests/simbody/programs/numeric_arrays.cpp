// SPDX-License-Identifier: Apache-2.0
// Array_: std::vector with a custom index type; and typed indices.
#include <algorithm>
#include <numeric>

#include "Simbody.h"
#include "check.h"
using namespace SimTK;

SimTK_DEFINE_UNIQUE_INDEX_TYPE(ShelfIndex);

static void run() {
    Array_<int> a;
    CHECK(a.empty() && a.size() == 0);
    a.push_back(3);
    a.push_back(1);
    a.push_back(2);
    CHECK(a.size() == 3 && a.front() == 3 && a.back() == 2 && a[1] == 1);
    std::sort(a.begin(), a.end());
    CHECK(a[0] == 1 && a[2] == 3);
    int total = 0;
    for (int each : a) total += each;
    CHECK(total == 6 && std::accumulate(a.cbegin(), a.cend(), 0) == 6);
    a.insert(a.begin() + 1, 7);
    CHECK(a[1] == 7 && a.size() == 4);
    a.erase(a.begin());
    CHECK(a[0] == 7 && a.size() == 3);
    a.pop_back();
    a.resize(5);
    a.resize(6, -1);
    CHECK(a.size() == 6 && a[5] == -1);
    a.assign(2, 9);
    CHECK(a.size() == 2 && a[0] == 9);
    a.fill(4);
    CHECK(a[1] == 4);
    a.reserve(100);
    CHECK(a.capacity() >= 100 && a.size() == 2);
    a.clear();
    CHECK(a.empty());

    const Array_<Real> same(3, 2.5);
    CHECK(same.size() == 3 && same[2] == 2.5);
    const Array_<String> words = {"one", "two", "three"};
    CHECK(words.size() == 3 && words[2] == "three");
    Array_<Real> copy(same);
    copy[0] = 0;
    CHECK(same[0] == 2.5 && copy != same);
    copy = same;
    CHECK(copy == same);
    const std::vector<int> standard = {5, 6};
    Array_<int> fromStandard(standard);
    CHECK(fromStandard.size() == 2 && fromStandard[1] == 6);
    copy.swap(copy);
    Array_<Array_<int>> nested(3);
    nested[1].push_back(8);
    CHECK(nested[0].empty() && nested[1][0] == 8);
    const Real* p = same.begin();
    CHECK(p[1] == 2.5 && same.data()[0] == 2.5);

    // With an index type.
    Array_<String, ShelfIndex> shelves;
    shelves.push_back("books");
    shelves.push_back("plates");
    ShelfIndex first(0), second(1);
    CHECK(shelves[first] == "books" && shelves[second] == "plates");
    int count = 0;
    for (ShelfIndex i(0); i < shelves.size(); ++i) ++count;
    CHECK(count == 2);

    // Unset indices are invalid, and are numbers when wanted.
    ShelfIndex unset;
    CHECK(!unset.isValid() && first.isValid());
    unset.invalidate();
    CHECK(!unset.isValid());
    CHECK(second == 1 && int(second) == 1 && second != first && first < second);
    ++first;
    CHECK(first == second);
    CHECK(MobilizedBodyIndex(0) == GroundIndex && !MobilizedBodyIndex().isValid());
    CHECK(!SubsystemIndex().isValid() && QIndex(3) + 1 == 4);
}

CHECK_MAIN(run)
