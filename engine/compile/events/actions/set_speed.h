// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compile/compiled_data.h"
#include "compile/events/event_part.h"
#include "multibody/forces/mobility.h"

namespace trammel {

/// Sets a speed of a joint to the value of a formula.
class SetSpeedAction : public EventAction {
public:
    static constexpr const char* key = "setSpeed";
    static constexpr const char* label = "Set a speed";
    static constexpr const char* doc = "Sets one speed of a joint to the value of a formula.";
    static constexpr const char* reference =
        "Constraints are satisfied afterward by the smallest change of all speeds, so a speed within a loop may end up "
        "different. Other joints keep their speeds: for the effect of a shock on them, apply an impulse.";
    static constexpr const char* choose =
        "For a given speed after an event: -0.8*joint.u reverses a joint with loss. For a shock, choose Apply an "
        "impulse.";
    static std::vector<PropertyDescriptor> properties() {
        PropertyDescriptor speed = PropertyDescriptor::formula("speed", "Speed", Quantity::None, "0",
                                                               "Formula of the new speed, evaluated at the event.");
        speed.ofCoordinate = OfCoordinate{CoordinateRole::Rate, "coordinate"};
        return {MobilitySlot::coordinateProperty(), std::move(speed)};
    }
    static std::vector<SocketDescriptor> sockets() {
        return {{"joint", "Joint", "The joint whose speed is set.", {"joint"}, false}};
    }

    explicit SetSpeedAction(const EventInputs& in) : EventAction(in), slot_(in.values) {}
    void act(State& s, const EventParameters& parameters, bool&) const override {
        const MatterSubsystem& matter = *built().matter;
        const Real speed = calcFormula(0, s, parameters);
        matter.updU(s)[slot_.u(matter.getTree(s))] = speed;
    }

private:
    MobilitySlot slot_;
};

}  // namespace trammel
