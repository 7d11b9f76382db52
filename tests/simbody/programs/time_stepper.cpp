// SPDX-License-Identifier: Apache-2.0
// TimeStepper: works on a copy of the State, steps exactly to the requested time, stops at the final time and can be
// reinitialized.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::UniformGravity gravity(forces, matter, Vec3(0, -10, 0));
    MobilizedBody::Translation stone(matter.Ground(), Body::Rigid(MassProperties(1, Vec3(0), UnitInertia(1))));
    const State start = [&] {
        State s = system.realizeTopology();
        system.realizeModel(s);
        stone.setU(s, Vec3(1, 0, 0));
        s.setTime(5);
        return s;
    }();

    RungeKuttaMersonIntegrator integrator(system);
    integrator.setFinalTime(8);
    TimeStepper stepper(system);
    stepper.setIntegrator(integrator);
    CHECK(&stepper.getIntegrator() == &integrator);
    stepper.initialize(start);
    CHECK(stepper.getTime() == 5);
    CHECK_NEAR(stepper.getState().getU(), start.getU(), 0);

    for (const Real t : {5.5, 6.0, 6.0, 7.25}) {
        CHECK(stepper.stepTo(t) == Integrator::ReachedReportTime);
        CHECK_NEAR(stepper.getTime(), t, 1e-14);
        const Real since = t - 5;
        system.realize(stepper.getState(), Stage::Position);
        CHECK_NEAR(stone.getBodyOriginLocation(stepper.getState()), Vec3(since, -5 * since * since, 0), 1e-6);
    }
    CHECK(start.getTime() == 5 && start.getQ().norm() == 0);
    CHECK(!integrator.isSimulationOver());

    while (!integrator.isSimulationOver()) CHECK(stepper.stepTo(20) != Integrator::InvalidSuccessfulStepStatus);
    CHECK_NEAR(stepper.getTime(), 8, 1e-12);
    CHECK(integrator.getTerminationReason() == Integrator::ReachedFinalTime);
    CHECK(!Integrator::getTerminationReasonString(integrator.getTerminationReason()).empty());

    // Another run from the end of the first.
    const State middle = stepper.getState();
    RungeKutta3Integrator second(system);
    second.setAccuracy(1e-4);
    TimeStepper more(system, second);
    more.initialize(middle);
    more.stepTo(9);
    CHECK_NEAR(stone.getBodyOriginLocation(more.getState())[0], 4, 1e-6);

    // All significant states on request: more returns than report times.
    RungeKuttaMersonIntegrator third(system);
    TimeStepper chatty(system, third);
    chatty.setReportAllSignificantStates(true);
    third.setReturnEveryInternalStep(true);
    chatty.initialize(start);
    int returns = 0;
    while (chatty.getTime() < 6) {
        chatty.stepTo(6);
        ++returns;
    }
    CHECK(returns > 1 && chatty.getReportAllSignificantStates());
    CHECK(third.getNumStepsTaken() <= third.getNumStepsAttempted());
    CHECK(third.getNumRealizations() > 0 && third.getPreviousStepSizeTaken() > 0);
    third.resetAllStatistics();
    CHECK(third.getNumStepsTaken() == 0);
}

CHECK_MAIN(run)
