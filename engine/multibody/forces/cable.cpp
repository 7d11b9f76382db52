// SPDX-License-Identifier: Apache-2.0
#include "multibody/forces/cable.h"

#include <algorithm>

#include "multibody/output_context.h"

namespace trammel {

std::vector<OutputDescriptor> CableForce::outputs() {
    const auto cableOf = [](const OutputContext& c, const OutputSite& at) -> const CableForce& {
        return static_cast<const CableForce&>(c.forces.getForce(at.force));
    };
    return {{.key = "length",
             .label = "length",
             .doc = "Length of the course through all via points.",
             .quantity = Quantity::Length,
             .stage = Stage::Position,
             .reads = "position kinematics",
             .calc =
                 [cableOf](OutputContext& c, const OutputSite& at, Real* v) {
                     *v = cableOf(c, at).calcLength(c.forces.getForceKinematics(c.state, at.force),
                                                    &c.forces.getForceParameters(c.state, at.force));
                 }},
            {.key = "tension",
             .label = "tension",
             .doc = "Tension of the cable, 0 while it is slack.",
             .quantity = Quantity::Force,
             .stage = Stage::Velocity,
             .reads = "velocity kinematics",
             .calc = [cableOf](OutputContext& c, const OutputSite& at, Real* v) {
                 *v = c.forces.isForceDisabled(c.state, at.force)
                          ? 0
                          : std::max<Real>(0,
                                           cableOf(c, at).calcTension(c.forces.getForceKinematics(c.state, at.force),
                                                                      &c.forces.getForceParameters(c.state, at.force)));
             }}};
}

}  // namespace trammel
