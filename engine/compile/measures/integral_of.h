// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compile/measures/measure_type.h"

namespace trammel {

/// The integral of a formula over time, an auxiliary variable z.
struct IntegralOfMeasure {
    static constexpr const char* key = "integralOf";
    static constexpr const char* label = "Integral";
    static constexpr const char* doc = "The integral of a formula over time.";
    static constexpr const char* reference =
        "An auxiliary variable `z` with `zdot = formula`, integrated together with the motion and subject to its "
        "accuracy.";
    static constexpr const char* choose =
        "For work from a power, a path from a speed, and the integral part of a controller: a force by formula may "
        "read it.";
    static std::vector<PropertyDescriptor> more() {
        PropertyDescriptor start =
            PropertyDescriptor::real("start", "Initial value", Quantity::None, 0, "Value at the start, in SI units.");
        start.takesAnyUnit = true;
        return {std::move(start)};
    }
    static Measure make(Subsystem& s, const Measure& operand, const ElementInputs& in) {
        return Measure::Integrate(s, operand, Measure(), in.real("start"));
    }
    static Dimension calcDimension(const Dimension& operand) { return operand * dimensionOf(Quantity::Time); }
};

}  // namespace trammel
