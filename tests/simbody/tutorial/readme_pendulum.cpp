// SPDX-License-Identifier: Apache-2.0
// The program in README.md: a pendulum released from the horizontal keeps its energy.
#include <cmath>
#include <iostream>

#include "Simbody.h"
using namespace SimTK;

int main() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::UniformGravity gravity(forces, matter, Vec3(0, -9.81, 0));
    MobilizedBody::Pin pendulum(matter.Ground(), Vec3(0), MassProperties(1, Vec3(0), UnitInertia(0.01)), Vec3(0, 1, 0));
    State state = system.realizeTopology();
    pendulum.setAngle(state, Pi / 2);
    RungeKuttaMersonIntegrator integrator(system);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    stepper.stepTo(10);
    std::cout << pendulum.getAngle(stepper.getState()) << " rad\n";

    // Released at the height of the pin: total energy zero.
    system.realize(stepper.getState(), Stage::Dynamics);
    return std::abs(system.calcEnergy(stepper.getState())) < 0.01 ? 0 : 1;
}
