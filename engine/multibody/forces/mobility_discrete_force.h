// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/forces/mobility_constant_force.h"

namespace trammel {

/// A generalized force on one speed that is written into the State from outside, between steps or by an event handler.
class MobilityDiscreteForce : public MobilityConstantForce {
public:
    static constexpr const char* key = "mobilityDiscreteForce";
    static constexpr const char* label = "Joint force, set from outside";
    static constexpr const char* doc =
        "A torque or force on one coordinate of a joint that is changed from outside while the model runs.";
    static constexpr const char* reference =
        "`f = force`, a discrete variable: it keeps its value until an event handler, a program or a property form "
        "writes another. No potential energy is counted.";
    static constexpr const char* choose =
        "For the output of a controller that a program or an event handler writes between steps. If the force is a "
        "formula of the state, write a force of your own: this one changes only when someone writes it.";

    static std::vector<PropertyDescriptor> properties() {
        return {MobilitySlot::coordinateProperty(),
                MobilitySlot::number("force", "Force", CoordinateRole::Load, 0,
                                     "What it starts with: torque on an angle, force along a length.")
                    .at(stage)};
    }

    using MobilityConstantForce::MobilityConstantForce;
};

}  // namespace trammel
