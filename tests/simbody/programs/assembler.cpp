// SPDX-License-Identifier: Apache-2.0
// Assembles a four-bar linkage: the loop closes, locked coordinates keep their values, and goals are met as closely as
// possible.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    Body::Rigid link(MassProperties(1, Vec3(0), UnitInertia(1)));
    // Parallelogram: cranks of length 2, coupler of length 4, pivots 4 apart.
    MobilizedBody::Pin crank(matter.Ground(), Transform(), link, Transform(Vec3(-2, 0, 0)));
    MobilizedBody::Pin coupler(crank, Transform(), link, Transform(Vec3(-4, 0, 0)));
    MobilizedBody::Pin rocker(matter.Ground(), Transform(Vec3(4, 0, 0)), link, Transform(Vec3(-2, 0, 0)));
    Constraint::PointOnLine joint(coupler, UnitVec3(ZAxis), Vec3(0), rocker, Vec3(0));

    State state = system.realizeTopology();
    system.realizeModel(state);
    crank.setAngle(state, 1);
    coupler.setAngle(state, -0.8);
    rocker.setAngle(state, 1.2);
    system.realize(state, Stage::Position);
    CHECK(state.getQErr().norm() > 0.1);

    Assembler assembler(system);
    assembler.setErrorTolerance(1e-9);
    assembler.lockMobilizer(crank.getMobilizedBodyIndex());
    assembler.assemble(state);
    system.realize(state, Stage::Position);
    CHECK_NEAR(state.getQErr().norm(), 0, 1e-6);
    CHECK_NEAR(crank.getAngle(state), 1, 1e-12);
    CHECK_NEAR(rocker.getAngle(state), 1, 1e-5);
    CHECK_NEAR(coupler.getAngle(state), -1, 1e-5);

    // A goal: the rocker at 0.5.
    Assembler goal(system);
    goal.setErrorTolerance(1e-9);
    goal.adoptAssemblyGoal(new QValue(rocker, MobilizerQIndex(0), 0.5));
    const Real cost = goal.assemble(state);
    CHECK(cost < 1e-3);
    system.realize(state, Stage::Position);
    CHECK_NEAR(rocker.getAngle(state), 0.5, 1e-2);
    CHECK_NEAR(crank.getAngle(state), rocker.getAngle(state), 1e-4);
    CHECK_NEAR(state.getQErr().norm(), 0, 1e-6);

    // If the loop cannot close, an exception is thrown.
    MultibodySystem torn;
    SimbodyMatterSubsystem tornMatter(torn);
    MobilizedBody::Pin arm(tornMatter.Ground(), Transform(), link, Transform(Vec3(-1, 0, 0)));
    Constraint::Rod tooFar(tornMatter.Ground(), Vec3(5, 0, 0), arm, Vec3(0), 1);
    State tornState = torn.realizeTopology();
    CHECK_THROWS(Assembler(torn).assemble(tornState));
}

CHECK_MAIN(run)
