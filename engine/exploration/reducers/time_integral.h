// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "exploration/reducer.h"

namespace trammel {

struct TimeIntegralResponse {
    static constexpr const char* key = "integral";
    static constexpr const char* label = "Integral over time";
    static constexpr const char* doc = "Integral of an output over the time of a run.";
    static constexpr const char* choose = "For work from power, or impulse from force.";
    static Dimension dimensionFor(const Dimension& output) { return output * dimensionOf(Quantity::Time); }
    static std::vector<PropertyDescriptor> properties() { return {}; }
    static Reduced reduce(const ElementProperties&, const Samples& samples) {
        return integralOf(samples, [](Real x) { return x; });
    }
};

}  // namespace trammel
