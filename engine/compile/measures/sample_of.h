// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compile/event_family.h"
#include "compile/measures/measure_type.h"

namespace trammel {

/// The value of a formula when an event last occurred.
struct SampleOfMeasure {
    static constexpr const char* key = "sampleOf";
    static constexpr const char* label = "Sample and hold";
    static constexpr const char* doc = "The value that a formula had when an event last occurred.";
    static constexpr const char* reference =
        "Sampled at the start of the run and each time the event occurs, before its actions.";
    static constexpr const char* choose =
        "For sampled control, with a periodic event, and to keep a value at a crossing: a speed at an impact.";
    /// Key of the input.
    static constexpr const char* eventSocket = "event";
    static std::vector<PropertyDescriptor> more() { return {}; }
    static std::vector<SocketDescriptor> sockets() {
        return {{eventSocket, "Event", "The event at which the formula is sampled.", {eventFamily}, false}};
    }
    static Measure make(Subsystem& s, const Measure& operand, const ElementInputs&) {
        return Measure::SampleAndHold(s, operand);
    }
    static Dimension calcDimension(const Dimension& operand) { return operand; }
};

}  // namespace trammel
