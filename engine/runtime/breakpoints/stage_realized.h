// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/breakpoint_kind.h"

namespace trammel {

/// A stage of the whole system was realized.
class StageRealizedBreakpoint : public BreakpointOfKind {
public:
    static constexpr const char* key = "stage-realized";
    static constexpr const char* label = "Stage realized";
    static constexpr const char* doc = "when the whole system reaches a stage";
    static constexpr BreakpointTarget target = BreakpointTarget::Stage;
    static std::string describe(const Breakpoint& b, const CompiledModel&) { return b.stage.getName() + " realized"; }

    using BreakpointOfKind::BreakpointOfKind;
    std::string stageRealized(const State& s, Stage stage) const override {
        return stage == breakpoint_.stage ? stage.getName() + " was realized" + activityClause(s) + "." : "";
    }
};

}  // namespace trammel
