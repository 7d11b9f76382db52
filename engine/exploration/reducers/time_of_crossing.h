// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "document/value_text.h"
#include "exploration/reducers/crossing_level.h"

namespace trammel {

struct TimeOfCrossingResponse {
    static constexpr const char* key = "timeOf";
    static constexpr const char* label = "Time of crossing";
    static constexpr const char* doc = "Time at which an output first passes a level.";
    static constexpr const char* choose = "For the time that something takes, from the start of the run.";
    static Dimension dimensionFor(const Dimension&) { return dimensionOf(Quantity::Time); }
    static std::vector<PropertyDescriptor> properties() { return {levelProperty(), crossingDirectionProperty()}; }
    static Reduced reduce(const ElementProperties& properties, const Samples& samples) {
        const Real level = realOf(properties, responseLevelKey);
        const std::string direction = textOf(properties, responseDirectionKey);
        const std::span<const Real> values = samples.columns[0];
        for (std::size_t i = 0; i + 1 < values.size(); ++i) {
            const Real before = values[i] - level, after = values[i + 1] - level;
            const bool rises = before < 0 && after >= 0, falls = before > 0 && after <= 0;
            if (!(rises && direction != "falling") && !(falls && direction != "rising")) continue;
            return samples.times[i] + (samples.times[i + 1] - samples.times[i]) * before / (before - after);
        }
        return "The output never passes " + numberText(level) + ".";
    }
};

}  // namespace trammel
