// SPDX-License-Identifier: Apache-2.0
#include "system/value_rows.h"

#include <gtest/gtest.h>

#include "math/vector.h"
#include "system/value.h"

namespace trammel {
namespace {

struct Pose {
    Transform X;
    bool moves = true;
    static constexpr const char* fieldNames[] = {"X_GB", "moves"};
    static auto valueFields(auto& self) { return std::tie(self.X, self.moves); }
};
struct Poses {
    std::vector<Pose> poses;
    std::vector<Real> weights;
    std::string note = "of 7 ] things";
    static constexpr const char* fieldNames[] = {"[body]", "weights", "note"};
    static auto valueFields(auto& self) { return std::tie(self.poses, self.weights, self.note); }
};
/// A value that a state file cannot hold.
struct Drawn {
    std::shared_ptr<int> hidden;
    void writeForPeople(TextWriter& out) const { out.word("[").field("length").real(3).word("]"); }
};

template <class T>
std::vector<ValueRow> rowsOfValue(const T& x) {
    return rowsOf(Value<T>(x).writeTextForPeople());
}

TEST(ValueRows, AreNamedByFieldsAndOwnersOfSequences) {
    Poses value;
    value.poses.resize(2);
    value.poses[1].X = Transform(Rotation(0.5, ZAxis), Vec3(1, 2, 3));
    value.weights = {4, 5, NaN};
    const auto rows = rowsOfValue(value);
    ASSERT_EQ(rows.size(), 2u * 5 + 1);
    EXPECT_EQ(rows[5].label, "[body 1] X_GB R");
    EXPECT_EQ(rows[6].label, "");
    EXPECT_EQ(rows[8].label, "[body 1] X_GB p");
    EXPECT_EQ(rows[8].numbers, (std::vector<Real>{1, 2, 3}));
    EXPECT_EQ(rows[9].numbers, (std::vector<Real>{1}));
    EXPECT_EQ(rows[10].label, "weights");
    EXPECT_EQ(rows[10].numbers.size(), 3u);
    EXPECT_TRUE(std::isnan(rows[10].numbers[2]));
}

TEST(ValueRows, MatrixIsListedByRows) {
    const Rotation R(0.5, ZAxis);
    const auto fixed = rowsOfValue(Transform(R, Vec3(0.)));
    for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c) EXPECT_EQ(fixed[std::size_t(r)].numbers[std::size_t(c)], R(r, c)) << r << c;
    Matrix G(2, 3);
    G << 1, 2, 3, 4, 5, 6;
    const auto rows = rowsOfValue(G);
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[0].numbers, (std::vector<Real>{1, 2, 3}));
    EXPECT_EQ(rows[1].numbers, (std::vector<Real>{4, 5, 6}));
    EXPECT_EQ(rowsOfValue(Vector(4, 2.)).size(), 1u);
}

TEST(ValueRows, StopAtTheLimit) {
    EXPECT_EQ(rowsOf(Value<std::vector<Vec3>>(std::vector<Vec3>(100, Vec3(0.))).writeTextForPeople(), 10).size(), 10u);
    EXPECT_TRUE(rowsOf("").empty());
    EXPECT_TRUE(rowsOf("[ ]").empty());
    EXPECT_EQ(rowsOf("[ 1 2").size(), 1u);
}

TEST(ValueRows, MayComeFromATypeWithAReadableText) {
    EXPECT_EQ(Value<Drawn>().writeText(), "");
    const auto rows = rowsOfValue(Drawn());
    ASSERT_EQ(rows.size(), 1u);
    EXPECT_EQ(rows[0].label, "length");
    EXPECT_EQ(rows[0].numbers[0], 3);
}

TEST(ValueRows, NamesAndShapesAreNotInTheTextOfFiles) {
    Poses value;
    value.poses.resize(1);
    value.weights = {4};
    EXPECT_EQ(Value<Poses>(value).writeText(),
              R"([ [ 1 [ [ [ 1 0 0 0 1 0 0 0 1 ] [ 0 0 0 ] ] true ] ] [ 1 4 ] "of 7 ] things" ])");
}

}  // namespace
}  // namespace trammel
