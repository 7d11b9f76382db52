// SPDX-License-Identifier: Apache-2.0
// Quantities that are part of the model: they have a stage, and can be combined, integrated and watched.
#include <cmath>

#include "Simbody.h"

using namespace SimTK;

int main() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);

    // 2 + 3 sin(4 t), its integral since the start, and the largest value it has had.
    Measure::Constant two(forces, 2.);
    Measure::Sinusoid wave(forces, 3, 4, 0);
    Measure::Plus sum(forces, two, wave);
    Measure::Constant zero(forces, 0.);
    Measure::Integrate area(forces, sum, zero);
    Measure::Maximum highest(forces, sum);

    State state = system.realizeTopology();
    system.realizeModel(state);
    const bool hasOneState = state.getNZ() == 1;
    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-7);
    integrator.setMaximumStepSize(0.01);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    stepper.stepTo(1);

    const State& end = stepper.getState();
    system.realize(end, Stage::Acceleration);
    const bool adds = std::abs(sum.getValue(end) - (2 + 3 * std::sin(4.0))) < 1e-12;
    const bool integrates = std::abs(area.getValue(end) - (2 + 0.75 * (1 - std::cos(4.0)))) < 1e-5;
    const bool remembers = std::abs(highest.getValue(end) - 5) < 1e-2;
    return hasOneState && adds && integrates && remembers ? 0 : 1;
}
