// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "exploration/reducer.h"

namespace trammel {

/// Property of responses that take a value at one of several instants: its number, from 1.
inline PropertyDescriptor occurrenceProperty() {
    constexpr std::int64_t most = 100000;
    return PropertyDescriptor::integer(responseOccurrenceKey, "Occurrence", 1, "1: the first one during the run.")
        .min(1)
        .max(Real(most));
}

/// The value at the selected occurrence among the samples.
inline Reduced valueAtOccurrence(const ElementProperties& properties, const Samples& instants) {
    const auto wanted = std::size_t(integerOf(properties, responseOccurrenceKey));
    const std::size_t found = instants.times.size();
    if (wanted <= found) return instants.columns[0][wanted - 1];
    if (found == 0) return std::string("It never occurs during the run.");
    return "It occurs only " + std::to_string(found) + (found == 1 ? " time" : " times") + " during the run.";
}

}  // namespace trammel
