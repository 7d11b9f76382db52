// SPDX-License-Identifier: Apache-2.0
// The kinds of breakpoints, in menu order. To add one: one header, one include and one row here.
#include <algorithm>

#include "runtime/breakpoint_kind.h"
#include "runtime/breakpoints/condition_true.h"
#include "runtime/breakpoints/constraint_error_above.h"
#include "runtime/breakpoints/entry_computed.h"
#include "runtime/breakpoints/entry_read_while_invalid.h"
#include "runtime/breakpoints/first_nan.h"
#include "runtime/breakpoints/output_above.h"
#include "runtime/breakpoints/output_below.h"
#include "runtime/breakpoints/stage_invalidated.h"
#include "runtime/breakpoints/stage_invalidated_by_others.h"
#include "runtime/breakpoints/stage_realized.h"
#include "runtime/breakpoints/step_below.h"

namespace trammel {

const std::vector<BreakpointKind>& breakpointKinds() {
    static const std::vector<BreakpointKind> kinds{
        describeBreakpointKind<StageInvalidatedBreakpoint>(),
        describeBreakpointKind<StageInvalidatedByOthersBreakpoint>(),
        describeBreakpointKind<StageRealizedBreakpoint>(),
        describeBreakpointKind<EntryComputedBreakpoint>(),
        describeBreakpointKind<EntryReadWhileInvalidBreakpoint>(),
        describeBreakpointKind<FirstNanBreakpoint>(),
        describeBreakpointKind<ConstraintErrorAboveBreakpoint>(),
        describeBreakpointKind<StepBelowBreakpoint>(),
        describeBreakpointKind<OutputAboveBreakpoint>(),
        describeBreakpointKind<OutputBelowBreakpoint>(),
        describeBreakpointKind<ConditionTrueBreakpoint>(),
    };
    return kinds;
}

const BreakpointKind* findBreakpointKind(const std::string& key) {
    const auto& all = breakpointKinds();
    const auto found = std::ranges::find(all, key, &BreakpointKind::key);
    return found == all.end() ? nullptr : &*found;
}

std::string describeBreakpointKinds() {
    std::string table = "| Kind | Pauses |\n|---|---|\n";
    for (const BreakpointKind& kind : breakpointKinds()) table += "| " + kind.label + " | " + kind.doc + " |\n";
    return table;
}

std::string describe(const Breakpoint& breakpoint, const CompiledModel& model) {
    const BreakpointKind* const kind = findBreakpointKind(breakpoint.kind);
    return kind ? kind->describe(breakpoint, model) : std::string();
}

std::string explainError(const Breakpoint& breakpoint, const CompiledModelPtr& model) {
    const BreakpointKind* const kind = findBreakpointKind(breakpoint.kind);
    return kind ? kind->explainError(breakpoint, model) : "There is no breakpoint of kind '" + breakpoint.kind + "'.";
}

std::string activityClause(const State& state) {
    return state.getActivity().empty() ? std::string() : ", by the " + std::string(state.getActivity());
}

}  // namespace trammel
