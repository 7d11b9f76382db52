// SPDX-License-Identifier: Apache-2.0
// Whole simulations as a server (run_sims.py): built with Trammel it is sim_trammel, with libsimbody sim_simbody.
//   sim MODEL METHOD ACCURACY   -> seconds of the processor, realizations, steps, error at the end, and how many of the
//                                  seconds went by before the first step; nan if it failed
//   rhs MODEL                   -> seconds of one evaluation alone: t and y written, realize(Acceleration)
//   methods                     -> names of METHOD
#include "Simbody.h"
//
#include <ctime>
#include <iostream>
#include <map>
#include <sstream>

#include "sim_models.h"
#ifdef TRAMMEL_PEER
#include "integrate/methods/registry.h"
#endif
using namespace SimTK;

namespace {
#ifdef TRAMMEL_PEER
std::unique_ptr<Integrator> makeIntegrator(const std::string& method, const System& system) {
    return trammel::createIntegrator(method, system);
}
std::vector<std::string> methods() {
    std::vector<std::string> keys;
    for (const auto& type : trammel::integratorTypes()) keys.push_back(type.key);
    return keys;
}
#else
std::vector<std::string> methods() {
    return {"rungeKuttaMerson", "rungeKuttaFehlberg", "rungeKutta3", "cvodeBdf", "cvodeAdams"};
}
std::unique_ptr<Integrator> makeIntegrator(const std::string& method, const System& system) {
    // By Trammel's names for the same kinds of method.
    if (method == "rungeKuttaMerson") return std::make_unique<RungeKuttaMersonIntegrator>(system);
    if (method == "rungeKuttaFehlberg") return std::make_unique<RungeKuttaFeldbergIntegrator>(system);
    if (method == "rungeKutta3") return std::make_unique<RungeKutta3Integrator>(system);
    if (method == "cvodeBdf") return std::make_unique<CPodesIntegrator>(system, CPodes::BDF, CPodes::Newton);
    if (method == "cvodeAdams") return std::make_unique<CPodesIntegrator>(system, CPodes::Adams, CPodes::Functional);
    return nullptr;
}
#endif

/// CPU time of this process, independent of other load.
double seconds() { return double(std::clock()) / CLOCKS_PER_SEC; }

void simulate(const sims::Sim& sim, const std::string& method, Real accuracy) {
    const auto integrator = makeIntegrator(method, sim.system);
    integrator->setAccuracy(accuracy);
    TimeStepper stepper(sim.system, *integrator);
    const double begin = seconds();
    stepper.initialize(sim.start);
    const double started = seconds() - begin;
    stepper.stepTo(sim.duration);
    const double used = seconds() - begin;
    if (stepper.getTime() < sim.duration) throw std::runtime_error("failed");
    std::printf("%.9g %ld %ld %.6g %.9g\n", used, long(integrator->getNumRealizations()),
                long(integrator->getNumStepsTaken()), sim.errorOf(stepper.getState()), started);
}

struct Instant {
    Real t;
    Vector y;
};

/// Along the motion: repeated evaluations of the same y would be faster than those of a simulation, since the processor
/// learns the branches.
std::vector<Instant> instantsOf(const sims::Sim& sim) {
    const auto integrator = makeIntegrator("rungeKuttaMerson", sim.system);
    integrator->setAccuracy(1e-6);
    integrator->setReturnEveryInternalStep(true);
    integrator->initialize(sim.start);
    std::vector<Instant> instants;
    while (instants.empty() || (instants.back().t < sim.duration && !integrator->isSimulationOver())) {
        integrator->stepTo(sim.duration);
        instants.push_back({integrator->getTime(), integrator->getState().getY()});
    }
    return instants;
}

void timeRhs(const sims::Sim& sim, const std::vector<Instant>& instants) {
    State state = sim.start;
    constexpr int AtLeast = 2000;
    int calls = 0;
    const double begin = seconds();
    while (calls < AtLeast) {
        for (const Instant& instant : instants) {
            state.updTime() = instant.t;
            state.updY() = instant.y;
            sim.system.realize(state, Stage::Acceleration);
        }
        calls += int(instants.size());
    }
    std::printf("%.9g\n", (seconds() - begin) / calls);
}
}  // namespace

int main() {
    std::map<std::string, std::unique_ptr<sims::Sim>> models;
    std::map<std::string, std::vector<Instant>> motions;
    for (std::string line; std::getline(std::cin, line); std::fflush(stdout)) {
        std::istringstream words(line);
        std::string command, model, method;
        Real accuracy = 0;
        words >> command >> model >> method >> accuracy;
        if (command == "methods") {
            for (const std::string& m : methods()) std::printf("%s ", m.c_str());
            std::printf("\n");
            continue;
        }
        auto& sim = models[model];
        if (!sim) sim = sims::make(model);
        try {
            if (command == "sim") {
                simulate(*sim, method, accuracy);
            } else {
                std::vector<Instant>& motion = motions[model];
                if (motion.empty()) motion = instantsOf(*sim);
                timeRhs(*sim, motion);
            }
        } catch (const std::exception&) {
            std::printf("nan\n");
        }
    }
}
