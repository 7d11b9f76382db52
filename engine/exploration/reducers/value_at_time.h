// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "document/value_text.h"
#include "exploration/reducer.h"

namespace trammel {

struct ValueAtTimeResponse {
    static constexpr const char* key = "atTime";
    static constexpr const char* label = "Value at a time";
    static constexpr const char* doc = "Value of an output at a given time of a run.";
    static constexpr const char* choose =
        "For a position that must be passed at a given time, as in function generation.";
    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::real("time", "Time", Quantity::Time, 0, "Simulated time of the value.")};
    }
    static Reduced reduce(const ElementProperties& properties, const Samples& samples) {
        const Real time = realOf(properties, "time");
        if (time < samples.times.front() || time > samples.times.back())
            return "The run has no frame at " + numberText(time) + " s: it lasts from " +
                   numberText(samples.times.front()) + " s to " + numberText(samples.times.back()) + " s.";
        return valueAt(samples, time);
    }
};

}  // namespace trammel
