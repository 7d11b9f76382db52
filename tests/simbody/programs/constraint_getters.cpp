// SPDX-License-Identifier: Apache-2.0
// Getters of built-in constraints: parameters, errors, multipliers, forces and their rows of G.
#include "Simbody.h"
#include "check.h"

using namespace SimTK;

namespace {

constexpr Real tolerance = 1e-10;

struct Model {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    Force::UniformGravity gravity{forces, matter, Vec3(0, -9.8, 0)};
    Body::Rigid brick{MassProperties(2, Vec3(.1, .2, .3), Inertia(1, 1.1, 1.2, .01, .02, .03))};
    MobilizedBody::Free a{matter.Ground(), brick}, b{matter.Ground(), brick}, c{a, brick}, d{matter.Ground(), brick};
    MobilizedBody::Pin pin{matter.Ground(), brick};
    MobilizedBody::Slider slider{pin, brick};

    Constraint::Rod rod{a, Vec3(.1, 0, 0), b, Vec3(0, .1, 0), 2.};
    Constraint::Ball ball{c, Vec3(.1, 0, 0), d, Vec3(0, .1, 0)};
    Constraint::PointInPlane inPlane{a, UnitVec3(0, 1, 1), .3, d, Vec3(.1, .2, .3)};
    Constraint::PointOnLine onLine{a, UnitVec3(1, 1, 0), Vec3(.1, 0, 0), b, Vec3(0, 0, .2)};
    Constraint::ConstantAngle angle{a, UnitVec3(XAxis), b, UnitVec3(YAxis), .7};
    Constraint::ConstantSpeed speed{pin, .3};
    Constraint::ConstantAcceleration acceleration{slider, 2.};
    Constraint::NoSlip1D noSlip{a, Vec3(.1, .2, .3), UnitVec3(1, 0, 0), b, d};

    State moving() {
        State s = system.realizeTopology();
        a.setQToFitTransform(s, Transform(Rotation(.4, UnitVec3(1, 2, 3)), Vec3(1, .5, .2)));
        b.setQToFitTransform(s, Transform(Rotation(.7, UnitVec3(-1, 2, 3)), Vec3(-1, .5, .2)));
        d.setQToFitTransform(s, Transform(Rotation(1.4, UnitVec3(1, 2, -3)), Vec3(1, 2.5, .2)));
        pin.setAngle(s, .3);
        for (int i = 0; i < s.getNU(); ++i) s.updU()[i] = std::sin(i + .3);
        system.realize(s, Stage::Acceleration);
        return s;
    }
};

/// The rows of G of a single constraint; its forces are G^T lambda, and calcPower() is the power of the opposite,
/// applied forces.
void checkRows(const Model& m, const State& s, const Constraint& constraint) {
    int mp, mv, ma;
    constraint.getNumConstraintEquationsInUse(s, mp, mv, ma);
    const Matrix P = constraint.calcPositionConstraintMatrixP(s);
    CHECK(P.nrow() == mp);
    const int nu = s.getNU();
    Matrix G;
    m.matter.calcG(s, G);
    MultiplierIndex px, vx, ax;
    constraint.getIndexOfMultipliersInUse(s, px, vx, ax);
    Vector gtl(nu, 0.);
    const Vector lambda = constraint.getMultipliersAsVector(s);
    for (int j = 0; j < nu; ++j) {
        for (int i = 0; i < mp; ++i) CHECK_NEAR(P(i, j), G(px + i, j), tolerance);
        for (int i = 0; i < mp; ++i) gtl[j] += G(px + i, j) * lambda[i];
        for (int i = 0; i < mv; ++i) gtl[j] += G(vx + i, j) * lambda[mp + i];
        for (int i = 0; i < ma; ++i) gtl[j] += G(ax + i, j) * lambda[mp + mv + i];
    }

    const Matrix Pt = constraint.calcPositionConstraintMatrixPt(s);
    const Matrix PNInv = constraint.calcPositionConstraintMatrixPNInv(s);
    for (int i = 0; i < mp; ++i) {
        // P = (P N^-1) N
        Vector row(s.getNQ()), back;
        for (int j = 0; j < s.getNQ(); ++j) row[j] = PNInv(i, j);
        m.matter.multiplyByN(s, true, row, back);
        for (int j = 0; j < nu; ++j) {
            CHECK_NEAR(back[j], P(i, j), tolerance);
            CHECK_NEAR(Pt(j, i), P(i, j), tolerance);
        }
    }

    Vector_<SpatialVec> onBodies;
    Vector onMobilities;
    constraint.getConstraintForcesAsVectors(s, onBodies, onMobilities);
    Real power = 0;
    for (int j = 0; j < nu; ++j) power -= gtl[j] * s.getU()[j];
    CHECK_NEAR(constraint.calcPower(s), power, tolerance);
    if (onMobilities.size() > 0 && onMobilities.norm() > 0) return;  // acts on speeds directly
    Vector_<SpatialVec> all(m.matter.getNumBodies(), SpatialVec(Vec3(0), Vec3(0)));
    for (int i = 0; i < onBodies.size(); ++i)
        all[constraint.getMobilizedBodyFromConstrainedBody(ConstrainedBodyIndex(i)).getMobilizedBodyIndex()] +=
            onBodies[i];
    Vector generalized;
    m.matter.multiplyBySystemJacobianTranspose(s, all, generalized);
    for (int j = 0; j < nu; ++j) CHECK_NEAR(generalized[j], gtl[j], 1e-9);
}

void checkRods(const Model& m, const State& s) {
    CHECK(m.rod.getBody1MobilizedBodyIndex() == m.a.getMobilizedBodyIndex());
    CHECK(m.rod.getBody2MobilizedBodyIndex() == m.b.getMobilizedBodyIndex());
    CHECK_NEAR(m.rod.getPointOnBody1(s), Vec3(.1, 0, 0), 0);
    CHECK_NEAR(m.rod.getDefaultPointOnBody2(), Vec3(0, .1, 0), 0);
    const Vec3 p =
        m.b.findStationLocationInGround(s, Vec3(0, .1, 0)) - m.a.findStationLocationInGround(s, Vec3(.1, 0, 0));
    CHECK_NEAR(m.rod.findLengthViolation(s), p.norm() - 2, tolerance);
    CHECK_NEAR(Vec3(m.rod.findRodOrientationInG(s)), Vec3(p / p.norm()), tolerance);
    CHECK_NEAR(m.rod.getMultiplier(s), m.rod.getRodTension(s), 0);
}

void checkBalls(const Model& m, const State& s) {
    CHECK_NEAR(m.ball.getDefaultPointOnBody1(), Vec3(.1, 0, 0), 0);
    const Vec3 gap =
        m.d.findStationLocationInGround(s, Vec3(0, .1, 0)) - m.c.findStationLocationInGround(s, Vec3(.1, 0, 0));
    CHECK_NEAR(m.ball.getPositionErrors(s).norm(), gap.norm(), tolerance);
    CHECK_NEAR(m.ball.getMultipliers(s).norm(), m.ball.getMultipliersAsVector(s).norm(), tolerance);
    const Vec3 on1 = m.c.expressVectorInGroundFrame(s, m.ball.getBallReactionForceOnBody1(s));
    const Vec3 on2 = m.d.expressVectorInGroundFrame(s, m.ball.getBallReactionForceOnBody2(s));
    CHECK_NEAR(on1, Vec3(-on2), 1e-9);
    CHECK_NEAR(on1.norm(), m.ball.getMultipliersAsVector(s).norm(), 1e-9);
}

void checkOthers(Model& m, State& s) {
    CHECK_NEAR(Vec3(m.inPlane.getDefaultPlaneNormal()), Vec3(UnitVec3(0, 1, 1)), tolerance);
    CHECK_NEAR(m.inPlane.getDefaultPlaneHeight(), .3, 0);
    CHECK_NEAR(m.inPlane.getDefaultFollowerPoint(), Vec3(.1, .2, .3), 0);
    CHECK_NEAR(m.inPlane.getPositionError(s), m.inPlane.getPositionErrorsAsVector(s)[0], 0);
    CHECK_NEAR(m.onLine.getDefaultPointOnLine(), Vec3(.1, 0, 0), 0);
    CHECK_NEAR(Vec3(m.onLine.getDefaultLineDirection()), Vec3(UnitVec3(1, 1, 0)), tolerance);
    CHECK_NEAR(m.onLine.getPositionErrors(s)[1], m.onLine.getPositionErrorsAsVector(s)[1], 0);
    CHECK_NEAR(m.angle.getDefaultAngle(), .7, 0);
    CHECK_NEAR(Vec3(m.angle.getDefaultBaseAxis()), Vec3(1, 0, 0), 0);
    const Vec3 x = m.a.expressVectorInGroundFrame(s, Vec3(1, 0, 0)),
               y = m.b.expressVectorInGroundFrame(s, Vec3(0, 1, 0));
    CHECK_NEAR(m.angle.getPositionError(s), dot(x, y) - std::cos(.7), tolerance);

    CHECK_NEAR(m.acceleration.getAcceleration(s), 2, 0);
    m.acceleration.setAcceleration(s, 3);
    m.noSlip.setDirection(s, UnitVec3(ZAxis));
    m.noSlip.setContactPoint(s, Vec3(.3, 0, 0));
    m.system.realize(s, Stage::Acceleration);
    CHECK_NEAR(m.slider.getUDot(s), 3, 1e-9);
    CHECK_NEAR(m.noSlip.getContactPoint(s), Vec3(.3, 0, 0), 0);
    CHECK(m.noSlip.getCaseMobilizedBodyIndex() == m.a.getMobilizedBodyIndex());
    CHECK(m.noSlip.getMovingBodyMobilizedBodyIndex(0) == m.b.getMobilizedBodyIndex());
    CHECK(m.noSlip.getMovingBodyMobilizedBodyIndex(1) == m.d.getMobilizedBodyIndex());
    CHECK_NEAR(Vec3(m.noSlip.getDefaultDirection()), Vec3(1, 0, 0), 0);
    const Vec3 p = m.a.findStationLocationInGround(s, Vec3(.3, 0, 0)),
               z = m.a.expressVectorInGroundFrame(s, Vec3(0, 0, 1));
    const Vec3 v0 = m.b.findStationVelocityInGround(s, m.b.findStationAtGroundPoint(s, p));
    const Vec3 v1 = m.d.findStationVelocityInGround(s, m.d.findStationAtGroundPoint(s, p));
    CHECK_NEAR(m.noSlip.getVelocityError(s), dot(v1 - v0, z), tolerance);
    CHECK_NEAR(std::abs(m.noSlip.getForceAtContactPoint(s)), std::abs(m.noSlip.getMultiplier(s)), 0);
}

void checkDefaults(Model& m) {
    m.rod.setDefaultPointOnBody1(Vec3(.5, 0, 0)).setDefaultRodLength(1.5);
    m.ball.setDefaultPointOnBody2(Vec3(.4, 0, 0));
    m.inPlane.setDefaultPlaneHeight(.1).setDefaultFollowerPoint(Vec3(0));
    const State s = m.moving();
    CHECK_NEAR(m.rod.getPointOnBody1(s), Vec3(.5, 0, 0), 0);
    const Vec3 n = m.a.expressVectorInGroundFrame(s, UnitVec3(0, 1, 1));
    CHECK_NEAR(m.inPlane.getPositionError(s), dot(n, m.d.getBodyOriginLocation(s) - m.a.getBodyOriginLocation(s)) - .1,
               tolerance);
    const Vec3 gap =
        m.d.findStationLocationInGround(s, Vec3(.4, 0, 0)) - m.c.findStationLocationInGround(s, Vec3(.1, 0, 0));
    CHECK_NEAR(m.ball.getPositionErrors(s).norm(), gap.norm(), tolerance);
}

void run() {
    Model m;
    State s = m.moving();
    for (ConstraintIndex c(0); c < m.matter.getNumConstraints(); ++c) checkRows(m, s, m.matter.getConstraint(c));
    checkRods(m, s);
    checkBalls(m, s);
    checkOthers(m, s);
    checkDefaults(m);
}

}  // namespace

CHECK_MAIN(run)
