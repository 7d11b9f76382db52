// SPDX-License-Identifier: Apache-2.0
#include "multibody/forces/cable.h"

#include <algorithm>

#include "multibody/output_context.h"

namespace trammel {

std::vector<OutputDescriptor> CableForce::outputs() {
    return {{.key = "length",
             .label = "length",
             .doc = "Length of the course through all via points.",
             .quantity = Quantity::Length,
             .stage = Stage::Position,
             .reads = "position kinematics",
             .calc =
                 [](OutputContext& c, const OutputSite& at, Real* v) {
                     const auto& cable = static_cast<const CableForce&>(c.forces.getForce(at.force));
                     *v = cable.calcLength(c.forces.getForceKinematics(c.state, at.force),
                                           &c.forces.getForceParameters(c.state, at.force));
                 }},
            {.key = "tension",
             .label = "tension",
             .doc = "Tension of the cable, 0 while it is slack.",
             .quantity = Quantity::Force,
             .stage = Stage::Velocity,
             .reads = "velocity kinematics",
             .calc = unlessDisabled<CableForce>([](const CableForce& cable, OutputContext& c, const OutputSite& at) {
                 return std::max<Real>(0, cable.calcTension(c.forces.getForceKinematics(c.state, at.force),
                                                            &c.forces.getForceParameters(c.state, at.force)));
             })}};
}

}  // namespace trammel
