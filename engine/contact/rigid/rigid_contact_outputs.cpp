// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "contact/rigid/rigid_contact.h"
#include "multibody/matter/guts.h"
#include "multibody/output_context.h"

namespace trammel {

namespace {

/// Sums over the points of a contact: the force on its second side, and sizes of normal forces and friction. Friction among
/// all bodies is the sum of its magnitudes.
struct ForceSums {
    Vec3 force{0.};
    Real normal = 0, friction = 0;
};

ForceSums sumForces(const RigidContact& contact, const OutputContext& c, const OutputSite& at) {
    std::vector<RigidPointForce> forces;
    contact.calcForces(c.state, at.constraint, forces);
    const ConstraintKinematics k = c.matter.getGuts().kinematics(c.state, Stage::Position);
    ForceSums sums;
    Vec3 tangential(0.);
    Real magnitudes = 0;
    for (std::size_t i = 0; i < forces.size(); ++i) {
        if (forces[i].normal == 0 && forces[i].friction == Vec3(0.)) continue;
        const RigidPoint& point = contact.getPoints()[i];
        const Real sign = contact.getSideOfContact(point);
        sums.force += sign * (forces[i].normal * point.find(k).frame.z + forces[i].friction);
        sums.normal += forces[i].normal;
        tangential += sign * forces[i].friction;
        magnitudes += forces[i].friction.norm();
    }
    sums.friction = contact.touchesEverything() ? magnitudes : tangential.norm();
    return sums;
}

template <Real ForceSums::*sum>
Real calcSum(const RigidContact& contact, const OutputContext& c, const OutputSite& at) {
    return sumForces(contact, c, at).*sum;
}

void calcForce(OutputContext& c, const OutputSite& at, Real* v) {
    const auto& contact = static_cast<const RigidContact&>(c.matter.getConstraint(at.constraint));
    const bool isOff = c.matter.isConstraintDisabled(c.state, at.constraint);
    writeComponents(isOff ? Vec3(0.) : sumForces(contact, c, at).force, v);
}

Real calcLeastGap(const RigidContact& contact, const OutputContext& c, const OutputSite& /*at*/) {
    return contact.calcGap(c.state);
}

Real calcLargestSlip(const RigidContact& contact, const OutputContext& c, const OutputSite& /*at*/) {
    const RigidContactModes& modes = contact.getModes(c.state);
    const ConstraintKinematics k = c.matter.getGuts().kinematics(c.state, Stage::Velocity);
    Real slip = 0;
    for (std::size_t i = 0; i < modes.points.size(); ++i) {
        if (!modes.points[i].closed) continue;
        const ContactFrame f = contact.getPoints()[i].find(k).frame;
        slip = std::max(slip, RigidContact::tangential(f, contact.getPoints()[i].calcSlip(k, f.p)).norm());
    }
    return slip;
}

/// 0 open, 1 slides, 2 sticks.
Real calcMode(const RigidContact& contact, const OutputContext& c, const OutputSite& /*at*/) {
    const RigidContactModes& modes = contact.getModes(c.state);
    Real mode = 0;
    for (std::size_t i = 0; i < modes.points.size(); ++i)
        if (modes.points[i].closed)
            mode = std::max(mode, modes.sticks[std::size_t(contact.getPoints()[i].patch)] ? 2. : 1.);
    return mode;
}

/// Number of points that touch, or of those among them that stick.
template <bool onlySticking>
Real countPoints(const RigidContact& contact, const OutputContext& c, const OutputSite& /*at*/) {
    const RigidContactModes& modes = contact.getModes(c.state);
    Real n = 0;
    for (std::size_t i = 0; i < modes.points.size(); ++i)
        n += onlySticking ? RigidContact::isHeld(modes, modes.points[i], contact.getPoints()[i].patch)
                          : modes.points[i].closed;
    return n;
}

/// A number by a function of the contact.
OutputDescriptor rigidOutput(const char* key, const char* label, const char* doc, Quantity quantity, Stage stage,
                             const char* reads,
                             Real (*calc)(const RigidContact&, const OutputContext&, const OutputSite&)) {
    return numberOutput<RigidContact>(key, label, doc, quantity, stage, reads, calc);
}

}  // namespace

std::vector<OutputDescriptor> RigidContact::outputs() {
    std::vector<OutputDescriptor> all = {
        rigidOutput("gap", "gap", "Smallest distance of the surfaces.", Quantity::Length, Stage::Position,
                    "position kinematics", calcLeastGap),
        rigidOutput("mode", "mode", "0 open, 1 slides, 2 sticks.", Quantity::None, Stage::Time, "", calcMode),
        rigidOutput("points", "closed points", "Number of points that touch.", Quantity::None, Stage::Time, "",
                    countPoints<false>),
        rigidOutput("stickingPoints", "sticking points", "Number of points that stick.", Quantity::None, Stage::Time,
                    "", countPoints<true>),
        rigidOutput("slipSpeed", "slip speed", "Largest speed of slip.", Quantity::Speed, Stage::Velocity,
                    "velocity kinematics", calcLargestSlip),
        rigidOutput("normalForce", "normal force", "Sum of the normal forces of all points.", Quantity::Force,
                    Stage::Acceleration, "constraint multipliers", calcSum<&ForceSums::normal>),
        rigidOutput("frictionForce", "friction force", "Magnitude of the friction of all points together.",
                    Quantity::Force, Stage::Acceleration, "constraint multipliers", calcSum<&ForceSums::friction>),
        {.key = "contactForce",
         .label = "contact force",
         .doc = "Force on the second body; impacts are impulses and have none.",
         .quantity = Quantity::Force,
         .components = 3,
         .stage = Stage::Acceleration,
         .reads = "constraint multipliers",
         .calc = calcForce,
         .hasMagnitude = true},
        rigidOutput("lostEnergy", "energy lost in impacts", "Kinetic energy lost in all impacts so far.",
                    Quantity::Energy, Stage::Time, "",
                    [](const RigidContact& contact, const OutputContext& c, const OutputSite&) {
                        return contact.getModes(c.state).lostEnergy;
                    }),
        rigidOutput("impacts", "impacts", "Number of impacts so far.", Quantity::None, Stage::Time, "",
                    [](const RigidContact& contact, const OutputContext& c, const OutputSite&) {
                        return Real(contact.getModes(c.state).impacts);
                    })};
    for (OutputDescriptor& each : all) {
        each.group = "Contacts";
        if (each.stage == Stage::Time) each.inSteps = true;
    }
    return all;
}

std::vector<OutputDescriptor> RigidContactOfAll::outputs() {
    std::vector<OutputDescriptor> all = RigidContact::outputs();
    std::erase_if(all, [](const OutputDescriptor& output) { return output.key == "contactForce"; });
    return all;
}

}  // namespace trammel
