// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "integrate/integration_failure.h"
#include "runtime/breakpoint_kind.h"

namespace trammel {

/// After a step: an output is above a limit, SI.
class OutputAboveBreakpoint : public BreakpointOfKind {
public:
    static constexpr const char* key = "output-above";
    static constexpr const char* label = "Output above";
    static constexpr const char* doc = "after a step, when an output exceeds a limit";
    static constexpr BreakpointTarget target = BreakpointTarget::OutputAndLimit;
    static constexpr bool isAboutSteps = true;
    static std::string describe(const Breakpoint& b, const CompiledModel& model) {
        return nameOfOutput(b, model) + " above " + withUnit(b.limit, b, model);
    }

    using BreakpointOfKind::BreakpointOfKind;
    std::string stepTaken(const State& s, Real) const override {
        return explain(s, [this](Real value) { return value > breakpoint_.limit; });
    }

protected:
    static std::string nameOfOutput(const Breakpoint& b, const CompiledModel& model) {
        return b.output < model.getBasicOutputs().size() ? model.getBasicOutputs()[b.output].name : "an output";
    }
    /// "0.5 rad".
    static std::string withUnit(Real si, const Breakpoint& b, const CompiledModel& model) {
        const std::string unit = b.output < model.getBasicOutputs().size()
                                     ? siUnit(model.getBasicOutputs()[b.output].quantity)
                                     : std::string();
        return unit.empty() ? readable(si) : readable(si) + " " + unit;
    }
    /// The value as a sentence if it @p isBeyond the limit.
    template <class IsBeyond>
    std::string explain(const State& s, IsBeyond isBeyond) const {
        if (breakpoint_.output >= model_->getBasicOutputs().size()) return {};
        const Real value = model_->calcBasicOutput(breakpoint_.output, s);
        return isBeyond(value)
                   ? nameOfOutput(breakpoint_, *model_) + " is " + withUnit(value, breakpoint_, *model_) + "."
                   : "";
    }
};

}  // namespace trammel
