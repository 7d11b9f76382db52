// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compile/events/event_part.h"

namespace trammel {

/// An event at one time.
class AtTimeTrigger : public EventTrigger {
public:
    static constexpr const char* key = "atTime";
    static constexpr const char* label = "At a time";
    static constexpr const char* doc = "Occurs once, at a time known in advance.";
    static constexpr const char* reference = "A step ends exactly at the time. A time before the start has no effect.";
    static constexpr const char* choose =
        "For switching at a known time. For a time that depends on the motion, choose When a formula crosses zero.";
    static constexpr bool occursOnce = true;
    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::real("time", "Time", Quantity::Time, 1, "Simulated time of the event.")
                    .at(Stage::Time)};
    }

    using EventTrigger::EventTrigger;
    Real calcNextTime(const State& s, const EventParameters& parameters, bool includeCurrentTime) const override {
        const Real time = parameters.numbers[0], now = s.getTime();
        return time > now || (includeCurrentTime && time == now) ? time : Infinity;
    }
};

}  // namespace trammel
