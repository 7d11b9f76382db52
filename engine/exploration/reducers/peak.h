// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "exploration/reducer.h"

namespace trammel {

struct PeakResponse {
    static constexpr const char* key = "peak";
    static constexpr const char* label = "Peak";
    static constexpr const char* doc = "Largest magnitude of an output during a run.";
    static constexpr const char* choose = "For forces, torques and accelerations, regardless of sign.";
    static std::vector<PropertyDescriptor> properties() { return {}; }
    static Reduced reduce(const ElementProperties&, const Samples& samples) {
        return std::max(extremeOf(samples, 1), -extremeOf(samples, -1));
    }
};

}  // namespace trammel
