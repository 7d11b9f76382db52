// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/breakpoints/output_above.h"

namespace trammel {

/// After a step: an output is below a limit, SI.
class OutputBelowBreakpoint : public OutputAboveBreakpoint {
public:
    static constexpr const char* key = "output-below";
    static constexpr const char* label = "Output below";
    static constexpr const char* doc = "after a step, when an output falls below a limit";
    static std::string describe(const Breakpoint& b, const CompiledModel& model) {
        return nameOfOutput(b, model) + " below " + withUnit(b.limit, b, model);
    }

    using OutputAboveBreakpoint::OutputAboveBreakpoint;
    std::string stepTaken(const State& s, Real) const override {
        return explain(s, [this](Real value) { return value < breakpoint_.limit; });
    }
};

}  // namespace trammel
