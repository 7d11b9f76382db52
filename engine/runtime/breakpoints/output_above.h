// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "integrate/integration_failure.h"
#include "runtime/breakpoint_kind.h"

namespace trammel {

/// After a step: a signal is above a limit, SI.
class SignalAboveBreakpoint : public BreakpointOfKind {
public:
    static constexpr const char* key = "signal-above";
    static constexpr const char* label = "Output above";
    static constexpr const char* doc = "after a step, when an output exceeds a limit";
    static constexpr BreakpointTarget target = BreakpointTarget::SignalAndLimit;
    static constexpr bool isAboutSteps = true;
    static std::string describe(const Breakpoint& b, const CompiledModel& model) {
        return nameOfSignal(b, model) + " above " + withUnit(b.limit, b, model);
    }

    using BreakpointOfKind::BreakpointOfKind;
    std::string stepTaken(const State& s, Real) const override {
        return explain(s, [this](Real value) { return value > breakpoint_.limit; });
    }

protected:
    static std::string nameOfSignal(const Breakpoint& b, const CompiledModel& model) {
        return b.signal < model.getSignals().size() ? model.getSignals()[b.signal].name : "an output";
    }
    /// "0.5 rad".
    static std::string withUnit(Real si, const Breakpoint& b, const CompiledModel& model) {
        const std::string unit =
            b.signal < model.getSignals().size() ? siUnit(model.getSignals()[b.signal].quantity) : std::string();
        return unit.empty() ? readable(si) : readable(si) + " " + unit;
    }
    /// The value as a sentence if it @p isBeyond the limit.
    template <class IsBeyond>
    std::string explain(const State& s, IsBeyond isBeyond) const {
        if (breakpoint_.signal >= model_->getSignals().size()) return {};
        const Real value = model_->calcSignal(breakpoint_.signal, s);
        return isBeyond(value)
                   ? nameOfSignal(breakpoint_, *model_) + " is " + withUnit(value, breakpoint_, *model_) + "."
                   : "";
    }
};

}  // namespace trammel
