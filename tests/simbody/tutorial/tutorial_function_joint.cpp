// SPDX-License-Identifier: Apache-2.0
// A joint from six functions: a worn screw, which advances as it turns, but not evenly.
#include <cmath>

#include "Simbody.h"

using namespace SimTK;

int main() {
    // Coordinate q turns the body about z by q, and moves it along z by 0.1 q + 0.02 q^2.
    Vector turn(2, 0.0), advance(3, 0.0);
    turn[0] = 1;
    advance[0] = 0.02;
    advance[1] = 0.1;

    Array_<const Function*> functions(6);
    functions[0] = new Function::Constant(0, 0);
    functions[1] = new Function::Constant(0, 0);
    functions[2] = new Function::Linear(turn);
    functions[3] = new Function::Constant(0, 0);
    functions[4] = new Function::Constant(0, 0);
    functions[5] = new Function::Polynomial(advance);

    // The coordinates that each function takes: q for two of them, none for the others.
    Array_<Array_<int>> arguments(6);
    arguments[2].push_back(0);
    arguments[5].push_back(0);

    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::UniformGravity gravity(forces, matter, Vec3(0, 0, -9.81));
    const Body::Rigid nut(MassProperties(1, Vec3(0), UnitInertia(0.01)));
    MobilizedBody::FunctionBased screw(matter.Ground(), Transform(), nut, Transform(), 1, functions, arguments);

    State state = system.realizeTopology();
    system.realizeModel(state);
    screw.setOneQ(state, 0, 3);
    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-8);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    system.realize(stepper.getState(), Stage::Dynamics);
    const Real energy = system.calcEnergy(stepper.getState());
    stepper.stepTo(0.5);

    const State& end = stepper.getState();
    system.realize(end, Stage::Dynamics);
    const Real q = screw.getOneQ(end, 0);
    const bool followsTheThread = std::abs(screw.getBodyOriginLocation(end)[2] - (0.1 * q + 0.02 * q * q)) < 1e-12;
    const bool keepsEnergy = std::abs(system.calcEnergy(end) - energy) < 1e-5;
    return q < 3 && followsTheThread && keepsEnergy ? 0 : 1;
}
