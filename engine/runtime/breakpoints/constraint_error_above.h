// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "integrate/integration_failure.h"
#include "runtime/breakpoint_kind.h"

namespace trammel {

/// After a step: the largest weighted position error exceeds a limit.
class ConstraintErrorAboveBreakpoint : public BreakpointOfKind {
public:
    static constexpr const char* key = "constraint-error-above";
    static constexpr const char* label = "Constraint violation above";
    static constexpr const char* doc = "after a step whose constraint error exceeds a limit";
    static constexpr BreakpointTarget target = BreakpointTarget::Limit;
    static constexpr bool isAboutSteps = true;
    static std::string describe(const Breakpoint& b, const CompiledModel&) {
        return "constraint error above " + readable(b.limit);
    }

    using BreakpointOfKind::BreakpointOfKind;
    std::string stepTaken(const State& s, Real) const override {
        const Real error = model_->calcConstraintError(s);
        return error > breakpoint_.limit ? "The constraint error is " + readable(error) + "." : "";
    }
};

}  // namespace trammel
