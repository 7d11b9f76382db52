// SPDX-License-Identifier: Apache-2.0
// A System counts its realizations and other calls.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

class Blink : public PeriodicEventReporter {
public:
    Blink() : PeriodicEventReporter(0.25) {}
    void handleEvent(const State&) const override {}
};

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    MobilizedBody::Pin pin(matter.Ground(), Body::Rigid(MassProperties(1, Vec3(0), Inertia(1))));
    system.addEventReporter(new Blink);
    State state = system.realizeTopology();
    CHECK(system.isSameSystem(matter.getSystem()));
    CHECK(system.getNumRealizationsOfThisStage(Stage::Topology) == 1);
    system.resetAllCountersToZero();
    CHECK(system.getNumRealizationsOfThisStage(Stage::Topology) == 0);
    system.realize(state, Stage::Velocity);
    system.realize(state, Stage::Position);
    CHECK(system.getNumRealizationsOfThisStage(Stage::Position) == 1);
    CHECK(system.getNumRealizationsOfThisStage(Stage::Acceleration) == 0);
    state.updU();
    system.realize(state, Stage::Acceleration);
    CHECK(system.getNumRealizationsOfThisStage(Stage::Position) == 1);
    CHECK(system.getNumRealizationsOfThisStage(Stage::Velocity) == 2);
    CHECK(system.getNumRealizationsOfThisStage(Stage::Acceleration) == 1);

    RungeKuttaMersonIntegrator integrator(system);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    system.resetAllCountersToZero();
    stepper.stepTo(1);
    CHECK(system.getNumReportEventCalls() >= 3);
    CHECK(system.getNumHandlerCallsThatChangedStage(Stage::Report) == system.getNumReportEventCalls());
}

CHECK_MAIN(run)
