// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/recorded_motion_task.h"

#include "authoring/recorded_loads.h"
#include "runtime/recorded_run.h"

namespace trammel::ui {

void RecordedMotionTask::start() {
    work = std::make_unique<BackgroundTask<Outcome>>([this] { return run(); });
}

RecordedMotionTask::Outcome RecordedMotionTask::run() {
    Outcome outcome;
    const auto progress = [this](double part) {
        control.setProgress(part);
        return !control.isCanceled();
    };
    if (!motion) {
        MotionReading how{inDegrees, progress};
        Result<ReadMotion> read = readMotionOf(*model, file, how);
        outcome.diagnostics = read.diagnostics;
        motion = std::move(read.value);
    }
    if (what == Work::Ghost) outcome.ghost = makeRecordedRun(model, motion->motion, progress);
    const bool wantsForces = what == Work::Forces || what == Work::Muscles;
    if (motion && wantsForces && !control.isCanceled()) findForces(outcome, progress);
    outcome.motion = std::move(motion);
    return outcome;
}

void RecordedMotionTask::findForces(Outcome& outcome, const std::function<bool(double)>& progress) const {
    const RecordedCoordinates& recorded = motion->motion;
    const bool isShared = what == Work::Muscles;
    const Result<CompiledModelPtr> loaded =
        modelUnderLoads(model, loads, recorded.times.front(), recorded.times.back(), withoutMuscles && !isShared);
    outcome.diagnostics.append(loaded.diagnostics);
    if (!loaded) return;
    if (isShared) {
        Result<StaticOptimization> found = optimizeMuscles(**loaded, recorded, smoothing, progress);
        outcome.diagnostics.append(found.diagnostics);
        outcome.muscles = std::move(found.value);
    } else {
        Result<InverseDynamicsResult> found = calcInverseDynamics(**loaded, recorded, smoothing, {});
        outcome.diagnostics.append(found.diagnostics);
        outcome.forces = std::move(found.value);
    }
}

}  // namespace trammel::ui
