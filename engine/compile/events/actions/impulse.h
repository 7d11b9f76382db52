// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compile/compiled_data.h"
#include "compile/events/event_part.h"
#include "multibody/forces/mobility.h"
#include "multibody/impulse_response.h"

namespace trammel {

/// Applies an impulse to one coordinate of a joint.
class ImpulseAction : public EventAction {
public:
    static constexpr const char* key = "impulse";
    static constexpr const char* label = "Apply a joint impulse";
    static constexpr const char* doc = "Applies an impulse to one coordinate of a joint.";
    static constexpr const char* reference =
        "`M w + G^T p = j`, `G w = 0`: all speeds change by `w`, with constraints, motors and locks enforced. Closed "
        "rigid contacts hold both ways.";
    static constexpr const char* choose =
        "For a shock on a joint: a kick of a motor. For one at a point, choose Apply an impulse at a point.";
    static std::vector<PropertyDescriptor> properties() {
        PropertyDescriptor impulse = PropertyDescriptor::formula(
            "impulse", "Impulse", Quantity::None, "0", "Formula of the impulse: N*m*s on an angle, N*s on a length.");
        impulse.takesAnyUnit = true;
        return {MobilitySlot::coordinateProperty(), std::move(impulse)};
    }
    static std::vector<SocketDescriptor> sockets() {
        return {{"joint", "Joint", "The joint that the impulse acts on.", {"joint"}, false}};
    }

    explicit ImpulseAction(const EventInputs& in) : EventAction(in), slot_(in.values) {
        const Mobilizer* const joint = in.values.findJointType("joint");
        const int which = int(in.values.integer("coordinate"));
        const bool isAngle =
            joint && which < joint->getNU() && joint->nameOfU(which).quantity == Quantity::AngularSpeed;
        in.requireDimension("impulse",
                            dimensionOf(isAngle ? Quantity::Torque : Quantity::Force) * dimensionOf(Quantity::Time),
                            isAngle ? "an angular impulse (N·m·s)" : "an impulse (N·s)");
    }
    void act(State& s, const EventParameters& parameters, bool&) const override {
        const MatterSubsystem& matter = *built().matter;
        Vector impulse(s.getNU());
        impulse.setZero();
        impulse[slot_.u(matter.getTree(s))] = calcFormula(0, s, parameters);
        const Vector change = calcImpulseResponse(matter, s, impulse).speeds;
        matter.updU(s) += change;
    }

private:
    MobilitySlot slot_;
};

}  // namespace trammel
