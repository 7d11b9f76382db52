// SPDX-License-Identifier: Apache-2.0
// A ball that bounces, and a log of its heights.
#include <cmath>
#include <vector>

#include "Simbody.h"

using namespace SimTK;

class Bounce : public TriggeredEventHandler {
public:
    Bounce(const MultibodySystem& system, const MobilizedBody::Translation& ball)
        : TriggeredEventHandler(Stage::Position), system_(system), ball_(ball) {
        getTriggerInfo().setTriggerOnRisingSignTransition(false);
        getTriggerInfo().setRequiredLocalizationTimeWindow(1e-9);
    }
    // The event occurs where this passes through zero.
    Real getValue(const State& state) const override { return ball_.getBodyOriginLocation(state)[1]; }
    void handleEvent(State& state, Real /*accuracy*/, bool& shouldTerminate) const override {
        const Vec3 u = ball_.getU(state);
        ball_.setU(state, Vec3(u[0], -0.5 * u[1], u[2]));
        system_.realize(state, Stage::Dynamics);
        shouldTerminate = system_.calcKineticEnergy(state) < 0.1;
    }

private:
    const MultibodySystem& system_;
    MobilizedBody::Translation ball_;
};

class HeightLog : public PeriodicEventReporter {
public:
    HeightLog(const MultibodySystem& system, const MobilizedBody& ball, std::vector<Real>& heights)
        : PeriodicEventReporter(0.25), system_(system), ball_(ball), heights_(heights) {}
    void handleEvent(const State& state) const override {
        system_.realize(state, Stage::Position);
        heights_.push_back(ball_.getBodyOriginLocation(state)[1]);
    }

private:
    const MultibodySystem& system_;
    const MobilizedBody& ball_;
    std::vector<Real>& heights_;
};

int main() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::UniformGravity gravity(forces, matter, Vec3(0, -10, 0));
    const Body::Rigid rubber(MassProperties(1, Vec3(0), UnitInertia(1)));
    MobilizedBody::Translation ball(matter.Ground(), Transform(), rubber, Transform());
    std::vector<Real> heights;
    system.addEventHandler(new Bounce(system, ball));
    system.addEventReporter(new HeightLog(system, ball, heights));

    State state = system.realizeTopology();
    system.realizeModel(state);
    ball.setQ(state, Vec3(0, 5, 0));
    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(1e-8);
    // Witnesses are compared at the ends of steps: a step must be shorter than a flight.
    integrator.setMaximumStepSize(0.05);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    stepper.stepTo(100);

    // It hits the ground at 1, 2, 2.5, 2.75, 2.875 s with 10, 5, 2.5, 1.25, 0.625 m/s, and then has too little energy.
    const bool ends = integrator.isSimulationOver() && std::abs(stepper.getTime() - 2.875) < 1e-4;
    const bool wasLogged = heights.size() == 12 && std::abs(heights[2] - (5 - 1.25)) < 1e-6;
    return ends && wasLogged ? 0 : 1;
}
