// SPDX-License-Identifier: Apache-2.0
// Elementwise operations on vectors, and systems of equations without a solution.
#include "Simbody.h"
#include "check.h"

using namespace SimTK;

namespace {

void smallVectorsGrowAndShrink() {
    const Vec3 a(1, 2, 3);
    CHECK_NEAR(a.append1(7.), Vec4(1, 2, 3, 7), 0);
    CHECK_NEAR(a.insert1(0, 9.), Vec4(9, 1, 2, 3), 0);
    CHECK_NEAR(a.insert1(1, 9.), Vec4(1, 9, 2, 3), 0);
    CHECK_NEAR(a.append1(7.).drop1(1), Vec3(1, 3, 7), 0);
}

void bigVectorsByElements() {
    Vector a(3), b(3);
    for (int i = 0; i < 3; ++i) {
        a[i] = i - 1;
        b[i] = 2 * i + 1;
    }
    const Vector product = a.elementwiseMultiply(b), quotient = a.elementwiseDivide(b), absolute = a.abs();
    for (int i = 0; i < 3; ++i) {
        CHECK_NEAR(product[i], (i - 1.) * (2 * i + 1), 0);
        CHECK_NEAR(quotient[i], (i - 1.) / (2 * i + 1), 0);
        CHECK_NEAR(absolute[i], std::abs(i - 1.), 0);
    }
    a += 2;
    CHECK_NEAR(a[0], 1, 0);
    a -= .5;
    CHECK_NEAR(a[2], 2.5, 0);
    a.setTo(4);
    CHECK(a.size() == 3 && a[1] == 4);
    Vector shorter(1), same(3, 1.);
    shorter = a;
    same = a;
    CHECK(shorter.size() == 3 && shorter[2] == 4 && same[2] == 4);
}

void singularMatricesAreKnown() {
    Matrix A(2, 2);
    A(0, 0) = 1;
    A(0, 1) = 2;
    A(1, 0) = 2;
    A(1, 1) = 4;
    CHECK(FactorLU(A).isSingular());
    A(1, 1) = 5;
    CHECK(!FactorLU(A).isSingular());
}

void valuesOfAnyType() {
    Value<Real> value(3.);
    AbstractValue& any = value;
    CHECK_NEAR(any.getValue<Real>(), 3, 0);
    any.updValue<Real>() = 4;
    CHECK_NEAR(value.get(), 4, 0);
    CHECK_THROWS(any.getValue<int>());
}

void run() {
    smallVectorsGrowAndShrink();
    bigVectorsByElements();
    singularMatricesAreKnown();
    valuesOfAnyType();
}

}  // namespace

CHECK_MAIN(run)
