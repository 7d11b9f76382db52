// SPDX-License-Identifier: Apache-2.0
// The force types, in the order the palette shows them. A new one: one header, one include and one row here.
#include "multibody/forces/gravity.h"
#include "multibody/forces/mobility_constant_force.h"
#include "multibody/forces/mobility_damper.h"
#include "multibody/forces/mobility_spring.h"
#include "multibody/forces/two_point_damper.h"
#include "multibody/forces/two_point_spring.h"

namespace trammel {

std::vector<TypeDescriptor> forceTypes() {
    return {
        describeForce<GravityForce>(),   describeForce<TwoPointSpring>(), describeForce<TwoPointDamper>(),
        describeForce<MobilitySpring>(), describeForce<MobilityDamper>(), describeForce<MobilityConstantForce>(),
    };
}

}  // namespace trammel
