// SPDX-License-Identifier: Apache-2.0
// Small vectors and matrices: everyday operators.
#include <sstream>

#include "Simbody.h"
#include "check.h"
using namespace SimTK;

static void vectors() {
    Vec3 a(1, 2, 3), b(-1, 0, 4);
    CHECK(a + b == Vec3(0, 2, 7) && a - b == Vec3(2, 2, -1) && -a == Vec3(-1, -2, -3));
    CHECK(2 * a == Vec3(2, 4, 6) && a * 2 == 2 * a && a / 2 == Vec3(0.5, 1, 1.5));
    CHECK(~a * b == 11 && dot(a, b) == 11);
    CHECK(a % b == Vec3(8, -7, 2) && cross(a, b) == a % b);
    CHECK_NEAR(dot(a % b, a), 0, 1e-15);
    CHECK(a.normSqr() == 14 && a.norm() == std::sqrt(14.));
    CHECK_NEAR(a.normalize().norm(), 1, 1e-15);
    CHECK(a.sum() == 6 && a.abs() == a && (-a).abs() == a);
    CHECK(Vec3(7) == Vec3(7, 7, 7) && Vec3(0).norm() == 0);
    CHECK(a[0] == 1 && a(2) == 3 && a.size() == 3);
    a[1] = 5;
    a += b;
    CHECK(a == Vec3(0, 5, 7));
    a -= b;
    a *= 2;
    CHECK(a == Vec3(2, 10, 6));
    a /= 2;
    a = Vec3(0);
    CHECK(a.norm() == 0);
    CHECK(Vec3(1, 2, 3).isFinite() && !Vec3(1, NaN, 0).isFinite());
    const Real raw[] = {4, 5, 6};
    CHECK(Vec3(raw) == Vec3(4, 5, 6) && Vec3::getAs(raw) == Vec3(4, 5, 6));
    Real target[3];
    Vec3::updAs(target) = Vec3(9, 8, 7);
    CHECK(target[2] == 7);
    CHECK(Vec2(3, 4).norm() == 5 && Vec4(1, 1, 1, 1).norm() == 2);
    CHECK(max(Vec3(1, 9, 2)) == 9 && min(Vec3(1, 9, -2)) == -2);
    CHECK(square(3.) == 9 && cube(2.) == 8);
    CHECK(Vec3(1, 2, 3).elementwiseMultiply(Vec3(2, 3, 4)) == Vec3(2, 6, 12));

    const Row3 row = ~Vec3(1, 2, 3);
    CHECK(row * Vec3(1, 1, 1) == 6 && row[1] == 2);
    std::ostringstream text;
    text << Vec3(1, 2, 3);
    CHECK(text.str() == "~[1,2,3]");
}

static void matrices() {
    const Mat33 m(1, 2, 3, 0, 1, 4, 5, 6, 0);
    CHECK(m(0, 2) == 3 && m[1][2] == 4 && m(0) == Vec3(1, 0, 5));
    CHECK(m * Vec3(1, 1, 1) == Vec3(6, 5, 11));
    CHECK(~Vec3(1, 0, 0) * m == Row3(1, 2, 3));
    CHECK((~m)(2, 0) == 3);
    CHECK_NEAR(det(m), 1, 1e-12);
    CHECK_NEAR(m * m.invert(), Mat33(1), 1e-12);
    CHECK(m + m == 2 * m && (m - m).norm() == 0);
    CHECK(Mat33(1).trace() == 3);  // a number on the diagonal
    CHECK(crossMat(Vec3(1, 2, 3)) * Vec3(4, 5, 6) == Vec3(1, 2, 3) % Vec3(4, 5, 6));
    const Mat33 outer = Vec3(1, 2, 3) * ~Vec3(4, 5, 6);
    CHECK(outer(2, 0) == 12);
    const SymMat33 s(1, 2, 3, 4, 5, 6);  // lower triangle by rows
    CHECK(s(2, 1) == 5 && s(2, 0) == 4 && Mat33(s)(1, 2) == 5);
    CHECK(Mat33(s) * Vec3(1, 0, 0) == Vec3(1, 2, 4));
}

static void spatial() {
    SpatialVec V(Vec3(1, 2, 3), Vec3(4, 5, 6));
    CHECK(V[0] == Vec3(1, 2, 3) && V[1] == Vec3(4, 5, 6));
    V += SpatialVec(Vec3(1), Vec3(0));
    CHECK(V[0] == Vec3(2, 3, 4));
    V[1] -= Vec3(4, 5, 6);
    CHECK(V == SpatialVec(Vec3(2, 3, 4), Vec3(0)));
    CHECK((2 * V)[0] == Vec3(4, 6, 8) && (V * 2)[0] == (2 * V)[0]);
    CHECK(~V * SpatialVec(Vec3(1), Vec3(1)) == 9);
    CHECK(SpatialVec(Vec3(0)).norm() == 0);
}

static void constants() {
    CHECK_NEAR(Pi, std::acos(-1.), 1e-15);
    CHECK(Infinity > 1e300 && isNaN(NaN) && isInf(-Infinity) && isFinite(Real(1)));
    CHECK(Eps < 1e-15 && SqrtEps < 1e-7 && SignificantReal < 1e-12);
    CHECK(Zero == 0 && One == 1 && OneHalf == 0.5);
    CHECK(convertDegreesToRadians(180.) == Pi);
    CHECK_NEAR(convertRadiansToDegrees(Pi / 2), 90, 1e-12);
    CHECK(clamp(0., 5., 1.) == 1 && sign(-3) == -1);
}

static void run() {
    vectors();
    matrices();
    spatial();
    constants();
}

CHECK_MAIN(run)
