// SPDX-License-Identifier: Apache-2.0
// A program with a display: a pendulum whose gravity is set by a slider.
#include <cstdlib>
#include <fstream>
#include <string>

#include "Simbody.h"
using namespace SimTK;

/// Sets gravity to the value of the slider in the window.
class Slider : public PeriodicEventHandler {
public:
    Slider(const Force::Gravity& gravity, Visualizer::InputSilo& silo)
        : PeriodicEventHandler(0.1), gravity_(gravity), silo_(silo) {}
    void handleEvent(State& state, Real, bool& shouldTerminate) const override {
        int slider = 0, menu = 0, item = 0;
        Real value = 0;
        while (silo_.takeSliderMove(slider, value)) gravity_.setMagnitude(state, value);
        if (silo_.takeMenuPick(menu, item)) shouldTerminate = true;
    }

private:
    const Force::Gravity& gravity_;
    Visualizer::InputSilo& silo_;
};

int main() {
    // For a test: no window, even if there is a display.
    unsetenv("DISPLAY");
    unsetenv("WAYLAND_DISPLAY");
    setenv("TRAMMEL_RECORDING", "tutorial_visualizer.scenes", 1);

    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::Gravity gravity(forces, matter, -YAxis, 9.81);
    Body::Rigid bob(MassProperties(1, Vec3(0), UnitInertia(0.01)));
    bob.addDecoration(DecorativeSphere(0.1).setColor(Blue));
    MobilizedBody::Pin pendulum(matter.Ground(), Transform(), bob, Transform(Vec3(0, 1, 0)));

    Visualizer viz(system);
    viz.setMode(Visualizer::RealTime);
    viz.addRubberBandLine(matter.Ground(), Vec3(0), pendulum, Vec3(0), DecorativeLine());
    system.addEventReporter(new Visualizer::Reporter(viz, 1 / 30.));

    auto* const silo = new Visualizer::InputSilo;
    viz.addInputListener(silo);
    viz.addSlider("Gravity", 1, 0, 20, 9.81);
    viz.addMenu("Run", 1, {{"End", 1}});
    system.addEventHandler(new Slider(gravity, *silo));

    State state = system.realizeTopology();
    pendulum.setAngle(state, 1);
    RungeKuttaMersonIntegrator integrator(system);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    stepper.stepTo(2);

    std::ifstream recording("tutorial_visualizer.scenes");
    std::string first;
    std::getline(recording, first);
    return first == "trammel scenes 1" ? 0 : 1;
}
