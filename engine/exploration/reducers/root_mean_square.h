// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "exploration/reducer.h"

namespace trammel {

struct RootMeanSquareResponse {
    static constexpr const char* key = "rootMeanSquare";
    static constexpr const char* label = "Root mean square";
    static constexpr const char* doc = "Root mean square of an output over the time of a run.";
    static constexpr const char* choose = "For vibration, effort and heat, where larger values count more.";
    static std::vector<PropertyDescriptor> properties() { return {}; }
    static Reduced reduce(const ElementProperties&, const Samples& samples) {
        const Real duration = durationOf(samples);
        if (!(duration > 0)) return std::abs(samples.columns[0][0]);
        return std::sqrt(integralOf(samples, [](Real x) { return x * x; }) / duration);
    }
};

}  // namespace trammel
