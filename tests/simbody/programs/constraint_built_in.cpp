// SPDX-License-Identifier: Apache-2.0
// Built-in constraints: numbers of equations, errors, multipliers and effect.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

static void count(const Constraint& c, const State& s, int p, int v, int a) {
    int mp, mv, ma;
    c.getNumConstraintEquationsInUse(s, mp, mv, ma);
    CHECK(mp == p && mv == v && ma == a);
}

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::UniformGravity(forces, matter, Vec3(0, -10, 0));
    Body::Rigid body(MassProperties(2, Vec3(0), UnitInertia(1)));
    MobilizedBody::Translation hung(matter.Ground(), Transform(), body, Transform());
    MobilizedBody::Free jointed(matter.Ground(), Transform(Vec3(10, 0, 0)), body, Transform());
    MobilizedBody::Free fixed(matter.Ground(), Transform(Vec3(20, 0, 0)), body, Transform());
    MobilizedBody::Free laid(matter.Ground(), Transform(Vec3(30, 0, 0)), body, Transform());
    MobilizedBody::Free threaded(matter.Ground(), Transform(Vec3(40, 0, 0)), body, Transform());
    MobilizedBody::Pin driven(matter.Ground(), Transform(Vec3(50, 0, 0)), body, Transform());
    MobilizedBody::Pin pushed(matter.Ground(), Transform(Vec3(60, 0, 0)), body, Transform());
    MobilizedBody::Pin held(matter.Ground(), Transform(Vec3(70, 0, 0)), body, Transform());

    Constraint::Rod rod(matter.Ground(), Vec3(0, 3, 0), hung, Vec3(0), 3);
    Constraint::Ball ball(matter.Ground(), Vec3(10, 1, 0), jointed, Vec3(0, 1, 0));
    Constraint::Weld weld(matter.Ground(), Transform(Vec3(20, 0, 0)), fixed, Transform());
    Constraint::PointInPlane plane(matter.Ground(), UnitVec3(YAxis), 0, laid, Vec3(0));
    Constraint::PointOnLine line(matter.Ground(), UnitVec3(ZAxis), Vec3(40, 0, 0), threaded, Vec3(0));
    Constraint::ConstantSpeed speed(driven, 4);
    Constraint::ConstantAcceleration acceleration(pushed, 6);
    Constraint::ConstantAngle angle(matter.Ground(), UnitVec3(XAxis), held, UnitVec3(YAxis), Pi / 2);
    CHECK(matter.getNumConstraints() == 8);

    State state = system.realizeTopology();
    system.realizeModel(state);
    driven.setRate(state, 4);
    threaded.setUToFitLinearVelocity(state, Vec3(0, 0, 1.5));
    system.realize(state, Stage::Acceleration);
    count(rod, state, 1, 0, 0);
    count(ball, state, 3, 0, 0);
    count(weld, state, 6, 0, 0);
    count(plane, state, 1, 0, 0);
    count(line, state, 2, 0, 0);
    count(speed, state, 0, 1, 0);
    count(acceleration, state, 0, 0, 1);
    count(angle, state, 1, 0, 0);
    CHECK(state.getNMultipliers() == 16 && state.getNUErr() == 15);
    CHECK(state.getNQErr() == 14 + matter.getNumQuaternionsInUse(state));
    CHECK_NEAR(state.getQErr().norm(), 0, 1e-12);
    CHECK_NEAR(state.getUErr().norm(), 0, 1e-12);
    CHECK_NEAR(state.getUDotErr().norm(), 0, 1e-9);

    CHECK_NEAR(hung.getBodyOriginAcceleration(state), Vec3(0), 1e-10);
    CHECK_NEAR(std::abs(rod.getMultipliersAsVector(state)[0]), 20, 1e-9);
    CHECK_NEAR(weld.getMultipliersAsVector(state).norm(), 20, 1e-9);
    CHECK_NEAR(jointed.findStationAccelerationInGround(state, Vec3(0, 1, 0)), Vec3(0), 1e-9);
    CHECK_NEAR(laid.getBodyOriginAcceleration(state), Vec3(0), 1e-9);
    CHECK_NEAR(threaded.getBodyOriginVelocity(state), Vec3(0, 0, 1.5), 1e-12);
    CHECK_NEAR(driven.getOneUDot(state, 0), 0, 1e-11);
    CHECK_NEAR(pushed.getOneUDot(state, 0), 6, 1e-11);
    CHECK_NEAR(held.getOneUDot(state, 0), 0, 1e-10);
    CHECK(rod.getPositionErrorsAsVector(state).size() == 1);
    CHECK(ball.getVelocityErrorsAsVector(state).size() == 3);
    CHECK(line.getAccelerationErrorsAsVector(state).size() == 2);

    // Disabling the rod lets the body fall.
    rod.disable(state);
    system.realize(state, Stage::Acceleration);
    CHECK_NEAR(hung.getBodyOriginAcceleration(state), Vec3(0, -10, 0), 1e-10);
    CHECK(state.getNMultipliers() == 15);

    // Projection removes violations.
    rod.enable(state);
    hung.setQ(state, Vec3(1, -1, 0));
    system.realize(state, Stage::Position);
    CHECK(state.getQErr().norm() > 0.1);
    system.projectQ(state, 1e-8);
    CHECK_NEAR((hung.getBodyOriginLocation(state) - Vec3(0, 3, 0)).norm(), 3, 1e-7);
}

CHECK_MAIN(run)
