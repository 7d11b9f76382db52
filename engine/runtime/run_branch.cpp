// SPDX-License-Identifier: Apache-2.0
#include "runtime/run_branch.h"

#include <sstream>

#include "compile/catalog.h"
#include "document/changes.h"
#include "multibody/multibody_system.h"
#include "system/state_file.h"

namespace trammel {

namespace {
/// Converts a State to the System rebuilt from the same elements, as for a run read from a file.
Result<State> carriedOver(const State& state, const CompiledModel& from, const CompiledModel& to) {
    const Changes changes = diff(from.getDocument(), to.getDocument());
    if (lowestInvalidated(changes, builtinCatalog()) <= Stage::Model) return {};
    std::stringstream text;
    if (saveState(text, from.getSystem(), state).hasErrors()) return {};
    return loadState(text, to.getSystem());
}
}  // namespace

Result<State> makeBranchState(const SimulationRun& from, RunInstant instant, const CompiledModel& model) {
    State state = from.getInitialState();
    restoreInstant(from, instant, state);
    Result<State> made;
    if (&from.getModel()->getSystem() == &model.getSystem())
        made.value = std::move(state);
    else
        made.value = std::move(carriedOver(state, *from.getModel(), model).value);
    if (!made) {
        made.diagnostics.error(model.getDocument().name(),
                               "Cannot branch here: elements were added, removed or reconnected since the run started.",
                               "Start a new run from the initial pose, or undo the edit.");
        return made;
    }
    if (&model != from.getModel().get()) applyParameters(model, *made.value);
    return made;
}

PullTrack makeBranchPulls(const SimulationRun& from, std::size_t frame) {
    const TrajectoryStore& stored = *from.getTrajectory();
    return laterThan(stored.copyPulls(), stored.getTime(frame));
}

}  // namespace trammel
