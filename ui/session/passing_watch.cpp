// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/passing_watch.h"

#include "runtime/passing_search.h"
#include "ui/session/ending_work.h"
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
PassingWatch::~PassingWatch() { leaveWork(work_, ending_); }

void PassingWatch::follow(std::shared_ptr<const SimulationRun> run) {
    if (run == run_) {
        // A paused run has resumed.
        if (work_ && !timer_.isActive() && !isUpToDate()) timer_.start();
        return;
    }
    endWork(work_, ending_);
    run_ = std::move(run);
    found_.clear();
    if (run_) work_ = std::make_unique<Work>(run_);
    timer_.start();
}

bool PassingWatch::isUpToDate() const { return !work_ || work_->isUpToDate(); }

void PassingWatch::advance() {
    bool waits = isAnyBusy(ending_);
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
