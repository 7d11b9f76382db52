// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/rigid/rigid_contact.h"
#include "contact_models.h"

namespace trammel::test {

/// m/s^2.
inline constexpr Real g = 9.81;

/// Frictionless and without rebound; only the slowest rebounds come to rest.
inline Element rigid(ElementId a, ElementId b, const std::string& name = "Rigid") {
    return Element::draft("constraint", "rigidContact", name)
        .set("restitutionFrom", "numbers")
        .set("frictionFrom", "numbers")
        .set("restSpeed", 1e-6)
        .set("restitution", 0.)
        .set("staticFriction", 0.)
        .set("dynamicFriction", 0.)
        .plug("body1", a)
        .plug("body2", b);
}
inline Element withMu(Element e, Real fixed, Real sliding) {
    return std::move(e.set("staticFriction", fixed).set("dynamicFriction", sliding));
}
inline Element gravityAlong(const Vec3& direction, Real magnitude) {
    return Element::draft("force", "gravity").set("direction", direction).set("magnitude", magnitude);
}

struct RigidReading {
    Real normal = 0, lostEnergy = 0, gap = Infinity, gapToArrival = Infinity;
    Vec3 friction{0.};
    int closed = 0, impacts = 0;
    bool sticks = false;
};
/// The rigid contact of that name (Acceleration).
RigidReading read(const Simulation& run, const std::string& name = "Rigid");

/// The message that a run ends with; empty if it continues.
std::string endOf(const CompiledModelPtr& model, const std::string& method, Real until);

/// Throws a box, "Block", of 1 kg with friction and a rebound; each @p seed differently.
void addThrownBox(ModelBuilder& b, int seed);
/// Runs it for 3 s: no impact adds energy, and it never goes deeper than 10 µm.
void expectTumblingLosesEnergy(Simulation& run);

}  // namespace trammel::test
