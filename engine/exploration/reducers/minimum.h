// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "exploration/reducer.h"

namespace trammel {

struct MinimumResponse {
    static constexpr const char* key = "minimum";
    static constexpr const char* label = "Minimum";
    static constexpr const char* doc = "Smallest value of an output during a run.";
    static constexpr const char* choose = "For clearances and other values that must not fall below a limit.";
    static std::vector<PropertyDescriptor> properties() { return {}; }
    static Reduced reduce(const ElementProperties&, const Samples& samples) { return extremeOf(samples, -1); }
};

}  // namespace trammel
