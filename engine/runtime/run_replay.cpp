// SPDX-License-Identifier: Apache-2.0
#include "runtime/run_replay.h"

#include "runtime/stored_run.h"

namespace trammel {

namespace {
TrajectoryStore makeStore(const CompiledModel& model, const State& initial, const RunOptions& options) {
    TrajectoryStore::MakeFile makeFile;
    if (!options.spillFolder.empty()) makeFile = [&] { return makeSpillFile(model, initial, options); };
    return TrajectoryStore(initial.getNY(), options.maxBytes, makeFile);
}
}  // namespace

RunOptions optionsToReplay(const SimulationRun& run) {
    RunOptions options = run.getOptions();
    options.monitor = nullptr;
    options.pulls = run.getTrajectory()->copyPulls();
    return options;
}

RunReplay::RunReplay(const CompiledModel& model, const State& initial, const RunOptions& options,
                     const RunCheckpoint* from)
    : frames_(makeStore(model, initial, options)),
      loop_(from ? FrameLoop(model, initial, options, frames_, *from) : FrameLoop(model, initial, options, frames_)) {}

bool RunReplay::advanceOneStep() {
    RunStatus status;
    for (auto progress = FrameLoop::Progress::StepTaken; progress <= FrameLoop::Progress::FrameStored;) {
        progress = loop_.advance();
        loop_.describe(status);
        if (status.stepsTaken == steps_) continue;
        steps_ = status.stepsTaken;
        return true;
    }
    return false;
}

}  // namespace trammel
