// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "exploration/reducer.h"

namespace trammel {

struct MaximumResponse {
    static constexpr const char* key = "maximum";
    static constexpr const char* label = "Maximum";
    static constexpr const char* doc = "Largest value of an output during a run.";
    static constexpr const char* choose =
        "For peaks of one sign. For the largest magnitude of either sign choose the peak.";
    static std::vector<PropertyDescriptor> properties() { return {}; }
    static Reduced reduce(const ElementProperties&, const Samples& samples) { return extremeOf(samples, 1); }
};

}  // namespace trammel
