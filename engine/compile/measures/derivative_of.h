// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compile/measures/measure_type.h"

namespace trammel {

/// The time derivative of a formula.
struct DerivativeOfMeasure {
    static constexpr const char* key = "derivativeOf";
    static constexpr const char* label = "Derivative";
    static constexpr const char* doc = "The time derivative of a formula.";
    static constexpr const char* reference =
        "From the parabola through the current value and those at the starts of the last two steps: of second order "
        "from the third step on. It is zero at the start.";
    static constexpr const char* choose =
        "For rates of quantities without a speed of their own. Where there is one, Pin.u or Crank.tip.vx is exact.";
    static std::vector<PropertyDescriptor> more() { return {}; }
    static Measure make(Subsystem& s, const Measure& operand, const ElementInputs&) {
        return Measure::Differentiate(s, operand);
    }
    static Dimension calcDimension(const Dimension& operand) { return operand / dimensionOf(Quantity::Time); }
};

}  // namespace trammel
