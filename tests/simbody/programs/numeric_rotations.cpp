// SPDX-License-Identifier: Apache-2.0
// Rotations, unit vectors, quaternions and transforms.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

static void rotations() {
    CHECK_NEAR(Rotation().asMat33(), Mat33(1), 0);
    const Rotation z(Pi / 2, ZAxis);
    CHECK_NEAR(z * Vec3(1, 0, 0), Vec3(0, 1, 0), 1e-15);
    CHECK_NEAR(~z * Vec3(0, 1, 0), Vec3(1, 0, 0), 1e-15);
    CHECK_NEAR((z * ~z).asMat33(), Mat33(1), 1e-15);
    CHECK_NEAR(z.x(), Vec3(0, 1, 0), 1e-15);  // columns are the axes
    CHECK_NEAR(z.y(), Vec3(-1, 0, 0), 1e-15);
    CHECK_NEAR(z.z(), Vec3(0, 0, 1), 1e-15);
    CHECK_NEAR(Rotation(0.7, Vec3(0, 0, 9)).asMat33(), Rotation(0.7, ZAxis).asMat33(), 1e-15);
    CHECK_NEAR(Rotation(0.7, UnitVec3(0, 1, 0)).asMat33(), Rotation(0.7, YAxis).asMat33(), 1e-15);
    CHECK_NEAR(Rotation(Pi / 2, CoordinateAxis::getCoordinateAxis(0)) * Vec3(0, 1, 0), Vec3(0, 0, 1), 1e-15);

    // Sequences: body fixed turns about the turned axes, space fixed about the first ones.
    const Rotation body(BodyRotationSequence, 0.2, XAxis, -0.5, YAxis, 1.1, ZAxis);
    CHECK_NEAR(body.asMat33(), (Rotation(0.2, XAxis) * Rotation(-0.5, YAxis) * Rotation(1.1, ZAxis)).asMat33(), 1e-14);
    const Rotation space(SpaceRotationSequence, 0.2, XAxis, -0.5, YAxis);
    CHECK_NEAR(space.asMat33(), (Rotation(-0.5, YAxis) * Rotation(0.2, XAxis)).asMat33(), 1e-14);
    CHECK_NEAR(body.convertRotationToBodyFixedXYZ(), Vec3(0.2, -0.5, 1.1), 1e-14);
    Rotation set;
    set.setRotationToBodyFixedXYZ(Vec3(0.2, -0.5, 1.1));
    CHECK_NEAR(set.asMat33(), body.asMat33(), 1e-14);
    set.setRotationFromAngleAboutX(0.3);
    CHECK_NEAR(set.asMat33(), Rotation(0.3, XAxis).asMat33(), 1e-15);

    // One axis along a direction, a second one as near as possible to another.
    const Rotation aligned(UnitVec3(1, 1, 0), ZAxis, Vec3(0, 0, 1), XAxis);
    CHECK_NEAR(aligned.z(), Vec3(1, 1, 0) / std::sqrt(2.), 1e-14);
    CHECK_NEAR(aligned.x(), Vec3(0, 0, 1), 1e-14);
    const Rotation oneAxis(UnitVec3(0, 1, 0), XAxis);
    CHECK_NEAR(oneAxis.x(), Vec3(0, 1, 0), 1e-14);
    CHECK_NEAR(det(oneAxis.asMat33()), 1, 1e-14);

    const Vec4 angleAxis = Rotation(0.8, UnitVec3(0, 0, 1)).convertRotationToAngleAxis();
    CHECK_NEAR(angleAxis, Vec4(0.8, 0, 0, 1), 1e-14);
    CHECK(Rotation(0.8, XAxis).isSameRotationToWithinAngle(Rotation(0.8001, XAxis), 0.001));
}

static void quaternions() {
    const Quaternion q(Vec4(1, 0, 0, 1));  // normalized on construction
    CHECK_NEAR(q.asVec4().norm(), 1, 1e-15);
    CHECK_NEAR(Rotation(q).asMat33(), Rotation(Pi / 2, ZAxis).asMat33(), 1e-15);
    const Quaternion back = Rotation(0.6, YAxis).convertRotationToQuaternion();
    CHECK_NEAR(back.asVec4(), Vec4(std::cos(0.3), 0, std::sin(0.3), 0), 1e-15);
    CHECK_NEAR(Quaternion().asVec4(), Vec4(1, 0, 0, 0), 0);
    CHECK_NEAR(back[2], std::sin(0.3), 1e-15);
}

static void unitVectors() {
    const UnitVec3 u(3, 0, 4);
    CHECK_NEAR(u[2], 0.8, 1e-15);
    CHECK_NEAR(UnitVec3(Vec3(0, 5, 0)), Vec3(0, 1, 0), 1e-15);
    CHECK_NEAR(UnitVec3(YAxis), Vec3(0, 1, 0), 0);
    CHECK_NEAR(2 * u, Vec3(1.2, 0, 1.6), 1e-15);
    CHECK_NEAR(dot(u, u.perp()), 0, 1e-15);
    CHECK_NEAR(-u, Vec3(-0.6, 0, -0.8), 1e-15);
    const Vec3 asVector = u;
    CHECK_NEAR(asVector.norm(), 1, 1e-15);
}

static void transforms() {
    const Transform X(Rotation(Pi / 2, ZAxis), Vec3(1, 2, 3)), Y(Vec3(0, 0, 1));
    CHECK_NEAR(X * Vec3(1, 0, 0), Vec3(1, 3, 3), 1e-15);  // a station
    CHECK_NEAR(X.xformFrameVecToBase(Vec3(1, 0, 0)), Vec3(0, 1, 0), 1e-15);
    CHECK_NEAR(X.shiftFrameStationToBase(Vec3(1, 0, 0)), X * Vec3(1, 0, 0), 0);
    CHECK_NEAR((X * Y).p(), Vec3(1, 2, 4), 1e-15);
    CHECK_NEAR((X * Y).R().asMat33(), X.R().asMat33(), 0);
    CHECK_NEAR((~X * (X * Vec3(4, 5, 6))), Vec3(4, 5, 6), 1e-14);
    CHECK_NEAR((~X * X).p(), Vec3(0), 1e-15);
    CHECK_NEAR(X.x(), Vec3(0, 1, 0), 1e-15);
    CHECK_NEAR((~X).p(), ~X.R() * -X.p(), 1e-14);
    CHECK_NEAR(Transform().p(), Vec3(0), 0);
    Transform Z(Rotation(0.4, XAxis));
    CHECK_NEAR(Z.p(), Vec3(0), 0);
    Z.setP(Vec3(7));
    Z.updR() = Rotation(0.1, YAxis);
    Z = Transform(Z.R(), Z.p() + Vec3(1, 0, 0));
    CHECK_NEAR(Z.p(), Vec3(8, 7, 7), 0);
    CHECK_NEAR(X.T(), X.p(), 0);
    CHECK_NEAR(X.toMat44()(0, 3), 1, 0);
}

static void run() {
    rotations();
    quaternions();
    unitVectors();
    transforms();
}

CHECK_MAIN(run)
