// SPDX-License-Identifier: Apache-2.0
#include "runtime/recorded_run.h"

#include <algorithm>

#include "compile/compiled_data.h"
#include "inspect/pose_study.h"

namespace trammel {

namespace {

/// The coordinates of each frame, one row each; empty if canceled.
Matrix calcCoordinates(const CompiledModel& model, const RecordedCoordinates& recorded, State& state,
                       const std::function<bool(double)>& progress) {
    const MatterSubsystem& matter = *model.getData().built->matter;
    const SubsystemIndex subsystem = matter.getMySubsystemIndex();
    const std::size_t frames = recorded.times.size();
    Matrix q(int(frames), state.getNQ(subsystem));
    model.getSystem().realize(state, Stage::Position);
    const bool hasLoops = matter.getNumConstraints() > 0 && state.getNQErr(subsystem) > 0;
    for (std::size_t frame = 0; frame < frames; ++frame) {
        if (progress && !progress(double(frame) / double(frames))) return {};
        state.setTime(recorded.times[frame]);
        PoseRequest request;
        for (const auto& column : recorded.coordinates) {
            state.updQ(subsystem)[int(column.coordinate.q)] = column.values[frame];
            request.values.push_back({column.coordinate.name, column.values[frame]});
        }
        if (hasLoops) assemblePose(model, state, request);
        model.getSystem().realize(state, Stage::Position);
        for (int i = 0; i < q.cols(); ++i) q(int(frame), i) = state.getQ(subsystem)[i];
    }
    return q;
}

}  // namespace

std::shared_ptr<SimulationRun> makeRecordedRun(const CompiledModelPtr& model, const RecordedCoordinates& recorded,
                                               const std::function<bool(double)>& progress) {
    const MatterSubsystem& matter = *model->getData().built->matter;
    const SubsystemIndex subsystem = matter.getMySubsystemIndex();
    State state = model->getInitialState();
    const Matrix q = calcCoordinates(*model, recorded, state, progress);
    const int frames = int(q.rows());
    if (frames == 0) return nullptr;
    RunOptions options;
    options.settings = model->getSettings();
    options.isRecorded = true;
    options.settings.duration = recorded.times.back() - recorded.times.front();
    auto store = std::make_shared<TrajectoryStore>(state.getNY(), options.maxBytes);
    std::optional<State> first;
    Vector rates(int(q.cols())), speeds;
    for (int frame = 0; frame < frames; ++frame) {
        const int before = std::max(0, frame - 1), after = std::min(frames - 1, frame + 1);
        const Real time = recorded.times[std::size_t(frame)];
        const Real span = recorded.times[std::size_t(after)] - recorded.times[std::size_t(before)];
        state.setTime(time);
        for (int i = 0; i < q.cols(); ++i) {
            state.updQ(subsystem)[i] = q(frame, i);
            rates[i] = span > 0 ? (q(after, i) - q(before, i)) / span : 0;
        }
        model->getSystem().realize(state, Stage::Position);
        matter.multiplyByNInv(state, false, rates, speeds);
        state.updU(subsystem) = speeds;
        if (!first) first = state;
        store->noteDiscreteVariables(state);
        if (!store->append(time, state.getY(), frame > 0 ? time - recorded.times[std::size_t(frame - 1)] : 0)) break;
    }
    store->finish();
    RunStatus status;
    status.phase = RunPhase::Finished;
    status.time = store->getEndTime();
    status.frames = store->size();
    status.message =
        "Recorded motion: poses are measured; forces and accelerations are the model's own at these poses.";
    return std::make_shared<SimulationRun>(model, *first, options, store, status);
}

}  // namespace trammel
