// SPDX-License-Identifier: Apache-2.0
// A System made of Guts alone, projections with options, free coordinates, extra decorations, printed data.
#include <sstream>

#include "Simbody.h"
#include "check.h"
using namespace SimTK;

class DecayGuts : public System::Guts {
public:
    DecayGuts* cloneImpl() const override { return new DecayGuts(*this); }
    int realizeTopologyImpl(State& state) const override {
        state.allocateZ(SubsystemIndex(0), Vector(1, Real(1)));
        return 0;
    }
    int realizeAccelerationImpl(const State& state) const override {
        state.updZDot()[0] = -state.getZ()[0];
        return 0;
    }
};
class Decay : public System {
public:
    Decay() {
        adoptSystemGuts(new DecayGuts);
        DefaultSystemSubsystem defaults(*this);
    }
};
static void systemByItsGuts() {
    Decay decay;
    const State start = decay.realizeTopology();
    RungeKuttaMersonIntegrator integrator(decay);
    integrator.setAccuracy(1e-8);
    TimeStepper stepper(decay, integrator);
    stepper.initialize(start);
    stepper.stepTo(1);
    CHECK_NEAR(stepper.getState().getZ()[0], std::exp(-1.), 1e-6);
}

class Time : public TextDataEventReporter::UserFunction<Real> {
public:
    Real evaluate(const System&, const State& state) override { return 10 * state.getTime(); }
};
class Lift : public ForceSubsystem::Guts {
public:
    Lift() : ForceSubsystem::Guts("lift", "1") {}
    Subsystem::Guts* cloneImpl() const override { return new Lift(*this); }
    Real calcPotentialEnergy(const State&) const override { return 0; }
    int realizeSubsystemDynamicsImpl(const State& state) const override {
        const MultibodySystem& system = getMultibodySystem();
        system.updRigidBodyForces(state, Stage::Dynamics)[1] += SpatialVec(Vec3(0), Vec3(0, 3, 0));
        return 0;
    }
};
class LiftForce : public ForceSubsystem {
public:
    explicit LiftForce(MultibodySystem& system) {
        adoptSubsystemGuts(new Lift);
        system.addForceSubsystem(*this);
    }
};

static void multibodySystem() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    DecorationSubsystem decorations(system);
    LiftForce lift(system);
    Body::Rigid body(MassProperties(1, Vec3(0), UnitInertia(1)));
    MobilizedBody::Translation point(matter.Ground(), body);
    MobilizedBody::Pin held(matter.Ground(), body);
    Motion::Steady motion(held, 1);
    Constraint::Rod rod(matter.Ground(), Vec3(0), point, Vec3(0), 2);
    decorations.addBodyFixedDecoration(point, Transform(Vec3(1, 0, 0)), DecorativeSphere(0.1));
    decorations.addRubberBandLine(GroundIndex, Vec3(0), point, Vec3(0), DecorativeLine());
    system.addEventReporter(new TextDataEventReporter(system, new Time, 0.5));
    matter.setShowDefaultGeometry(false);
    State state = system.realizeTopology();
    point.setQ(state, Vec3(0, 2.5, 0));

    system.realize(state, Stage::Instance);
    Array_<SystemUIndex> freeU;
    system.getFreeUIndex(state, freeU);
    CHECK(freeU.size() == 3 && int(freeU[2]) == 2);

    system.realize(state, Stage::Time);
    system.prescribeQ(state);
    system.realize(state, Stage::Position);
    Vector none;
    ProjectResults results;
    system.projectQ(state, none, ProjectOptions(1e-8).setOption(ProjectOptions::DontThrow), results);
    CHECK(results.getExitStatus() == ProjectResults::Succeeded && results.getAnyChangeMade());
    system.realize(state, Stage::Position);
    CHECK_NEAR(rod.getPositionErrorsAsVector(state)[0], 0, 1e-7);

    Array_<DecorativeGeometry> fixed, moving;
    system.calcDecorativeGeometryAndAppend(state, Stage::Topology, fixed);
    system.calcDecorativeGeometryAndAppend(state, Stage::Position, moving);
    CHECK(fixed.size() == 1 && fixed[0].getBodyId() == 1);
    CHECK(moving.size() == 1);

    system.realize(state, Stage::Dynamics);
    CHECK_NEAR(system.getRigidBodyForces(state, Stage::Dynamics)[1][1], Vec3(0, 3, 0), 1e-12);

    std::ostringstream printed;
    std::streambuf* const before = std::cout.rdbuf(printed.rdbuf());
    RungeKuttaMersonIntegrator integrator(system);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    stepper.stepTo(1);
    std::cout.rdbuf(before);
    std::istringstream lines(printed.str());
    Real t = -1, value = -1, last = -1;
    int count = 0;
    for (; lines >> t >> value; ++count) {
        CHECK_NEAR(value, 10 * t, 1e-9);
        last = t;
    }
    CHECK(count >= 2 && last >= 0.5);
}

static void run() {
    systemByItsGuts();
    multibodySystem();
}

CHECK_MAIN(run)
