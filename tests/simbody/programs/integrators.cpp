// SPDX-License-Identifier: Apache-2.0
// Integrators: common options and what they report, with and without a TimeStepper.
#include <memory>

#include "Simbody.h"
#include "check.h"
using namespace SimTK;

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Body::Rigid body(MassProperties(1, Vec3(0), UnitInertia(1)));
    MobilizedBody::Slider slider(matter.Ground(), body);
    Force::MobilityLinearSpring spring(forces, slider, 0, 4, 0);
    State start = system.realizeTopology();
    system.realizeModel(start);
    slider.setLength(start, 1);
    const auto exact = [](Real t) { return std::cos(2 * t); };

    // Each method reaches the requested accuracy.
    std::unique_ptr<Integrator> methods[] = {
        std::unique_ptr<Integrator>(new RungeKuttaMersonIntegrator(system)),
        std::unique_ptr<Integrator>(new RungeKuttaFeldbergIntegrator(system)),
        std::unique_ptr<Integrator>(new RungeKutta3Integrator(system)),
        std::unique_ptr<Integrator>(new VerletIntegrator(system)),
        std::unique_ptr<Integrator>(new CPodesIntegrator(system)),
        std::unique_ptr<Integrator>(new CPodesIntegrator(system, CPodes::Adams, CPodes::Functional)),
    };
    for (auto& method : methods) {
        method->setAccuracy(1e-5);
        TimeStepper stepper(system, *method);
        stepper.initialize(start);
        CHECK(stepper.stepTo(2) == Integrator::ReachedReportTime);
        CHECK_NEAR(slider.getLength(stepper.getState()), exact(2), 5e-3);
        CHECK(method->getNumStepsTaken() > 0 && method->getNumStepsAttempted() >= method->getNumStepsTaken());
        CHECK(std::string(method->getMethodName()).size() > 0);
        CHECK(method->methodHasErrorControl());
        CHECK_NEAR(method->getAccuracyInUse(), 1e-5, 1e-15);
    }

    // Multistep methods with a limited order.
    CPodesIntegrator low(system, CPodes::BDF);
    low.setOrderLimit(2);
    low.setAccuracy(1e-4);
    TimeStepper lowStepper(system, low);
    lowStepper.initialize(start);
    lowStepper.stepTo(2);
    CHECK_NEAR(slider.getLength(lowStepper.getState()), exact(2), 5e-2);

    // The integrator on its own.
    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-8);
    integrator.setConstraintTolerance(1e-9);
    integrator.setFinalTime(3);
    integrator.initialize(start);
    CHECK(integrator.getTime() == 0);
    CHECK_NEAR(integrator.getConstraintToleranceInUse(), 1e-9, 1e-20);
    for (;;) {
        const Integrator::SuccessfulStepStatus status = integrator.stepTo(1.0);
        CHECK(!Integrator::getSuccessfulStepStatusString(status).empty());
        if (status == Integrator::ReachedReportTime) break;
        CHECK(status == Integrator::StartOfContinuousInterval);
    }
    CHECK_NEAR(integrator.getTime(), 1, 1e-14);
    CHECK_NEAR(slider.getLength(integrator.getState()), exact(1), 1e-6);
    CHECK(integrator.getAdvancedTime() >= 1);
    CHECK(!integrator.isSimulationOver());
    while (!integrator.isSimulationOver()) integrator.stepTo(100);
    CHECK_NEAR(integrator.getTime(), 3, 1e-12);
    CHECK(integrator.getTerminationReason() == Integrator::ReachedFinalTime);

    // A tighter accuracy takes more steps; a fixed step size is used exactly.
    const auto steps = [&](Real accuracy) {
        RungeKuttaMersonIntegrator each(system);
        each.setAccuracy(accuracy);
        TimeStepper stepper(system, each);
        stepper.initialize(start);
        stepper.stepTo(5);
        return each.getNumStepsTaken();
    };
    CHECK(steps(1e-9) > steps(1e-3));
    RungeKuttaMersonIntegrator fixed(system);
    fixed.setFixedStepSize(0.01);
    TimeStepper stepper(system, fixed);
    stepper.initialize(start);
    stepper.stepTo(0.5);
    CHECK(fixed.getNumStepsTaken() >= 49 && fixed.getNumStepsTaken() <= 52);
    CHECK_NEAR(slider.getLength(stepper.getState()), exact(0.5), 1e-6);

    // Every internal step can be seen.
    RungeKuttaMersonIntegrator visible(system);
    visible.setReturnEveryInternalStep(true);
    visible.setMaximumStepSize(0.05);
    visible.initialize(start);
    int advances = 0;
    Real last = -1;
    while (visible.getTime() < 1) {
        if (visible.stepTo(1) == Integrator::TimeHasAdvanced) ++advances;
        CHECK(visible.getTime() >= last);
        CHECK(visible.getTime() - last <= 0.05 + 1 + 1e-9 && (last < 0 || visible.getTime() - last <= 0.05 + 1e-9));
        last = visible.getTime();
    }
    CHECK(advances >= 19);
}

CHECK_MAIN(run)
