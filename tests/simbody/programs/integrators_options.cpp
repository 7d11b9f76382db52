// SPDX-License-Identifier: Apache-2.0
// Integrator names and properties, and the return values of stepTo() and stepBy() for each option.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

struct Pendulum {
    Pendulum() : matter(system), forces(system), gravity(forces, matter, Vec3(0, -9.8, 0)) {
        MobilizedBody::Pin(matter.Ground(), Body::Rigid(MassProperties(1, Vec3(0, -1, 0), UnitInertia(1.2, 0.2, 1.2))));
        state = system.realizeTopology();
        state.updQ()[0] = 1;
    }
    MultibodySystem system;
    SimbodyMatterSubsystem matter;
    GeneralForceSubsystem forces;
    Force::UniformGravity gravity;
    State state;
};

static void orders(const Integrator& integrator, int lowest, int highest) {
    CHECK(integrator.getMethodMinOrder() == lowest);
    CHECK(integrator.getMethodMaxOrder() == highest);
}

static void methods() {
    Pendulum p;
    orders(ExplicitEulerIntegrator(p.system), 1, 1);
    orders(RungeKutta2Integrator(p.system), 2, 2);
    orders(RungeKutta3Integrator(p.system), 3, 3);
    orders(RungeKuttaMersonIntegrator(p.system), 4, 4);
    orders(RungeKuttaFeldbergIntegrator(p.system), 5, 5);
    orders(VerletIntegrator(p.system), 2, 3);
    orders(SemiExplicitEuler2Integrator(p.system), 1, 1);
    SemiExplicitEulerIntegrator fixed(p.system, 0.01);
    orders(fixed, 1, 1);
    CHECK(!fixed.methodHasErrorControl());

    ExplicitEulerIntegrator euler(p.system, 0.01);
    euler.initialize(p.state);
    euler.stepTo(0.5);  // the start
    CHECK(euler.stepTo(0.5) == Integrator::ReachedReportTime);
    CHECK_NEAR(euler.getTime(), 0.5, 1e-12);
    CHECK(euler.getNumRealizationFailures() == 0 && euler.getNumProjectionFailures() == 0);
}

static void everyStep() {
    Pendulum p;
    RungeKuttaMersonIntegrator integrator(p.system);
    integrator.setFinalTime(0.8);
    integrator.setReturnEveryInternalStep(true);
    integrator.initialize(p.state);
    CHECK(integrator.stepTo(0.5) == Integrator::StartOfContinuousInterval);
    int steps = 0;
    Integrator::SuccessfulStepStatus status;
    while ((status = integrator.stepTo(0.5)) == Integrator::TimeHasAdvanced) ++steps;
    CHECK(status == Integrator::ReachedReportTime && steps > 1);
    CHECK_NEAR(integrator.getTime(), 0.5, 1e-12);
    while (!integrator.isSimulationOver()) status = integrator.stepTo(10);
    CHECK(status == Integrator::EndOfSimulation);
    CHECK(integrator.getTerminationReason() == Integrator::ReachedFinalTime);
    CHECK_NEAR(integrator.getTime(), 0.8, 1e-12);
}

static void limits() {
    Pendulum p;
    RungeKuttaMersonIntegrator integrator(p.system);
    integrator.setAllowInterpolation(false);
    integrator.setProjectEveryStep(true);
    integrator.setInternalStepLimit(3);
    integrator.setInitialStepSize(1e-3);
    integrator.setMaximumStepSize(0.01);
    integrator.initialize(p.state);
    CHECK(integrator.stepTo(0.5) == Integrator::StartOfContinuousInterval);
    CHECK(integrator.stepTo(0.5) == Integrator::ReachedStepLimit);
    CHECK(integrator.getNumStepsTaken() == 3);
    CHECK_NEAR(integrator.getActualInitialStepSizeTaken(), 1e-3, 1e-15);
    integrator.setInternalStepLimit(1000);
    CHECK(integrator.stepTo(0.5) == Integrator::ReachedReportTime);
    CHECK(!integrator.isStateInterpolated());
    CHECK_NEAR(integrator.getAdvancedTime(), 0.5, 1e-12);
    CHECK(integrator.stepBy(0.1) == Integrator::ReachedReportTime);
    CHECK_NEAR(integrator.getTime(), 0.6, 1e-12);
    CHECK(integrator.stepTo(1, 0.7) == Integrator::ReachedScheduledEvent);
    CHECK_NEAR(integrator.getTime(), 0.7, 1e-12);
}

static void run() {
    methods();
    everyStep();
    limits();
}

CHECK_MAIN(run)
