// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compile/measures/measure_type.h"

namespace trammel {

/// The extreme value of a formula so far.
struct ExtremeOfMeasure {
    static constexpr const char* key = "extremeOf";
    static constexpr const char* label = "Extreme";
    static constexpr const char* doc = "The largest or smallest value of a formula since the start of the run.";
    static constexpr const char* reference =
        "Sampled at the start of each step and in the current state: a peak within a step is not detected. A branch "
        "starts over.";
    static constexpr const char* choose = "For peaks and margins: the largest speed, the smallest distance.";
    static std::vector<PropertyDescriptor> more() {
        return {PropertyDescriptor::choice("extreme", "Extreme",
                                           {{"maximum", "Largest"},
                                            {"minimum", "Smallest"},
                                            {"maxAbs", "Largest magnitude"},
                                            {"minAbs", "Smallest magnitude"}},
                                           "maximum", "Which value is kept.")};
    }
    static Measure make(Subsystem& s, const Measure& operand, const ElementInputs& in) {
        const std::string extreme = in.text("extreme");
        using Extreme = Measure::Extreme;
        return Extreme(s, operand,
                       extreme == "maximum"   ? Extreme::Maximum
                       : extreme == "minimum" ? Extreme::Minimum
                       : extreme == "maxAbs"  ? Extreme::MaxAbs
                                              : Extreme::MinAbs);
    }
    static Dimension calcDimension(const Dimension& operand) { return operand; }
};

}  // namespace trammel
