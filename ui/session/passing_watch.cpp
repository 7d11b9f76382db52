// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/passing_watch.h"

#include "runtime/passing_search.h"
#include "ui/session/left_work.h"
#include "ui/session/search_portions.h"
#include "ui/session/session.h"

namespace trammel::ui {

struct PassingWatch::Work : SearchPortions<PassingSearch> {
    using SearchPortions::SearchPortions;
};

PassingWatch::PassingWatch(QObject* parent) : QObject(parent) {
    timer_.setInterval(Work::LookInterval);
    connect(&timer_, &QTimer::timeout, this, &PassingWatch::advance);
}
PassingWatch::~PassingWatch() {
    if (work_) {
        work_->cancel();
        ending_.push_back(std::move(work_));
    }
    for (std::unique_ptr<Work>& each : ending_)
        leaveUntil([left = std::shared_ptr<Work>(std::move(each))] { return !left->isBusy(); });
}

void PassingWatch::follow(std::shared_ptr<const SimulationRun> run) {
    if (run == run_) {
        // A paused run has resumed.
        if (work_ && !timer_.isActive() && !isUpToDate()) timer_.start();
        return;
    }
    if (work_) {
        work_->cancel();
        ending_.push_back(std::move(work_));
    }
    run_ = std::move(run);
    found_.clear();
    if (run_) work_ = std::make_unique<Work>(run_);
    timer_.start();
}

bool PassingWatch::isUpToDate() const { return !work_ || work_->isUpToDate(); }

void PassingWatch::advance() {
    std::erase_if(ending_, [](const auto& work) { return !work->isBusy(); });
    bool waits = !ending_.empty();
    if (work_ && work_->isBusy()) {
        waits = true;
    } else if (const PassingSearch* const search = work_ ? work_->found() : nullptr) {
        // Read first: frames stored later are searched next time.
        const bool ended = run_->getStatus().phase != RunPhase::Running;
        const bool all = search->isUpToDate();
        std::vector<Passing> found = search->getFound();
        const bool isMore = found.size() > found_.size();
        found_ = std::move(found);
        auto* const session = qobject_cast<Session*>(parent());
        if (work_->takeLackOfMemory() && session)
            Q_EMIT session->notice(
                tr("Memory ran out: bodies that pass through each other were not looked for in the "
                   "whole run. Remove runs, or close other programs."));
        if (!all) work_->start(session && session->player().isPlaying());
        waits = waits || !all || !ended;
        if (isMore) Q_EMIT foundMore();
    }
    if (!waits) timer_.stop();
}

}  // namespace trammel::ui
