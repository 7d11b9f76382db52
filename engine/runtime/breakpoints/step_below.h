// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "integrate/integration_failure.h"
#include "runtime/breakpoint_kind.h"

namespace trammel {

/// After a step: its size was below a limit, s.
class StepBelowBreakpoint : public BreakpointOfKind {
public:
    static constexpr const char* key = "step-below";
    static constexpr const char* label = "Step size below";
    static constexpr const char* doc = "after a step shorter than a limit";
    static constexpr BreakpointTarget target = BreakpointTarget::Limit;
    static constexpr Quantity limitQuantity = Quantity::Time;
    static constexpr bool isAboutSteps = true;
    static std::string describe(const Breakpoint& b, const CompiledModel&) {
        return "step shorter than " + readable(b.limit) + " s";
    }

    using BreakpointOfKind::BreakpointOfKind;
    std::string stepTaken(const State&, Real stepSize) const override {
        return stepSize < breakpoint_.limit ? "A step of " + readable(stepSize) + " s was taken." : "";
    }
};

}  // namespace trammel
