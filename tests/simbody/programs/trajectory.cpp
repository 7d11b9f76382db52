// SPDX-License-Identifier: Apache-2.0
// A trajectory is a list of States; each can be realized again later, in any order, by the System that made it.
#include <algorithm>
#include <vector>

#include "Simbody.h"
#include "check.h"
using namespace SimTK;

class Recorder : public PeriodicEventReporter {
public:
    Recorder(Real interval, std::vector<State>& states) : PeriodicEventReporter(interval), states_(states) {}
    void handleEvent(const State& state) const override { states_.push_back(state); }

private:
    std::vector<State>& states_;
};

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::UniformGravity gravity(forces, matter, Vec3(0, -10, 0));
    Body::Rigid bob(MassProperties(1, Vec3(0), UnitInertia(0.1)));
    MobilizedBody::Ball upper(matter.Ground(), Transform(), bob, Transform(Vec3(0, 1, 0)));
    MobilizedBody::Pin lower(upper, Transform(), bob, Transform(Vec3(0, 1, 0)));
    std::vector<State> states;
    system.addEventReporter(new Recorder(0.1, states));

    State start = system.realizeTopology();
    system.realizeModel(start);
    upper.setQToFitRotation(start, Rotation(1, XAxis));
    lower.setRate(start, 1);
    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-7);
    TimeStepper stepper(system, integrator);
    stepper.initialize(start);
    stepper.stepTo(1.05);
    CHECK(states.size() == 11);

    // In any order, twice, and moved about.
    std::vector<Real> energies(states.size());
    std::reverse(states.begin(), states.end());
    for (size_t i = 0; i < states.size(); ++i) {
        CHECK_NEAR(states[i].getTime(), 1 - 0.1 * int(i), 1e-9);
        system.realize(states[i], Stage::Acceleration);
        energies[i] = system.calcEnergy(states[i]);
        CHECK_NEAR(energies[i], energies[0], 1e-4);
        CHECK(states[i].isConsistent(states[0]));
    }
    std::swap(states[0], states[5]);
    CHECK(states[0].getSystemStage() == Stage::Acceleration);  // moving keeps the realized stage
    CHECK_NEAR(states[5].getTime(), 1, 1e-9);
    CHECK_NEAR(system.calcEnergy(states[5]), energies[0], 0);

    // Continuing from a recorded State reproduces the first run.
    State middle = states[5 + 3];  // at 0.2
    CHECK_NEAR(middle.getTime(), 0.2, 1e-9);
    RungeKuttaMersonIntegrator again(system);
    again.setAccuracy(1e-7);
    TimeStepper resumed(system, again);
    resumed.initialize(middle);
    resumed.stepTo(0.6);
    const State& there = resumed.getState();
    const State& then = states[4];
    CHECK_NEAR(then.getTime(), 0.6, 1e-9);
    CHECK_NEAR(lower.getAngle(there), lower.getAngle(then), 1e-4);
    CHECK_NEAR(upper.getQAsVector(there), upper.getQAsVector(then), 1e-4);
    Array_<State> kept(states.begin(), states.begin() + 3);
    kept.erase(kept.begin());
    CHECK(kept.size() == 2 && kept[0].getNQ() == 5);
}

CHECK_MAIN(run)
