// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/breakpoints/stage_invalidated.h"

namespace trammel {

/// As StageInvalidatedBreakpoint, except for writes by the integrator.
class StageInvalidatedByOthersBreakpoint : public StageInvalidatedBreakpoint {
public:
    static constexpr const char* key = "stage-invalidated-by-others";
    static constexpr const char* label = "Stage invalidated, except by the integrator";
    static constexpr const char* doc = "when a dependency of a realized stage is written, except by the integrator";
    static std::string describe(const Breakpoint& b, const CompiledModel& model) {
        return StageInvalidatedBreakpoint::describe(b, model) + ", not by the integrator";
    }

    using StageInvalidatedBreakpoint::StageInvalidatedBreakpoint;
    std::string stagesInvalidated(const State& s, Stage lowest, Stage highest,
                                  const StateChange& change) const override {
        if (s.getActivity() == "integrator") return {};
        return StageInvalidatedBreakpoint::stagesInvalidated(s, lowest, highest, change);
    }
};

}  // namespace trammel
