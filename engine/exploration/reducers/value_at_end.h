// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "exploration/reducer.h"

namespace trammel {

struct ValueAtEndResponse {
    static constexpr const char* key = "atEnd";
    static constexpr const char* label = "Value at the end";
    static constexpr const char* doc = "Value of an output at the last frame of a run.";
    static constexpr const char* choose = "For a final position or speed, also where an event ends the run.";
    static std::vector<PropertyDescriptor> properties() { return {}; }
    static Reduced reduce(const ElementProperties&, const Samples& samples) { return samples.columns[0].back(); }
};

}  // namespace trammel
