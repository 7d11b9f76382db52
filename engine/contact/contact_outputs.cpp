// SPDX-License-Identifier: Apache-2.0
#include "contact/contact_outputs.h"

#include <algorithm>

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

constexpr ContactOutput outputs[] = {
    {"touching places", Quantity::None, Stage::Position, calcPlaces},
    {"depth", Quantity::Length, Stage::Position, calcDepth},
    {"approach speed", Quantity::Speed, Stage::Velocity, calcApproach},
    {"slip speed", Quantity::Speed, Stage::Dynamics, calcSlip},
    {"normal force", Quantity::Force, Stage::Dynamics, calcNormalForce},
    {"friction force", Quantity::Force, Stage::Dynamics, calcFriction},
    {"used share of friction", Quantity::None, Stage::Dynamics, calcFrictionUse},
};

}  // namespace

std::span<const ContactOutput> contactOutputs() { return outputs; }

}  // namespace trammel
