// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/breakpoints/signal_above.h"

namespace trammel {

/// After a step: a signal is below a limit, SI.
class SignalBelowBreakpoint : public SignalAboveBreakpoint {
public:
    static constexpr const char* key = "signal-below";
    static constexpr const char* label = "Output below";
    static constexpr const char* doc = "after a step, when an output falls below a limit";
    static std::string describe(const Breakpoint& b, const CompiledModel& model) {
        return nameOfSignal(b, model) + " below " + withUnit(b.limit, b, model);
    }

    using SignalAboveBreakpoint::SignalAboveBreakpoint;
    std::string stepTaken(const State& s, Real) const override {
        return explain(s, [this](Real value) { return value < breakpoint_.limit; });
    }
};

}  // namespace trammel
