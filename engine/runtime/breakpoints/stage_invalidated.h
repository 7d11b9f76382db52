// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/breakpoint_kind.h"

namespace trammel {

/// A stage had been realized and was invalidated because a dependency was written.
class StageInvalidatedBreakpoint : public BreakpointOfKind {
public:
    static constexpr const char* key = "stage-invalidated";
    static constexpr const char* label = "Stage invalidated";
    static constexpr const char* doc = "when a dependency of a realized stage is written";
    static constexpr BreakpointTarget target = BreakpointTarget::Stage;
    static std::string describe(const Breakpoint& b, const CompiledModel&) {
        return b.stage.getName() + " invalidated";
    }

    using BreakpointOfKind::BreakpointOfKind;
    std::string stagesInvalidated(const State& s, Stage lowest, Stage highest,
                                  const StateChange& change) const override {
        const Stage stage = breakpoint_.stage;
        if (stage < lowest || stage > highest) return {};
        return stage.getName() + " was invalidated: " + s.describe(change) + " was written" + activityClause(s) + ".";
    }
};

}  // namespace trammel
