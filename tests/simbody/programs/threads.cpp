// SPDX-License-Identifier: Apache-2.0
// One const System, many threads, a State each: realizing and stepping need no locks.
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "Simbody.h"
#include "check.h"
using namespace SimTK;

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::UniformGravity gravity(forces, matter, Vec3(0, -9.8, 0));
    Body::Rigid bob(MassProperties(1, Vec3(0), UnitInertia(0.1)));
    std::vector<MobilizedBody> chain(1, matter.Ground());
    for (int i = 0; i < 5; ++i)
        chain.push_back(MobilizedBody::Pin(chain.back(), Transform(), bob, Transform(Vec3(0, 1, 0))));
    Constraint::Rod rod(matter.Ground(), Vec3(3, 0, 0), chain.back(), Vec3(0), 5);
    const State first = system.realizeTopology();

    const auto finalPlace = [&](int which) {
        State mine = first;
        chain[1].setOneQ(mine, 0, 0.1 * which);
        system.realize(mine, Stage::Position);
        system.project(mine, 1e-6);
        RungeKuttaMersonIntegrator integrator(system);
        integrator.setAccuracy(1e-5);
        TimeStepper stepper(system, integrator);
        stepper.initialize(mine);
        stepper.stepTo(0.5);
        system.realize(stepper.getState(), Stage::Position);
        return chain.back().getBodyOriginLocation(stepper.getState());
    };

    const int n = 6;
    std::vector<Vec3> alone(n), together(n);
    for (int i = 0; i < n; ++i) alone[i] = finalPlace(i);
    std::vector<std::thread> team;
    for (int i = 0; i < n; ++i) team.emplace_back([&, i] { together[i] = finalPlace(i); });
    for (std::thread& each : team) each.join();
    for (int i = 0; i < n; ++i) CHECK_NEAR(alone[i], together[i], 1e-5);
    CHECK((alone[0] - alone[n - 1]).norm() > 1e-3);

    // A State shared between threads provides a lock for filling its cache.
    State shared = first;
    system.realizeModel(shared);
    std::vector<Vec3> seen(4);
    team.clear();
    for (int i = 0; i < 4; ++i)
        team.emplace_back([&, i] {
            std::lock_guard<std::mutex> guard(shared.getStateLock());
            system.realize(shared, Stage::Position);
            seen[i] = chain[3].getBodyOriginLocation(shared);
        });
    for (std::thread& each : team) each.join();
    for (int i = 0; i < 4; ++i) CHECK_NEAR(seen[i], Vec3(0, -3, 0), 1e-12);
}

CHECK_MAIN(run)
