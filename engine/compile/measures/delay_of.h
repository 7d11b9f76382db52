// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compile/measures/measure_type.h"

namespace trammel {

/// The value of a formula some time earlier.
struct DelayOfMeasure {
    static constexpr const char* key = "delayOf";
    static constexpr const char* label = "Delay";
    static constexpr const char* doc = "The value that a formula had some time ago.";
    static constexpr const char* reference =
        "Interpolated linearly between values at starts of steps; before the delay has passed, the value at the start. "
        "A delay shorter than a step extrapolates.";
    static constexpr const char* choose = "For reaction times, dead times of controllers and transport delays.";
    static std::vector<PropertyDescriptor> more() {
        return {
            PropertyDescriptor::real("delay", "Delay", Quantity::Time, 0.1, "Time by which the value is late.").min(0)};
    }
    static Measure make(Subsystem& s, const Measure& operand, const ElementInputs& in) {
        return Measure::Delay(s, operand, in.real("delay"));
    }
    static Dimension calcDimension(const Dimension& operand) { return operand; }
};

}  // namespace trammel
