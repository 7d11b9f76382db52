// SPDX-License-Identifier: Apache-2.0
#include "contact/contact_outputs.h"

#include <algorithm>
#include <cmath>

#include "contact/contact_force.h"
#include "multibody/output_context.h"

namespace trammel {

namespace {

Real calcPlaces(const ContactForce& c, const State& s) { return Real(c.getPlaces(s).touches.size()); }

Real calcDepth(const ContactForce& c, const State& s) {
    Real depth = 0;
    for (const Touch& t : c.getPlaces(s).touches) depth = std::max(depth, t.depth);
    return depth;
}

Real calcApproach(const ContactForce& c, const State& s) {
    Real approach = 0;
    for (const ContactMotion& m : c.getMotions(s).samples)
        if (std::abs(m.approach) > std::abs(approach)) approach = m.approach;
    return approach;
}

Real calcSlip(const ContactForce& c, const State& s) {
    Real slip = 0;
    for (const TouchForce& f : c.getForces(s).touches) slip = std::max(slip, f.slip.norm());
    return slip;
}

Real calcNormalForce(const ContactForce& c, const State& s) {
    Real sum = 0;
    for (const TouchForce& f : c.getForces(s).touches) sum += f.normal;
    return sum;
}

Real calcFriction(const ContactForce& c, const State& s) {
    Real sum = 0;
    for (const TouchForce& f : c.getForces(s).touches) sum += f.friction.norm();
    return sum;
}

Real calcFrictionUse(const ContactForce& c, const State& s) {
    Real use = 0;
    for (const TouchForce& f : c.getForces(s).touches)
        if (f.frictionLimit > 0) use = std::max(use, f.friction.norm() / f.frictionLimit);
    return use;
}

Real calcSticking(const ContactForce& c, const State& s) {
    Real count = 0;
    for (const TouchForce& f : c.getForces(s).touches) count += c.sticks(s, f) ? 1 : 0;
    return count;
}

Real calcPeakPressure(const ContactForce& c, const State& s) {
    Real peak = 0;
    for (const ContactPatch& patch : c.calcPatches(s)) peak = std::max(peak, patch.peak);
    return peak;
}

/// An output by a function of the contact; 0 while the force is disabled.
OutputDescriptor contactOutput(const char* key, const char* label, const char* doc, Quantity quantity, Stage stage,
                               const char* reads, Real (*calc)(const ContactForce&, const State&)) {
    return numberOutput<ContactForce>(
        key, label, doc, quantity, stage, reads,
        [calc](const ContactForce& contact, OutputContext& c, const OutputSite&) { return calc(contact, c.state); });
}

}  // namespace

std::vector<OutputDescriptor> contactOutputs() {
    const char *const geometry = "contact geometry of {name}", *const motion = "contact motion of {name}",
                      *const forces = "contact forces of {name}";
    return {contactOutput("places", "touching places", "Number of places that touch.", Quantity::None, Stage::Position,
                          geometry, calcPlaces),
            contactOutput("depth", "depth", "Largest depth.", Quantity::Length, Stage::Position, geometry, calcDepth),
            contactOutput("approachSpeed", "approach speed",
                          "Largest rate of change of the depth; negative while it shrinks.", Quantity::Speed,
                          Stage::Velocity, motion, calcApproach),
            contactOutput("slipSpeed", "slip speed", "Largest speed of slip.", Quantity::Speed, Stage::Dynamics, forces,
                          calcSlip),
            contactOutput("normalForce", "normal force", "Sum of the normal forces of all places.", Quantity::Force,
                          Stage::Dynamics, forces, calcNormalForce),
            contactOutput("frictionForce", "friction force", "Sum of the magnitudes of friction of all places.",
                          Quantity::Force, Stage::Dynamics, forces, calcFriction),
            contactOutput("frictionUse", "used share of friction", "Largest ratio of friction to its limit.",
                          Quantity::None, Stage::Dynamics, forces, calcFrictionUse),
            contactOutput("stickingPlaces", "sticking places", "Number of places that stick.", Quantity::None,
                          Stage::Dynamics, forces, calcSticking),
            contactOutput("peakPressure", "peak pressure",
                          "Largest elastic pressure, by Hertz's theory where bodies touch at points.",
                          Quantity::Pressure, Stage::Dynamics, geometry, calcPeakPressure)};
}

}  // namespace trammel
