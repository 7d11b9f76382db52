// SPDX-License-Identifier: Apache-2.0
// A handler may enable or disable constraints: a rod breaks when its tension passes a limit, witnessed at Acceleration
// stage; then the bob flies freely.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

class Break : public TriggeredEventHandler {
public:
    Break(const Constraint::Rod& rod, Real limit, Real& when)
        : TriggeredEventHandler(Stage::Acceleration), rod_(rod), limit_(limit), when_(when) {
        getTriggerInfo().setTriggerOnFallingSignTransition(false);
    }
    Real getValue(const State& state) const override {
        return rod_.isDisabled(state) ? -1 : std::abs(rod_.getMultiplier(state)) - limit_;
    }
    void handleEvent(State& state, Real, bool& shouldTerminate) const override {
        when_ = state.getTime();
        rod_.disable(state);
        CHECK(state.getSystemStage() < Stage::Instance);
        shouldTerminate = false;
    }

private:
    Constraint::Rod rod_;
    Real limit_;
    Real& when_;
};

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::UniformGravity gravity(forces, matter, Vec3(0, -10, 0));
    MobilizedBody::Translation bob(matter.Ground(), Body::Rigid(MassProperties(1, Vec3(0), UnitInertia(1))));
    Constraint::Rod rod(matter.Ground(), Vec3(0), bob, Vec3(0), 2);
    Real when = -1;
    system.addEventHandler(new Break(rod, 24, when));

    State state = system.realizeTopology();
    system.realizeModel(state);
    bob.setQ(state, Vec3(2, 0, 0));  // horizontal and at rest: the tension is 3 m g sin(angle) on the way down
    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-7);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    stepper.stepTo(0.2);
    CHECK(when < 0 && !rod.isDisabled(stepper.getState()));
    CHECK(stepper.getState().getNMultipliers() == 1);
    while (when < 0 && stepper.getTime() < 2) stepper.stepTo(stepper.getTime() + 0.05);
    CHECK(when > 0.2 && when < 1);

    const State& now = stepper.getState();
    system.realize(now, Stage::Acceleration);
    CHECK(rod.isDisabled(now) && now.getNMultipliers() == 0);
    CHECK_NEAR(bob.getBodyOriginAcceleration(now), Vec3(0, -10, 0), 1e-10);
    // The energy determines where it broke: depth = 2 * 24/30; breaking dissipates no energy.
    const Real atBreak = bob.getBodyOriginLocation(now)[1];
    CHECK_NEAR(system.calcEnergy(now), 0, 1e-4);
    CHECK(atBreak < -1.5);
    const Vec3 p = bob.getBodyOriginLocation(now), v = bob.getBodyOriginVelocity(now);
    const Real t0 = now.getTime(), t = t0 + 0.5;
    stepper.stepTo(t);
    CHECK_NEAR(bob.getBodyOriginLocation(stepper.getState()), p + 0.5 * v + Vec3(0, -10, 0) * 0.25 / 2, 1e-5);
    // The release point on the parabola: extrapolated back to the time of breaking, the bob is 2 away from the hinge.
    const Real back = when - t0;
    const Vec3 release = p + back * v + Vec3(0, -10, 0) * back * back / 2;
    CHECK_NEAR(release.norm(), 2, 1e-4);
    CHECK_NEAR(release[1], -1.6, 1e-2);
}

CHECK_MAIN(run)
