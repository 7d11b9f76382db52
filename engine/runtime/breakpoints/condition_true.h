// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <variant>

#include "inspect/condition.h"
#include "runtime/breakpoint_kind.h"

namespace trammel {

/// After a step: an expression is true; see Condition.
class ConditionTrueBreakpoint : public BreakpointOfKind {
public:
    static constexpr const char* key = "condition-true";
    static constexpr const char* label = "Condition is true";
    static constexpr const char* doc = "after a step, when an expression becomes true: `Crank.q > 90 deg && KE < 2`";
    static constexpr BreakpointTarget target = BreakpointTarget::Condition;
    static constexpr bool isAboutSteps = true;
    static std::string describe(const Breakpoint& b, const CompiledModel&) { return b.condition; }
    static std::string explainError(const Breakpoint& b, const CompiledModelPtr& model) {
        return explainCondition(b.condition, model);
    }

    ConditionTrueBreakpoint(const Breakpoint& breakpoint, const BreakpointContext& context)
        : BreakpointOfKind(breakpoint, context),
          condition_(std::get<Condition>(Condition::parse(context.outputs(), breakpoint.condition))) {}
    std::string stepTaken(const State& s, Real) const override {
        return condition_.holds(s) ? condition_.getText() + " became true." : "";
    }

private:
    const Condition condition_;
};

}  // namespace trammel
