// SPDX-License-Identifier: Apache-2.0
// The force types in palette order. To add one: one header, one include and one row here.
#include "multibody/forces/ball_spring.h"
#include "multibody/forces/ball_stop.h"
#include "multibody/forces/belt_drive.h"
#include "multibody/forces/cable.h"
#include "multibody/forces/constant_force.h"
#include "multibody/forces/constant_torque.h"
#include "multibody/forces/discrete_body_force.h"
#include "multibody/forces/gear_backlash.h"
#include "multibody/forces/global_damper.h"
#include "multibody/forces/gravity.h"
#include "multibody/forces/joint_impact_stop.h"
#include "multibody/forces/linear_bushing.h"
#include "multibody/forces/mobility_constant_force.h"
#include "multibody/forces/mobility_damper.h"
#include "multibody/forces/mobility_discrete_force.h"
#include "multibody/forces/mobility_formula_force.h"
#include "multibody/forces/mobility_linear_stop.h"
#include "multibody/forces/mobility_spring.h"
#include "multibody/forces/muscle.h"
#include "multibody/forces/point_formula_force.h"
#include "multibody/forces/potential_formula_force.h"
#include "multibody/forces/recorded_force.h"
#include "multibody/forces/thermostat.h"
#include "multibody/forces/two_point_constant_force.h"
#include "multibody/forces/two_point_damper.h"
#include "multibody/forces/two_point_spring.h"

namespace trammel {

std::vector<TypeDescriptor> forceTypes() {
    return {
        describeForce<GravityForce>(),
        describeForce<TwoPointSpring>(),
        describeForce<TwoPointDamper>(),
        describeForce<TwoPointConstantForce>(),
        describeForce<LinearBushing>(),
        describeForce<ConstantForce>(),
        describeForce<ConstantTorque>(),
        describeForce<MobilitySpring>(),
        describeForce<MobilityDamper>(),
        describeForce<MobilityConstantForce>(),
        describeForce<MobilityLinearStop>(),
        describeForce<JointImpactStop>(),
        describeForce<BallSpring>(),
        describeForce<BallStop>(),
        describeForce<GearBacklash>(),
        describeForce<BeltDrive>(),
        describeForce<GlobalDamper>(),
        describeForce<CableForce>(),
        describeForce<MuscleForce>(),
        describeForce<DiscreteBodyForce>(),
        describeForce<MobilityDiscreteForce>(),
        describeForce<Thermostat>(),
        describeForce<RecordedForce>(),
        describeForce<PointFormulaForce>(),
        describeForce<MobilityFormulaForce>(),
        describeForce<PotentialFormulaForce>(),
    };
}

}  // namespace trammel
