// SPDX-License-Identifier: Apache-2.0
#include "multibody/output_context.h"

#include <algorithm>
#include <cmath>

#include "multibody/body_type.h"
#include "multibody/constraints/contact_constraint.h"
#include "multibody/matter/guts.h"
#include "multibody/multiplier_row.h"

namespace trammel {

const SpatialVec& OutputContext::getReaction(MobilizedBodyIndex body) {
    if (!reactions_) matter.calcMobilizerReactionForces(state, reactions_.emplace());
    return (*reactions_)[body];
}
const Vector& OutputContext::getMotionForces() {
    if (!motionForces_) matter.findMotionForces(state, motionForces_.emplace());
    return *motionForces_;
}
const OutputContext::Load& OutputContext::getLoad(ForceIndex force) {
    const auto [at, fresh] = loads_.try_emplace(force);
    if (fresh) forces.calcForceContribution(state, force, at->second.body, at->second.mobility);
    return at->second;
}

namespace {

/// Row of an equation among all multipliers; negative while the constraint is disabled.
int equationRow(const OutputContext& c, const OutputSite& at) {
    return findMultiplierRow(c.matter, c.state, at.constraint, at.part);
}
/// Writes the error of an equation; 0 while the constraint is disabled.
void writeRow(const Vector& (State::*get)() const, const OutputContext& c, const OutputSite& at, Real* value) {
    const int row = equationRow(c, at);
    *value = row < 0 ? 0 : (c.state.*get)()[row];
}

Transform poseOfContact(const OutputContext& c, const OutputSite& at) {
    const MatterGuts& g = c.matter.getGuts();
    return c.matter.getConstraint(at.constraint)
        .calcContactPose(g.kinematics(c.state, Stage::Position),
                         g.constraintParameters(c.state, std::size_t(int(at.constraint))));
}
/// Error of the only holonomic equation of a contact, also while the contact is disabled.
Real gapOfContact(const OutputContext& c, const OutputSite& at) {
    if (const int row = equationRow(c, at); row >= 0) return c.state.getQErr()[row];
    const MatterGuts& g = c.matter.getGuts();
    Real gap = 0;
    c.matter.getConstraint(at.constraint)
        .calcPositionErrors(g.kinematics(c.state, Stage::Position),
                            g.constraintParameters(c.state, std::size_t(int(at.constraint))), &gap);
    return gap;
}
int slipEquationsOf(const OutputContext& c, const OutputSite& at) {
    return c.matter.getConstraint(at.constraint).getNumVelocityEquations();
}
/// Contact force on the second body, in the contact frame; multipliers are negative applied forces. 0 while the contact is
/// disabled.
Vec3 forceOfContact(const OutputContext& c, OutputSite at) {
    at.part = 0;
    const int normal = equationRow(c, at);
    if (normal < 0) return Vec3(0.);
    const Vector& lambda = c.state.getMultipliers();
    Vec3 f(0, 0, -lambda[normal]);
    for (at.part = 1; at.part <= std::min(2, slipEquationsOf(c, at)); ++at.part)
        f[at.part - 1] = -lambda[equationRow(c, at)];
    return f;
}

}  // namespace

std::vector<OutputDescriptor> jointOutputs() {
    return {
        {.key = "acceleration",
         .label = "acceleration",
         .doc = "Derivative of a speed.",
         .stage = Stage::Acceleration,
         .reads = "udot",
         .calc = [](OutputContext& c, const OutputSite& at,
                    Real* v) { *v = c.state.getUDot(c.matter.getMySubsystemIndex())[at.part]; },
         .scope = OutputScope::Speed,
         .preposition = "of",
         .role = CoordinateRole::Acceleration},
        {.key = "reactionForce",
         .label = "reaction force",
         .doc = "Force of the joint on its child body.",
         .quantity = Quantity::Force,
         .components = 3,
         .stage = Stage::Acceleration,
         .reads = "body accelerations",
         .calc = [](OutputContext& c, const OutputSite& at, Real* v) { writeComponents(c.getReaction(at.body)[1], v); },
         .hasMagnitude = true},
        {.key = "reactionTorque",
         .label = "reaction torque",
         .doc = "Torque of the joint on its child body, about the origin of frame M.",
         .quantity = Quantity::Torque,
         .components = 3,
         .stage = Stage::Acceleration,
         .reads = "body accelerations",
         .calc = [](OutputContext& c, const OutputSite& at, Real* v) { writeComponents(c.getReaction(at.body)[0], v); },
         .hasMagnitude = true},
        {.key = "locked",
         .label = "locked",
         .doc = "1 while the joint is locked, otherwise 0.",
         .stage = Stage::Time,
         .calc = [](OutputContext& c, const OutputSite& at,
                    Real* v) { *v = c.matter.getLockLevel(c.state, at.body) == MotionLevel::None ? 0 : 1; },
         .inSteps = true}};
}

std::vector<OutputDescriptor> pointOutputs() {
    return {{.key = "position",
             .label = "",
             .doc = "Location in Ground.",
             .quantity = Quantity::Length,
             .components = 3,
             .stage = Stage::Position,
             .reads = "position kinematics",
             .calc = [](OutputContext& c, const OutputSite& at,
                        Real* v) { writeComponents(c.matter.getBodyTransform(c.state, at.body) * at.station, v); }},
            {.key = "velocity",
             .label = "velocity",
             .doc = "Velocity in Ground.",
             .quantity = Quantity::Speed,
             .components = 3,
             .stage = Stage::Velocity,
             .reads = "velocity kinematics",
             .calc =
                 [](OutputContext& c, const OutputSite& at, Real* v) {
                     const SpatialVec& V = c.matter.getBodyVelocity(c.state, at.body);
                     const Vec3 r = c.matter.getBodyTransform(c.state, at.body).R() * at.station;
                     writeComponents(V[1] + V[0].cross(r), v);
                 },
             .hasMagnitude = true},
            {.key = "acceleration",
             .label = "acceleration",
             .doc = "Acceleration in Ground.",
             .quantity = Quantity::Acceleration,
             .components = 3,
             .stage = Stage::Acceleration,
             .reads = "body accelerations",
             .calc =
                 [](OutputContext& c, const OutputSite& at, Real* v) {
                     const SpatialVec& A = c.matter.getBodyAcceleration(c.state, at.body);
                     const Vec3 w = c.matter.getBodyVelocity(c.state, at.body)[0];
                     const Vec3 r = c.matter.getBodyTransform(c.state, at.body).R() * at.station;
                     writeComponents(A[1] + A[0].cross(r) + w.cross(Vec3(w.cross(r))), v);
                 },
             .hasMagnitude = true}};
}

std::vector<OutputDescriptor> bodyOutputs() {
    std::vector<OutputDescriptor> all = pointOutputs();
    all.insert(all.end(),
               {{.key = "angularVelocity",
                 .label = "angular velocity",
                 .doc = "Angular velocity in Ground.",
                 .quantity = Quantity::AngularSpeed,
                 .components = 3,
                 .stage = Stage::Velocity,
                 .reads = "velocity kinematics",
                 .calc = [](OutputContext& c, const OutputSite& at,
                            Real* v) { writeComponents(c.matter.getBodyVelocity(c.state, at.body)[0], v); },
                 .hasMagnitude = true},
                {.key = "angularAcceleration",
                 .label = "angular acceleration",
                 .doc = "Angular acceleration in Ground.",
                 .quantity = Quantity::AngularAcceleration,
                 .components = 3,
                 .stage = Stage::Acceleration,
                 .reads = "body accelerations",
                 .calc = [](OutputContext& c, const OutputSite& at,
                            Real* v) { writeComponents(c.matter.getBodyAcceleration(c.state, at.body)[0], v); },
                 .hasMagnitude = true},
                {.key = "angle",
                 .label = "angle",
                 .doc = "Orientation in Ground: body-fixed x-y-z angles.",
                 .quantity = Quantity::Angle,
                 .components = 3,
                 .stage = Stage::Position,
                 .reads = "position kinematics",
                 .calc =
                     [](OutputContext& c, const OutputSite& at, Real* v) {
                         writeComponents(
                             c.matter.getBodyTransform(c.state, at.body).R().convertRotationToBodyFixedXYZ(), v);
                     }},
                {.key = "massCenter",
                 .label = "center of mass",
                 .doc = "Location of the center of mass in Ground.",
                 .quantity = Quantity::Length,
                 .components = 3,
                 .stage = Stage::Position,
                 .reads = "position kinematics",
                 .calc = [](OutputContext& c, const OutputSite& at, Real* v) {
                     const Vec3 center = c.matter.getMassProperties(c.state, at.body).getMassCenter();
                     writeComponents(c.matter.getBodyTransform(c.state, at.body) * center, v);
                 }}});
    return all;
}

std::vector<OutputDescriptor> constraintOutputs() {
    const auto error = [](const char* key, const char* label, const char* doc, Stage stage, const char* reads,
                          const Vector& (State::*get)() const) {
        return OutputDescriptor{
            .key = key,
            .label = label,
            .doc = doc,
            .stage = stage,
            .reads = reads,
            .calc = [get](OutputContext& c, const OutputSite& at, Real* v) { writeRow(get, c, at, v); },
            .scope = OutputScope::Equation};
    };
    return {error("positionError", "position error", "Violation of a holonomic equation.", Stage::Position,
                  "position errors", &State::getQErr),
            error("velocityError", "velocity error", "Violation of an equation of speeds.", Stage::Velocity,
                  "velocity errors", &State::getUErr),
            error("accelerationError", "acceleration error", "Violation of an equation of accelerations.",
                  Stage::Acceleration, "acceleration errors", &State::getUDotErr)};
}

std::vector<OutputDescriptor> contactConstraintOutputs() {
    std::vector<OutputDescriptor> all = {
        {.key = "gap",
         .label = "gap",
         .doc = "Distance of the two surfaces.",
         .quantity = Quantity::Length,
         .stage = Stage::Position,
         .reads = "position errors",
         .calc = [](OutputContext& c, const OutputSite& at, Real* v) { *v = gapOfContact(c, at); }},
        {.key = "contactPoint",
         .label = "contact point",
         .doc = "Location of the contact in Ground.",
         .quantity = Quantity::Length,
         .components = 3,
         .stage = Stage::Position,
         .reads = "position kinematics",
         .calc = [](OutputContext& c, const OutputSite& at, Real* v) { writeComponents(poseOfContact(c, at).p(), v); }},
        {.key = "normalForce",
         .label = "normal force",
         .doc = "Force on the second body along the normal; negative if it pulls.",
         .quantity = Quantity::Force,
         .stage = Stage::Acceleration,
         .reads = "constraint multipliers",
         .calc = [](OutputContext& c, const OutputSite& at, Real* v) { *v = forceOfContact(c, at)[2]; }},
        {.key = "frictionForce",
         .label = "friction force",
         .doc = "Magnitude of the force that prevents slip.",
         .quantity = Quantity::Force,
         .stage = Stage::Acceleration,
         .reads = "constraint multipliers",
         .calc =
             [](OutputContext& c, const OutputSite& at, Real* v) {
                 const Vec3 f = forceOfContact(c, at);
                 *v = std::hypot(f[0], f[1]);
             },
         .exists = [](OutputContext& c, const OutputSite& at) { return slipEquationsOf(c, at) > 0; }},
        {.key = "contactForce",
         .label = "contact force",
         .doc = "Force on the second body.",
         .quantity = Quantity::Force,
         .components = 3,
         .stage = Stage::Acceleration,
         .reads = "constraint multipliers",
         .calc = [](OutputContext& c, const OutputSite& at,
                    Real* v) { writeComponents(poseOfContact(c, at).R() * forceOfContact(c, at), v); },
         .hasMagnitude = true}};
    for (OutputDescriptor& output : all) output.group = "Contacts";
    return all;
}

std::vector<OutputDescriptor> forceOutputs() {
    return {
        {.key = "force",
         .label = "force",
         .doc = "Force on a connected body.",
         .quantity = Quantity::Force,
         .components = 3,
         .stage = Stage::Dynamics,
         .reads = "position kinematics",
         .calc = [](OutputContext& c, const OutputSite& at,
                    Real* v) { writeComponents(c.getLoad(at.force).body[at.body][1], v); },
         .scope = OutputScope::Body,
         .preposition = "on",
         .hasMagnitude = true},
        {.key = "torque",
         .label = "torque",
         .doc = "Torque on a connected body, about its origin.",
         .quantity = Quantity::Torque,
         .components = 3,
         .stage = Stage::Dynamics,
         .reads = "position kinematics",
         .calc = [](OutputContext& c, const OutputSite& at,
                    Real* v) { writeComponents(c.getLoad(at.force).body[at.body][0], v); },
         .scope = OutputScope::Body,
         .preposition = "on",
         .hasMagnitude = true},
        {.key = "load",
         .label = "{load}",
         .doc = "Generalized force along a speed of the connected joint.",
         .quantity = Quantity::Force,
         .stage = Stage::Dynamics,
         .reads = "position kinematics",
         .calc = [](OutputContext& c, const OutputSite& at, Real* v) { *v = c.getLoad(at.force).mobility[at.part]; },
         .scope = OutputScope::Speed,
         .preposition = "along",
         .role = CoordinateRole::Load},
        {.key = "potentialEnergy",
         .label = "potential energy",
         .doc = "Energy stored by the force.",
         .quantity = Quantity::Energy,
         .stage = Stage::Position,
         .reads = "position kinematics",
         .calc = [](OutputContext& c, const OutputSite& at,
                    Real* v) { *v = c.forces.calcForcePotentialEnergy(c.state, at.force); }},
        {.key = "dissipatedPower",
         .label = "dissipated power",
         .doc = "Power that the force turns into heat.",
         .quantity = Quantity::Power,
         .stage = Stage::Dynamics,
         .reads = "position kinematics",
         .calc = [](OutputContext& c, const OutputSite& at, Real* v) {
             *v = c.forces.calcForcePowerDissipation(c.state, at.force);
         }}};
}

}  // namespace trammel
