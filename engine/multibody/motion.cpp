// SPDX-License-Identifier: Apache-2.0
#include "multibody/motion.h"

#include "multibody/output_context.h"

namespace trammel {

std::vector<OutputDescriptor> motionOutputs() {
    return {{.key = "load",
             .label = "{load}",
             .doc = "Generalized force of the drive along a speed of the joint.",
             .quantity = Quantity::Force,
             .stage = Stage::Acceleration,
             .reads = "body accelerations",
             .calc = [](OutputContext& c, const OutputSite& at, Real* v) { *v = -c.getMotionForces()[at.part]; },
             .scope = OutputScope::Speed,
             .preposition = "along",
             .role = CoordinateRole::Load},
            {.key = "power",
             .label = "power",
             .doc = "Power that the drive supplies.",
             .quantity = Quantity::Power,
             .stage = Stage::Acceleration,
             .reads = "body accelerations",
             .calc = [](OutputContext& c, const OutputSite& at, Real* v) {
                 const TreeNode& n = c.matter.getTree(c.state)[at.body];
                 const Vector& u = c.state.getU(c.matter.getMySubsystemIndex());
                 *v = 0;
                 for (int k = n.uStart; k < n.uStart + n.nu; ++k) *v -= c.getMotionForces()[k] * u[k];
             }}};
}

}  // namespace trammel
