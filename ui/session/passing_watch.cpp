// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/passing_watch.h"

#include <optional>

#include "runtime/passing_search.h"

namespace trammel::ui {

namespace {
constexpr int LookInterval = 50;
/// Work between two looks, s.
constexpr double Portion = 0.1;
}  // namespace

/// Owned by the thread while it works, by the window otherwise.
struct PassingWatch::Work {
    explicit Work(std::shared_ptr<const SimulationRun> run) : search(std::move(run)) {}
    ~Work() { control.cancel(); }

    bool isBusy() const { return task && !task->isFinished(); }
    void start() {
        task.emplace([this] { search.gather(control, Portion); });
    }

    PassingSearch search;
    TaskControl control;
    /// Last member: its thread ends before the data it uses is destroyed.
    std::optional<BackgroundWork> task;
};

PassingWatch::PassingWatch(QObject* parent) : QObject(parent) {
    timer_.setInterval(LookInterval);
    connect(&timer_, &QTimer::timeout, this, &PassingWatch::advance);
}
PassingWatch::~PassingWatch() = default;

void PassingWatch::follow(std::shared_ptr<const SimulationRun> run) {
    if (run == run_) {
        // A paused run has resumed.
        if (work_ && !timer_.isActive() && !isUpToDate()) timer_.start();
        return;
    }
    if (work_) {
        work_->control.cancel();
        ending_.push_back(std::move(work_));
    }
    run_ = std::move(run);
    found_.clear();
    if (run_) work_ = std::make_unique<Work>(run_);
    timer_.start();
}

bool PassingWatch::isUpToDate() const { return !work_ || (!work_->isBusy() && work_->search.isUpToDate()); }

void PassingWatch::advance() {
    std::erase_if(ending_, [](const auto& work) { return !work->isBusy(); });
    bool waits = !ending_.empty();
    if (work_ && work_->isBusy()) {
        waits = true;
    } else if (work_) {
        // Read first: frames stored later are searched next time.
        const bool ended = run_->getStatus().phase != RunPhase::Running;
        const bool all = work_->search.isUpToDate();
        std::vector<Passing> found = work_->search.getFound();
        const bool isMore = found.size() > found_.size();
        found_ = std::move(found);
        if (!all) work_->start();
        waits = waits || !all || !ended;
        if (isMore) Q_EMIT foundMore();
    }
    if (!waits) timer_.stop();
}

}  // namespace trammel::ui
