// SPDX-License-Identifier: Apache-2.0
#include "rigid_contact_models.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "compile/compiled_data.h"
#include "integrate/methods/registry.h"
#include "multibody/matter/guts.h"

namespace trammel::test {

RigidReading read(const Simulation& run, const std::string& name) {
    const BuiltSystem& built = *run.model().getData().built;
    run.model().getSystem().realize(run.state(), Stage::Acceleration);
    for (const auto& [id, index] : built.constraints) {
        const auto* contact = dynamic_cast<const RigidContact*>(&built.matter->getConstraint(index));
        if (!contact || contact->getName() != name) continue;
        RigidReading r;
        std::vector<RigidPointForce> forces;
        contact->calcForces(run.state(), index, forces);
        const RigidContactModes& modes = contact->getModes(run.state());
        r.gap = contact->calcGap(run.state());
        r.gapToArrival = contact->calcGapToArrival(run.state());
        for (std::size_t i = 0; i < forces.size(); ++i) {
            r.normal += forces[i].normal;
            r.friction += forces[i].friction;
            r.closed += modes.points[i].closed;
        }
        for (const int s : modes.sticks) r.sticks = r.sticks || s;
        r.sticks = r.sticks && r.closed > 0;
        r.lostEnergy = modes.lostEnergy;
        r.impacts = modes.impacts;
        return r;
    }
    throw std::runtime_error("The model has no such rigid contact.");
}

void addThrownBox(ModelBuilder& b, int seed) {
    const Real s = seed;
    const ElementId id = b.add(box("Block", Vec3(0.2, 0.1, 0.3), 1));
    b.add(freeJoint(id, Vec3(0, 0.5, 0), Vec3(std::sin(s), 0.3, std::cos(2 * s)))
              .set("orientation", Vec3(0.3 + s, 0.7 * s, 0.2 - s))
              .set("angularVelocity", Vec3(3 - s, s, 2)));
    b.add(withMu(rigid({}, id).set("restitution", 0.4).set("restSpeed", 1e-3), 0.5, 0.4));
}

void expectTumblingLosesEnergy(Simulation& run) {
    Real energy = run.energy();
    for (int i = 1; i <= 30; ++i) {
        run.goTo(0.1 * i);
        EXPECT_LE(run.energy(), energy + 1e-5) << "at " << run.time();
        energy = run.energy();
        EXPECT_GT(read(run).gap, -1e-5) << "at " << run.time();
    }
}

std::string endOf(const CompiledModelPtr& model, const std::string& method, Real until) {
    const auto integrator = createIntegrator(method, model->getSystem());
    integrator->setAccuracy(1e-8);
    TimeStepper stepper(model->getSystem(), *integrator);
    stepper.initialize(model->getInitialState());
    if (!integrator->isSimulationOver()) stepper.stepTo(until);
    return integrator->getFailure() ? integrator->getFailure()->full() : "";
}

}  // namespace trammel::test
