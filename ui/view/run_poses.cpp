// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view/run_poses.h"

#include <algorithm>
#include <exception>

#include "inspect/realization.h"
#include "ui/session/left_work.h"

namespace trammel::ui {

namespace {
constexpr std::size_t PosesOfRun = 41;
/// Polling interval of the thread, ms.
constexpr int LookInterval = 15;
}  // namespace

std::vector<std::vector<Transform>> posesOf(const SimulationRun& run, std::size_t first, std::size_t last,
                                            std::size_t count, const TaskControl& control) {
    std::vector<std::vector<Transform>> poses;
    State state = run.getInitialState();
    Scene there;
    count = std::min(count, last - first + 1);
    for (std::size_t k = 0; k < count && !control.isCanceled(); ++k) {
        try {
            run.restoreFrame(first + (last - first) * k / std::max<std::size_t>(count - 1, 1), state);
            realize(*run.getModel(), state, Stage::Position);
            run.getModel()->calcScene(state, there);
            poses.push_back(there.bodyPoses);
        } catch (const std::exception&) {
            // No pose there; the view of that instant reports why.
        }
    }
    return poses;
}

struct RunPoses::Work {
    Work(std::shared_ptr<const SimulationRun> r, std::size_t count) : run(std::move(r)), frames(count) {}
    ~Work() { control.cancel(); }

    const std::shared_ptr<const SimulationRun> run;
    const std::size_t frames;
    TaskControl control;
    /// Last member: its thread ends before the data it uses is destroyed.
    BackgroundTask<std::vector<std::vector<Transform>>> task{
        [this] { return posesOf(*run, 0, frames - 1, PosesOfRun, control); }};
};

RunPoses::RunPoses(RunList& runs, QObject* parent) : QObject(parent), runs_(runs) {
    timer_.setObjectName(QStringLiteral("runPoses"));
    timer_.setInterval(LookInterval);
    connect(&timer_, &QTimer::timeout, this, &RunPoses::poll);
}
RunPoses::~RunPoses() {
    if (!work_) return;
    work_->control.cancel();
    leaveUntil([left = std::shared_ptr<Work>(std::move(work_))] { return left->task.isFinished(); });
}

const std::vector<std::vector<Transform>>& RunPoses::poses() {
    const RunEntry* const current = runs_.current();
    if (!current || current->run != run_.lock()) {
        if (!poses_.empty()) ++version_;
        poses_.clear();
        frames_ = 0;
        run_.reset();
        if (current) run_ = current->run;
        // Canceled; the next search starts when it has ended, without blocking.
        if (work_) work_->control.cancel();
    }
    const std::size_t frames = current ? current->frames().size() : 0;
    if (work_ || frames <= frames_ + frames_ / 4) return poses_;
    work_ = std::make_unique<Work>(current->run, frames);
    timer_.start();
    return poses_;
}

void RunPoses::poll() {
    if (!work_->task.isFinished()) return;
    timer_.stop();
    const std::unique_ptr<Work> done = std::move(work_);
    if (done->run != run_.lock()) {
        poses();
        return;
    }
    frames_ = done->frames;
    if (!done->task.getResult()) return;
    poses_ = std::move(*done->task.getResult());
    ++version_;
    Q_EMIT gathered();
}

}  // namespace trammel::ui
