// SPDX-License-Identifier: Apache-2.0
// Members of vectors, matrices, rotations, transforms and inertias that programs use occasionally.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

static void smallVectors() {
    Vec3 v(1, -2, 3);
    CHECK_NEAR(+v, v, 0);
    v += 1.;
    v -= 0.5;
    CHECK_NEAR(v, Vec3(1.5, -1.5, 3.5), 0);
    CHECK_NEAR(Vec3(v + 1.), Vec3(2.5, -0.5, 4.5), 0);
    CHECK_NEAR(Vec3(v - 1.), Vec3(0.5, -2.5, 2.5), 0);
    CHECK_NEAR(abs(v), Vec3(1.5, 1.5, 3.5), 0);
    CHECK_NEAR(mean(Vec3(1, 2, 6)), 3, 1e-15);
    CHECK_NEAR(Vec2(1, 2) % Vec2(3, 5), -1, 0);
    CHECK(Vec3(2).isNumericallyEqual(2.) && !Vec3(2, 2, 3).isNumericallyEqual(2.));
    CHECK(Vec3(0, Infinity, 0).isInf() && !Vec3(NaN).isInf() && !v.isInf());
    const Vec3 w(4, 5, -6);
    CHECK_NEAR(Vec3(crossMatSq(v) * w), Vec3(-(v % (v % w))), 1e-14);
}

static void smallMatrices() {
    Mat33 m(1, 2, 3, 4, 5, 6, 7, 8, 10);
    CHECK_NEAR(Mat33(inverse(m) * m), Mat33(1), 1e-14);
    CHECK_NEAR((m.getSubMat<2, 2>(1, 0)), Mat22(4, 5, 7, 8), 0);
    CHECK_NEAR(m.dropRowCol(0, 1), Mat22(4, 6, 7, 10), 0);
    CHECK_NEAR(Row3(m.dropRow(1)[1]), Row3(7, 8, 10), 0);
    CHECK_NEAR(Vec3(m.dropCol(1)(1)), Vec3(3, 6, 10), 0);
    CHECK_NEAR(m.colSum(), Row3(12, 15, 19), 0);
    CHECK_NEAR(Vec3(m.rowSum()), Vec3(6, 15, 25), 0);
    CHECK_NEAR((-1 * m).abs(), m, 0);
    CHECK_NEAR(m.elementwiseMultiply(m)(2, 1), 64, 0);
    CHECK_NEAR(m.elementwiseDivide(m), Mat33(1, 1, 1, 1, 1, 1, 1, 1, 1), 1e-15);
    m.diag() = Vec3(9, 8, 7);
    CHECK_NEAR(Vec3(m.diag()), Vec3(9, 8, 7), 0);
    m.updDiag() = Vec3(1, 2, 3);
    m.updSubMat<2, 2>(0, 1) = Mat22(-1, -2, -3, -4);
    CHECK_NEAR(m, Mat33(1, -1, -2, 4, -3, -4, 7, 8, 3), 0);
    CHECK(!m.isNumericallySymmetric() && Mat33(m + ~m).isNumericallySymmetric() && Mat33(2).isExactlySymmetric());
    SymMat33 s;
    s.setFromSymmetric(Mat33(3));
    CHECK_NEAR(s.getDiag(), Vec3(3), 0);
}

static void big() {
    Vector v(5, 1.);
    v(1, 2) = 7;
    CHECK_NEAR(v, Vector(Vec5(1, 7, 7, 1, 1)), 0);
    v.set(4, 2);
    CHECK(v.get(4) == 2);
    CHECK_NEAR(Vector(v.elementwiseInvert()), Vector(Vec5(1, 1. / 7, 1. / 7, 1, 0.5)), 1e-15);

    Matrix m(2, 2, 3.);
    m.updBlock(0, 0, 1, 2) = Matrix(1, 2, 5.);
    m.updElt(1, 1) = -4;
    CHECK(m.getElt(0, 1) == 5 && m.getElt(1, 0) == 3);
    CHECK_NEAR(Matrix(m.abs())(1, 1), 4, 0);
    CHECK_NEAR(Matrix(m.elementwiseMultiply(m))(0, 0), 25, 0);
    const Matrix before = m;
    m.invertInPlace();
    CHECK_NEAR(Vector(before * (m * Vector(Vec2(1, 2)))), Vector(Vec2(1, 2)), 1e-14);
    m = before;
    m.resizeKeep(3, 2);
    CHECK(m.nrow() == 3 && m(1, 1) == -4);
    m.setTo(2);
    CHECK(m(2, 1) == 2);
    m.clear();
    CHECK(m.nrow() == 0 && m.ncol() == 0);

    Vector_<SpatialVec> F(3, SpatialVec(Vec3(1), Vec3(2)));
    CHECK_NEAR(~F * F, 3 * (3 + 12), 1e-14);
    CHECK_NEAR(Vec3(Vector_<Vec3>(4, Vec3(1, 2, 3)).sum()), Vec3(4, 8, 12), 0);

    Matrix a(3, 2);
    a(0) = Vector(Vec3(1, 2, 2));
    a(1) = Vector(Vec3(2, 4, 4));
    FactorSVD svd(a);
    Vector values, x;
    svd.getSingularValues(values);
    CHECK_NEAR(values[0], std::sqrt(45.), 1e-13);
    svd.solve(Vector(Vec3(5, 10, 10)), x);  // the smallest x with x0 + 2 x1 = 5
    CHECK_NEAR(x, Vector(Vec2(1, 2)), 1e-13);
    Matrix square(2, 2), inverted;
    square(0) = Vector(Vec2(4, 1));
    square(1) = Vector(Vec2(2, 3));
    FactorQTZ(square).inverse(inverted);
    CHECK_NEAR(Vector(square * (inverted * x)), x, 1e-13);
}

static void framesAndInertias() {
    Rotation R;
    R.setRotationFromUnitVecsTrustMe(UnitVec3(YAxis), UnitVec3(ZAxis), UnitVec3(XAxis));
    CHECK_NEAR(Vec3(R * Vec3(1, 2, 3)), Vec3(3, 1, 2), 0);
    const InverseRotation& inverted = ~R;
    CHECK_NEAR(Vec3(inverted * Vec3(3, 1, 2)), Vec3(1, 2, 3), 0);
    R.setRotationFromApproximateMat33(Rotation(0.3, UnitVec3(1, 2, 3)).toMat33() + 1e-9 * Mat33(1));
    CHECK(R.isSameRotationToWithinAngle(Rotation(0.3, UnitVec3(1, 2, 3)), 1e-8));
    CHECK_NEAR(Mat33(R.toMat33() * ~R.toMat33()), Mat33(1), 1e-15);
    R.setRotationToNaN();
    CHECK(R.isNaN());

    // Second derivatives of angles compared with differences of the first ones.
    const Vec3 q(0.1, 0.2, 0.3), w(0.5, -0.6, 0.7), wdot(0.1, 0.4, -0.2);
    const Real h = 1e-6;
    const Vec3 qdot = Rotation::convertAngVelInBodyFrameToBodyXYZDot(q, w);
    const Vec3 after = Rotation::convertAngVelInBodyFrameToBodyXYZDot(q + h * qdot, w + h * wdot);
    const Vec3 before = Rotation::convertAngVelInBodyFrameToBodyXYZDot(q - h * qdot, w - h * wdot);
    CHECK_NEAR(Rotation::convertAngVelDotInBodyFrameToBodyXYZDotDot(q, w, wdot), Vec3((after - before) / (2 * h)),
               1e-9);

    Transform X(Rotation(0.4, YAxis), Vec3(1, 2, 3));
    X += Vec3(1, 0, 0);
    X -= Vec3(0, 1, 0);
    CHECK_NEAR(X.p(), Vec3(2, 1, 3), 0);
    CHECK_NEAR((X + Vec3(1)).p(), Vec3(3, 2, 4), 0);
    CHECK_NEAR((X - Vec3(1)).p(), Vec3(1, 0, 2), 0);
    X.setToNaN();
    CHECK(X.p().isNaN());

    CHECK(XAxis.crossProductAxis(YAxis).isZAxis() && XAxis.crossProductSign(ZAxis) == -1);
    CHECK(ZAxis.isForwardCyclical(XAxis) && XAxis.isReverseCyclical(ZAxis) && YAxis.dotProduct(YAxis) == 1);

    Inertia I(1, 2, 2.5, 0.1, 0.2, 0.05);
    const Rotation S(BodyRotationSequence, 0.1, XAxis, 0.2, YAxis, 0.3, ZAxis);
    Inertia J = I;
    CHECK(J.isNumericallyEqual(I));
    J.reexpressInPlace(S);
    CHECK(!J.isNumericallyEqual(I) && J.isNumericallyEqual(I.reexpress(S)));
    J.shiftFromMassCenterInPlace(Vec3(1, 2, 3), 2);
    J.shiftToMassCenterInPlace(Vec3(1, 2, 3), 2);
    CHECK_NEAR(J.getMoments(), I.reexpress(S).getMoments(), 1e-13);
    J.setInertia(1, 1.5, 2);
    CHECK_NEAR(J.getMoments(), Vec3(1, 1.5, 2), 0);
    MassProperties mass;
    mass.setMassProperties(2, Vec3(0, 1, 0), UnitInertia(1.5, 1, 1.5));
    CHECK(mass.getMass() == 2 && mass.isFinite() && !mass.isNaN() && !mass.isInf());

    const SpatialMat M(Mat33(1), Mat33(2), Mat33(3), Mat33(4));
    const SpatialVec V(Vec3(1, 2, 3), Vec3(4, 5, 6));
    CHECK_NEAR(Vec3(((~M) * V)[0]), Vec3(13, 17, 21), 1e-14);
    SpatialInertia one(2, Vec3(0.1, 0.2, 0), UnitInertia(1)), two(3, Vec3(0, 0, 0.3), UnitInertia(2));
    const SpatialVec apart = one * V + two * V;
    one += two;
    CHECK_NEAR((one * V - apart).norm(), 0, 1e-13);
    CHECK_NEAR((ArticulatedInertia(one) * V - apart).norm(), 0, 1e-13);
}

static void numbers() {
    CHECK_NEAR(Sqrt2 * OneOverSqrt2, 1, 1e-15);
    CHECK_NEAR(std::log(E), 1, 1e-15);
    CHECK_NEAR(cube(CubeRoot2), 2, 1e-14);
    CHECK(OneNinth == 1 / Real(9) && NumDigitsReal == 15 && LosslessNumDigitsReal >= 17);
    Real x = 5;
    clampInPlace(0., x, 2.);
    CHECK(x == 2);
    CHECK(isNumericallyEqual(1., 1. + 1e-15) && !isNumericallyEqual(1., 1.001));
}

static void run() {
    smallVectors();
    smallMatrices();
    big();
    framesAndInertias();
    numbers();
}

CHECK_MAIN(run)
