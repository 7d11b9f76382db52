// SPDX-License-Identifier: Apache-2.0
#include "math/vector.h"

#include <gtest/gtest.h>

namespace trammel {
namespace {

TEST(Vector, ViewWritesThroughAndCopyOwns) {
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

TEST(Vector, RowTimesColumnIsANumber) {
    const Vector v(Vec3(1, 2, 3)), w(Vec3(4, 5, 6));
    const auto product = ~v * w;
    static_assert(std::is_same_v<decltype(product), const Real>);
    EXPECT_EQ(product, 32);
    EXPECT_EQ(~v * (w - v), 18);
    EXPECT_EQ(0.5 * (~v * w), 16);
}

TEST(Vector, ARowTimesAMatrixIsARow) {
    Matrix m(2, 3);
    m << 1, 2, 3, 4, 5, 6;
    const RowVector row = ~Vector(Vec2(1, 10)) * m;
    ASSERT_EQ(row.size(), 3);
    EXPECT_EQ(row[2], 63);
    EXPECT_EQ((~row)[0], 41);
}

TEST(RowVector, OwnsItsElementsAndProductsAreNumbers) {
    const RowVector row = ~Vector(Vec3(1, 2, 3));
    static_assert(std::is_same_v<decltype(row * Vector()), Real>);
    EXPECT_EQ(row * Vector(Vec3(1, 1, 1)), 6);
}

TEST(Matrix, ABlockIsWrittenThroughAndTakesANumberOnItsDiagonal) {
    Matrix m(3, 3, 1.);
    m(1, 1, 2, 2) = 7;
    EXPECT_EQ(m(1, 1), 7);
    EXPECT_EQ(m(1, 2), 0);
    EXPECT_EQ(m(0, 1), 1);
    m(0, 0, 1, 3) = ~Vector(Vec3(4, 5, 6));
    EXPECT_EQ(m(0, 2), 6);
    m(1, 0, 1, 3) = m(0, 0, 1, 3);
    EXPECT_EQ(m(1, 1), 5);
    EXPECT_EQ(m.nelt(), 9);
}

TEST(SymMat, IsMadeOfItsLowerTriangleRowByRow) {
    const SymMat33 s(1, 2, 3, 4, 5, 6);
    EXPECT_EQ(Mat33(s), Mat33(1, 2, 4, 2, 3, 5, 4, 5, 6));
}

TEST(Mat, IsMadeOfRowsOrOfColumns) {
    const Mat<2, 3> rows(Row3(1, 2, 3), Row3(4, 5, 6)), columns(Vec2(1, 4), Vec2(2, 5), Vec2(3, 6));
    EXPECT_EQ(rows, columns);
    EXPECT_EQ(rows(0, 2), 3);
}

}  // namespace
}  // namespace trammel
