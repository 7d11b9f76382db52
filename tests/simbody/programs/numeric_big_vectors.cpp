// SPDX-License-Identifier: Apache-2.0
// Vector, Matrix and their relatives of run-time size.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

// A column passed to overloads for Vector and Matrix.
static int sizeOf(const Vector& v) { return v.size(); }
static int sizeOf(const Matrix&) { return -1; }

static void run() {
    Vector v(4, Real(2));
    CHECK(v.size() == 4 && v[3] == 2 && v.nrow() == 4);
    v[0] = -1;
    v(1) = 5;
    CHECK(v.sum() == 8);
    v.resize(2);
    v = 3;
    CHECK(v.size() == 2 && v[1] == 3);
    v.setToZero();
    CHECK(v.norm() == 0);
    v.resizeKeep(3);
    v[2] = 4;
    CHECK(v[0] == 0 && v.normSqr() == 16);
    Vector w(Vec3(1, 2, 3));
    CHECK(w.size() == 3 && w[2] == 3);
    CHECK(~v * w == 12);
    CHECK_NEAR(v + w, Vector(Vec3(1, 2, 7)), 0);
    CHECK_NEAR(2 * w - w * 2, Vector(3, Real(0)), 0);
    CHECK_NEAR(-w / 2, Vector(Vec3(-0.5, -1, -1.5)), 0);
    w += v;
    w *= 10;
    CHECK(w[2] == 70);
    CHECK(w.normInf() == 70);
    CHECK_NEAR(w.normRMS(), w.norm() / std::sqrt(3.), 1e-12);
    CHECK(max(w) == 70 && min(w) == 10);
    CHECK(sizeOf(Matrix(3, 2)(1).getAsVector()) == 3 && sizeOf(Matrix(3, 2)[1].getAsVector()) == 2);
    CHECK(max(Vector(0)) < -1e300 && min(Vector(0)) > 1e300);
    const Real data[] = {1, 2, 3, 4};
    Vector fromData(4, data);
    CHECK(fromData[3] == 4);
    // Views into a vector write through.
    fromData(1, 2) = Vector(2, Real(9));
    CHECK(fromData[0] == 1 && fromData[1] == 9 && fromData[2] == 9 && fromData[3] == 4);
    CHECK(Vector().size() == 0);
    CHECK(Vec2::getAs(&fromData[2]) == Vec2(9, 4));
    const Vector copy = fromData;
    fromData = 0.0;
    CHECK(copy[3] == 4);

    Matrix m(2, 3);
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 3; ++j) m(i, j) = 10 * i + j;
    CHECK(m.nrow() == 2 && m.ncol() == 3 && m.nelt() == 6);
    CHECK(m[1][2] == 12 && m(2)[1] == 12);  // rows by [], columns by ()
    const Vector product = m * Vector(Vec3(1, 1, 1));
    CHECK(product[0] == 3 && product[1] == 33);
    const Matrix t = ~m;
    CHECK(t.nrow() == 3 && t(2, 1) == 12);
    const Matrix square = m * t;
    CHECK(square.nrow() == 2 && square(0, 0) == 5);
    Matrix regular(2, 2);
    regular(0, 0) = 2, regular(0, 1) = 1, regular(1, 0) = 1, regular(1, 1) = 1;
    const Matrix identity = regular * regular.invert();
    CHECK_NEAR(identity(0, 0), 1, 1e-14);
    CHECK_NEAR(identity(0, 1), 0, 1e-14);
    Matrix block(3, 3, Real(0));
    block(1, 1, 2, 2) = 7;  // a number onto the diagonal of a block
    CHECK(block(1, 1) == 7 && block(2, 2) == 7 && block(1, 2) == 0 && block(0, 0) == 0);
    block(0) = Vector(Vec3(1, 2, 3));
    CHECK(block(2, 0) == 3);

    Vector_<Vec3> places(3, Vec3(1, 0, 0));
    places[1] += Vec3(0, 2, 0);
    CHECK(places[1] == Vec3(1, 2, 0) && places.size() == 3);
    places = Vec3(0);
    CHECK(places[2] == Vec3(0));
    Vector_<SpatialVec> forces(2);
    forces.setToZero();
    forces[1][1] = Vec3(3);
    CHECK(forces[1] == SpatialVec(Vec3(0), Vec3(3)) && forces[0].norm() == 0);
    RowVector row = ~Vector(Vec3(1, 2, 3));
    CHECK(row.size() == 3 && row * Vector(Vec3(1, 1, 1)) == 6);

    // Solving.
    Vector b(2), x;
    b[0] = 3, b[1] = 2;
    FactorLU(regular).solve(b, x);
    CHECK_NEAR(x[0], 1, 1e-14);
    CHECK_NEAR(x[1], 1, 1e-14);
    Vector xq;
    FactorQTZ(regular).solve(b, xq);
    CHECK_NEAR(x, xq, 1e-13);
}

CHECK_MAIN(run)
