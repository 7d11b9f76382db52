// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "exploration/reducer.h"

namespace trammel {

struct MeanResponse {
    static constexpr const char* key = "mean";
    static constexpr const char* label = "Mean";
    static constexpr const char* doc = "Mean of an output over the time of a run.";
    static constexpr const char* choose = "For averages over a cycle: let the run take whole cycles.";
    static std::vector<PropertyDescriptor> properties() { return {}; }
    static Reduced reduce(const ElementProperties&, const Samples& samples) {
        const Real duration = durationOf(samples);
        if (!(duration > 0)) return samples.columns[0][0];
        return integralOf(samples, [](Real x) { return x; }) / duration;
    }
};

}  // namespace trammel
