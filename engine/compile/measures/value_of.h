// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compile/measures/measure_type.h"

namespace trammel {

/// The value of a formula.
struct ValueOfMeasure {
    static constexpr const char* key = "valueOf";
    static constexpr const char* label = "Value";
    static constexpr const char* doc = "The value of a formula, to plot and to use in other formulas.";
    static constexpr const char* choose =
        "For a quantity that has no output of its own: a distance, an angle, a ratio.";
    static std::vector<PropertyDescriptor> more() { return {}; }
    static Measure make(Subsystem&, const Measure& operand, const ElementInputs&) { return operand; }
    static Dimension calcDimension(const Dimension& operand) { return operand; }
};

}  // namespace trammel
