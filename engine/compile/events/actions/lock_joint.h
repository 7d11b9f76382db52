// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compile/compiled_data.h"
#include "compile/events/event_part.h"

namespace trammel {

/// Locks or unlocks a joint.
class LockJointAction : public EventAction {
public:
    static constexpr const char* key = "lockJoint";
    static constexpr const char* label = "Lock or unlock a joint";
    static constexpr const char* doc = "Holds a joint where it is or at its speed, or lets it move again.";
    static constexpr const char* reference =
        "A lock overrides a motor. A joint that is locked at its position stops at once, without a shock to others "
        "than through the constraints.";
    static constexpr const char* choose = "For brakes, latches and releases. To hit a stop, use a joint impact stop.";
    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::choice(
                    "hold", "Hold",
                    {{"position", "Lock at its position"}, {"speed", "Keep its speed"}, {"nothing", "Unlock"}},
                    "position", "What the joint keeps from then on.")
                    .at(Stage::Instance)};
    }
    static std::vector<SocketDescriptor> sockets() {
        return {{"joint", "Joint", "The joint that is locked or unlocked.", {"joint"}, false}};
    }

    explicit LockJointAction(const EventInputs& in) : EventAction(in), joint_(in.values.mobilizer("joint")) {}
    void act(State& s, const EventParameters& parameters, bool&) const override {
        const MatterSubsystem& matter = *built().matter;
        const int hold = int(parameters.numbers[0]);
        if (hold == 2)
            matter.unlock(s, joint_);
        else
            matter.lock(s, joint_, hold == 0 ? MotionLevel::Position : MotionLevel::Velocity);
    }

private:
    MobilizedBodyIndex joint_;
};

}  // namespace trammel
