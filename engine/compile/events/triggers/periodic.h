// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "compile/events/event_part.h"

namespace trammel {

/// An event that repeats after equal intervals.
class PeriodicTrigger : public EventTrigger {
public:
    static constexpr const char* key = "periodic";
    static constexpr const char* label = "Periodically";
    static constexpr const char* doc = "Occurs at a first time, and then after equal intervals.";
    static constexpr const char* reference =
        "The times are `start + k interval`, each rounded once, so that errors do not accumulate. A step ends exactly "
        "at each.";
    static constexpr const char* choose = "For sampled control and regular pushes. For one time, choose At a time.";
    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::real("start", "First time", Quantity::Time, 0, "Time of the first occurrence.")
                    .at(Stage::Time),
                PropertyDescriptor::real("interval", "Interval", Quantity::Time, 1, "Time between two occurrences.")
                    .min(1e-6)
                    .at(Stage::Time)};
    }

    using EventTrigger::EventTrigger;
    Real calcNextTime(const State& s, const EventParameters& parameters, bool includeCurrentTime) const override {
        const Real start = parameters.numbers[0], interval = parameters.numbers[1], now = s.getTime();
        // The quotient may be off by rounding: begin one interval earlier.
        Real k = std::max(0., std::floor((now - start) / interval) - 1);
        const auto isOver = [&](Real time) { return includeCurrentTime ? time < now : time <= now; };
        constexpr int mostRounding = 8;
        for (int i = 0; i < mostRounding && isOver(start + k * interval); ++i) ++k;
        // No next time if the interval is below the rounding of the time.
        return isOver(start + k * interval) ? Infinity : start + k * interval;
    }
};

}  // namespace trammel
