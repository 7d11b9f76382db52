// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "compile/events/event_part.h"

namespace trammel {

/// An event where a formula of the State crosses zero.
class CrossingTrigger : public EventTrigger {
public:
    static constexpr const char* key = "crossing";
    static constexpr const char* label = "When a formula crosses zero";
    static constexpr const char* doc = "Occurs where a formula of coordinates, speeds, points and time crosses zero.";
    static constexpr const char* reference =
        "The formula is a witness function: the step in which its sign changes is shortened until the time is known to "
        "a tenth of the accuracy. A formula that starts at zero does not cross it; one that touches zero and returns "
        "within a step may be missed.";
    static constexpr const char* choose =
        "For limits and switches: an angle that is passed, a speed that vanishes, a distance that is reached. Write "
        "the difference: Pin.q - 90 deg. For a known time, choose At a time.";
    static std::vector<PropertyDescriptor> properties() {
        PropertyDescriptor formula = PropertyDescriptor::formula("formula", "Formula", Quantity::None, "t - 1 s",
                                                                 "The event occurs where it crosses zero.");
        formula.takesAnyUnit = true;
        return {std::move(formula), PropertyDescriptor::choice(
                                        "direction", "Direction",
                                        {{"both", "Rising or falling"}, {"rising", "Rising"}, {"falling", "Falling"}},
                                        "both", "Which changes of sign count.")};
    }

    explicit CrossingTrigger(const EventInputs& in) : EventTrigger(in) {
        const std::string direction = in.values.text("direction");
        direction_ = direction == "both"     ? Event::AnySignChange
                     : direction == "rising" ? Event::Rising
                                             : Event::Falling;
    }
    std::optional<Stage> getWitnessStage() const override {
        return std::max(Stage(Stage::Position), formula(0).getStage());
    }
    Event::Trigger getDirection() const override { return direction_; }
    Real calcWitness(const State& s, const EventParameters& parameters) const override {
        return calcFormula(0, s, parameters);
    }

private:
    Event::Trigger direction_;
};

}  // namespace trammel
