// SPDX-License-Identifier: Apache-2.0
#include "inspect/model_outputs.h"

#include "multibody/forces/pulls.h"
#include "multibody/output_context.h"

namespace trammel {

namespace {

/// Torque about the origins of the bodies, and force.
SpatialVec sumPulls(const OutputContext& c, ForceIndex pulls) {
    SpatialVec sum(0.);
    const auto& all = Value<Pulls>::downcast(c.forces.getForceParameters(c.state, pulls)).get();
    if (all.empty()) return sum;
    const ForceKinematics k = c.forces.getForceKinematics(c.state, pulls);
    for (const Pull& pull : all) sum += PullForce::calcLoad(k, pull);
    return sum;
}

}  // namespace

std::vector<OutputDescriptor> modelOutputs(ForceIndex pulls) {
    return {
        {.key = "pullForce",
         .label = "force of pulls",
         .doc = "Sum of the forces of all pulls.",
         .quantity = Quantity::Force,
         .components = 3,
         .stage = Stage::Velocity,
         .reads = "velocity kinematics",
         .calc = [pulls](OutputContext& c, const OutputSite&, Real* v) { writeComponents(sumPulls(c, pulls)[1], v); },
         .hasMagnitude = true},
        {.key = "pullTorque",
         .label = "torque of pulls",
         .doc = "Sum of the torques of all pulls about the origins of their bodies.",
         .quantity = Quantity::Torque,
         .components = 3,
         .stage = Stage::Velocity,
         .reads = "velocity kinematics",
         .calc = [pulls](OutputContext& c, const OutputSite&, Real* v) { writeComponents(sumPulls(c, pulls)[0], v); },
         .hasMagnitude = true},
        {.key = "momentum",
         .label = "momentum",
         .doc = "Linear momentum of all bodies.",
         .components = 3,
         .stage = Stage::Velocity,
         .reads = "velocity kinematics",
         .calc = [](OutputContext& c, const OutputSite&,
                    Real* v) { writeComponents(c.matter.calcSystemCentralMomentum(c.state)[1], v); },
         .hasMagnitude = true,
         .unit = "kg·m/s"},
        {.key = "angularMomentum",
         .label = "angular momentum",
         .doc = "Angular momentum of all bodies about their common center of mass.",
         .components = 3,
         .stage = Stage::Velocity,
         .reads = "velocity kinematics",
         .calc = [](OutputContext& c, const OutputSite&,
                    Real* v) { writeComponents(c.matter.calcSystemCentralMomentum(c.state)[0], v); },
         .hasMagnitude = true,
         .unit = "kg·m²/s"},
        {.key = "massCenter",
         .label = "center of mass",
         .doc = "Location of the common center of mass in Ground.",
         .quantity = Quantity::Length,
         .components = 3,
         .stage = Stage::Position,
         .reads = "position kinematics",
         .calc = [](OutputContext& c, const OutputSite&,
                    Real* v) { writeComponents(c.matter.calcSystemMassCenterLocationInGround(c.state), v); }},
        {.key = "motorPower",
         .label = "power of motors",
         .doc = "Power that all motors supply.",
         .quantity = Quantity::Power,
         .stage = Stage::Acceleration,
         .reads = "body accelerations",
         .calc = [](OutputContext& c, const OutputSite&, Real* v) { *v = c.matter.calcMotionPower(c.state); }}};
}

}  // namespace trammel
