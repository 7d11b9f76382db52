// SPDX-License-Identifier: Apache-2.0
#include "rigid_contact_models.h"

#include <algorithm>

#include "compile/compiled_data.h"
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

}  // namespace trammel::test
