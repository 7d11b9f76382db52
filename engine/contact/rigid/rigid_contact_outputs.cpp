// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "contact/rigid/rigid_contact.h"
#include "multibody/matter/guts.h"
#include "multibody/output_context.h"

namespace trammel {

namespace {

const RigidContact& rigidContactOf(const OutputContext& c, const OutputSite& at) {
    return static_cast<const RigidContact&>(c.matter.getConstraint(at.constraint));
}

/// An output by a function of the contact; 0 while the constraint is disabled.
template <class Calc>
OutputDescriptor rigidOutput(const char* key, const char* label, const char* doc, Quantity quantity, Stage stage,
                             const char* reads, Calc calc) {
    return {.key = key,
            .label = label,
            .doc = doc,
            .quantity = quantity,
            .stage = stage,
            .reads = reads,
            .calc = [calc](OutputContext& c, const OutputSite& at, Real* v) {
                *v = c.matter.isConstraintDisabled(c.state, at.constraint) ? 0 : calc(c, at);
            }};
}

/// Sum over the points, of the forces on the second side of the contact. Friction among all bodies is the sum of its
/// magnitudes.
Vec3 sumForces(const OutputContext& c, const OutputSite& at, Real& normal, Real& friction) {
    const RigidContact& contact = rigidContactOf(c, at);
    std::vector<RigidPointForce> forces;
    contact.calcForces(c.state, at.constraint, forces);
    const ConstraintKinematics k = c.matter.getGuts().kinematics(c.state, Stage::Position);
    Vec3 sum(0.), tangential(0.);
    Real magnitudes = 0;
    normal = 0;
    for (std::size_t i = 0; i < forces.size(); ++i) {
        if (forces[i].normal == 0 && forces[i].friction == Vec3(0.)) continue;
        const RigidPoint& point = contact.getPoints()[i];
        const Real sign = contact.getSideOfContact(point);
        sum += sign * (forces[i].normal * point.find(k).frame.z + forces[i].friction);
        normal += forces[i].normal;
        tangential += sign * forces[i].friction;
        magnitudes += forces[i].friction.norm();
    }
    friction = contact.touchesEverything() ? magnitudes : tangential.norm();
    return sum;
}

Real calcLeastGap(const OutputContext& c, const OutputSite& at) { return rigidContactOf(c, at).calcGap(c.state); }

Real calcLargestSlip(const OutputContext& c, const OutputSite& at) {
    const RigidContact& contact = rigidContactOf(c, at);
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
Real calcMode(const OutputContext& c, const OutputSite& at) {
    const RigidContact& contact = rigidContactOf(c, at);
    const RigidContactModes& modes = contact.getModes(c.state);
    Real mode = 0;
    for (std::size_t i = 0; i < modes.points.size(); ++i)
        if (modes.points[i].closed)
            mode = std::max(mode, modes.sticks[std::size_t(contact.getPoints()[i].patch)] ? 2. : 1.);
    return mode;
}

}  // namespace

std::vector<OutputDescriptor> RigidContact::outputs() {
    std::vector<OutputDescriptor> all = {
        rigidOutput("gap", "gap", "Smallest distance of the surfaces.", Quantity::Length, Stage::Position,
                    "position kinematics", calcLeastGap),
        rigidOutput("mode", "mode", "0 open, 1 slides, 2 sticks.", Quantity::None, Stage::Time, "", calcMode),
        rigidOutput("points", "closed points", "Number of points that touch.", Quantity::None, Stage::Time, "",
                    [](const OutputContext& c, const OutputSite& at) {
                        Real n = 0;
                        for (const RigidPointMode& p : rigidContactOf(c, at).getModes(c.state).points) n += p.closed;
                        return n;
                    }),
        rigidOutput("stickingPoints", "sticking points", "Number of points that stick.", Quantity::None, Stage::Time,
                    "",
                    [](const OutputContext& c, const OutputSite& at) {
                        const RigidContact& contact = rigidContactOf(c, at);
                        const RigidContactModes& modes = contact.getModes(c.state);
                        Real n = 0;
                        for (std::size_t i = 0; i < modes.points.size(); ++i)
                            n += isHeld(modes, modes.points[i], contact.getPoints()[i].patch);
                        return n;
                    }),
        rigidOutput("slipSpeed", "slip speed", "Largest speed of slip.", Quantity::Speed, Stage::Velocity,
                    "velocity kinematics", calcLargestSlip),
        rigidOutput("normalForce", "normal force", "Sum of the normal forces of all points.", Quantity::Force,
                    Stage::Acceleration, "constraint multipliers",
                    [](const OutputContext& c, const OutputSite& at) {
                        Real normal = 0, friction = 0;
                        sumForces(c, at, normal, friction);
                        return normal;
                    }),
        rigidOutput("frictionForce", "friction force", "Magnitude of the friction of all points together.",
                    Quantity::Force, Stage::Acceleration, "constraint multipliers",
                    [](const OutputContext& c, const OutputSite& at) {
                        Real normal = 0, friction = 0;
                        sumForces(c, at, normal, friction);
                        return friction;
                    }),
        {.key = "contactForce",
         .label = "contact force",
         .doc = "Force on the second body; impacts are impulses and have none.",
         .quantity = Quantity::Force,
         .components = 3,
         .stage = Stage::Acceleration,
         .reads = "constraint multipliers",
         .calc =
             [](OutputContext& c, const OutputSite& at, Real* v) {
                 Real normal = 0, friction = 0;
                 const bool isOff = c.matter.isConstraintDisabled(c.state, at.constraint);
                 writeComponents(isOff ? Vec3(0.) : sumForces(c, at, normal, friction), v);
             },
         .hasMagnitude = true},
        rigidOutput("lostEnergy", "energy lost in impacts", "Kinetic energy lost in all impacts so far.",
                    Quantity::Energy, Stage::Time, "",
                    [](const OutputContext& c, const OutputSite& at) {
                        return rigidContactOf(c, at).getModes(c.state).lostEnergy;
                    }),
        rigidOutput("impacts", "impacts", "Number of impacts so far.", Quantity::None, Stage::Time, "",
                    [](const OutputContext& c, const OutputSite& at) {
                        return Real(rigidContactOf(c, at).getModes(c.state).impacts);
                    })};
    for (OutputDescriptor& output : all) {
        output.group = "Contacts";
        if (output.stage == Stage::Time) output.inSteps = true;
    }
    return all;
}

std::vector<OutputDescriptor> RigidContactOfAll::outputs() {
    std::vector<OutputDescriptor> all = RigidContact::outputs();
    std::erase_if(all, [](const OutputDescriptor& output) { return output.key == "contactForce"; });
    return all;
}

}  // namespace trammel
