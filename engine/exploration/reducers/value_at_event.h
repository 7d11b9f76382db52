// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "exploration/reducers/occurrence.h"

namespace trammel {

struct ValueAtEventResponse {
    static constexpr const char* key = "atEvent";
    static constexpr const char* label = "Value at an event";
    static constexpr const char* doc = "Value of an output where an event occurs, or a contact or stop is reached.";
    static constexpr const char* choose =
        "For the speed of an impact, or a position where something switches. Where an output passes a level, choose "
        "the "
        "value at a crossing.";
    static constexpr Occasion occasion = Occasion::Event;
    static std::vector<PropertyDescriptor> properties() {
        return {occurrenceProperty(),
                PropertyDescriptor::choice(responseMomentKey, "Moment",
                                           {{"before", "Just before"}, {"after", "Just after"}}, "before",
                                           "Before or after the event changes speeds and settings.")};
    }
    static Reduced reduce(const ElementProperties& properties, const Samples& samples) {
        return valueAtOccurrence(properties, samples);
    }
};

}  // namespace trammel
