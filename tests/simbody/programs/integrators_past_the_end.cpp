// SPDX-License-Identifier: Apache-2.0
// An integrator refuses to step past the end of the simulation; a time stepper returns EndOfSimulation again.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    MobilizedBody::Pin pin(matter.Ground(), Body::Rigid(MassProperties(1, Vec3(0), UnitInertia(1))));
    const State start = system.realizeTopology();
    RungeKuttaMersonIntegrator integrator(system);
    integrator.setFinalTime(1);
    integrator.initialize(start);
    while (integrator.stepTo(2) != Integrator::EndOfSimulation) {
    }
    CHECK(integrator.getTime() == 1 && integrator.isSimulationOver());
    CHECK_THROWS(integrator.stepTo(2));
    integrator.initialize(start);
    CHECK(integrator.stepTo(0.5) != Integrator::EndOfSimulation);

    TimeStepper stepper(system, integrator);
    stepper.initialize(start);
    for (int i = 0; i < 3; ++i) CHECK(stepper.stepTo(2) == Integrator::EndOfSimulation);
    CHECK(stepper.getTime() == 1);
}

CHECK_MAIN(run)
