// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/forces/mobility_constant_force.h"

namespace trammel {

/// A generalized force on one speed, stored in the State and written from outside, between steps or by an event
/// handler.
class MobilityDiscreteForce : public MobilityConstantForce {
public:
    static constexpr const char* key = "mobilityDiscreteForce";
    static constexpr const char* label = "Joint force, set from outside";
    static constexpr const char* doc =
        "A torque or force on one coordinate of a joint, written from outside during a run.";
    static constexpr const char* reference =
        "`f = force`, a discrete variable: it keeps its value until an event handler, a program or a property form "
        "writes it. There is no potential energy.";
    static constexpr const char* choose =
        "For the output of a controller that a program or an event handler writes between steps. For a force that "
        "depends on the state, write a custom force: this one changes only when it is written.";

    static std::vector<PropertyDescriptor> properties() {
        return {MobilitySlot::coordinateProperty(),
                MobilitySlot::number("force", "Force", CoordinateRole::Load, 0,
                                     "Initial torque for an angle, force for a length.")
                    .at(stage)};
    }

    using MobilityConstantForce::MobilityConstantForce;
};

}  // namespace trammel
