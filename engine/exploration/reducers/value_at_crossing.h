// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "exploration/reducers/crossing_level.h"
#include "exploration/reducers/occurrence.h"

namespace trammel {

struct ValueAtCrossingResponse {
    static constexpr const char* key = "atCrossing";
    static constexpr const char* label = "Value at a crossing";
    static constexpr const char* doc = "Value of an output where another one passes a level.";
    static constexpr const char* choose =
        "For a force where a crank passes an angle, or a height where a speed vanishes; with the output t, for the "
        "time.";
    static constexpr Occasion occasion = Occasion::Crossing;
    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::formula(responseCrossingKey, "Where", Quantity::None, "",
                                            "The output, or formula of outputs, that passes the level.")
                    .inAnyUnit(),
                levelProperty(), crossingDirectionProperty(), occurrenceProperty()};
    }
    static Reduced reduce(const ElementProperties& properties, const Samples& samples) {
        return valueAtOccurrence(properties, samples);
    }
};

}  // namespace trammel
