// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/studies/cluster_watch.h"

#include <optional>

#include "runtime/background_task.h"
#include "ui/session/session.h"
#include "ui/session/text.h"

namespace trammel::ui {

namespace {
constexpr int LookMilliseconds = 2000, WatchPollMilliseconds = 30;
}  // namespace

struct ClusterWatch::Task {
    struct Look {
        Diagnostics problems;
        std::optional<UnitPlan> plan;
        std::vector<StudyRow> rows;
        std::set<int> read;
    };

    std::string folder;
    std::optional<UnitPlan> plan;
    std::set<int> read;
    TaskControl control;
    /// Last member: its thread ends before the data it uses is destroyed.
    std::unique_ptr<BackgroundTask<Look>> work;

    Look run() {
        Look look;
        if (!plan) {
            Result<UnitPlan> opened = UnitPlan::open(folder);
            look.problems = opened.diagnostics;
            if (!opened) return look;
            plan = std::move(*opened);
        }
        for (int unit = 0; unit < plan->countUnits() && !control.isCanceled(); ++unit) {
            if (read.contains(unit) || !plan->isDone(unit)) continue;
            Result<std::vector<StudyRow>> rows = plan->read(unit);
            look.problems.append(rows.diagnostics);
            if (!rows) break;
            read.insert(unit);
            look.rows.insert(look.rows.end(), std::make_move_iterator(rows->begin()),
                             std::make_move_iterator(rows->end()));
        }
        look.plan = plan;
        look.read = read;
        return look;
    }
};

ClusterWatch::ClusterWatch(QObject* parent) : QObject(parent) {
    wait_.setSingleShot(true);
    wait_.setInterval(LookMilliseconds);
    poll_.setInterval(WatchPollMilliseconds);
    connect(&wait_, &QTimer::timeout, this, &ClusterWatch::poll);
    connect(&poll_, &QTimer::timeout, this, &ClusterWatch::collect);
}

ClusterWatch::~ClusterWatch() { stop(); }

void ClusterWatch::start(const QString& folder) {
    stop();
    folder_ = folder;
    isWatching_ = true;
    poll();
}

void ClusterWatch::stop() {
    wait_.stop();
    poll_.stop();
    if (task_) task_->control.cancel();
    task_.reset();
    plan_.reset();
    read_.clear();
    isWatching_ = false;
}

void ClusterWatch::poll() {
    task_ = std::make_unique<Task>();
    task_->folder = folder_.toStdString();
    task_->plan = plan_;
    task_->read = read_;
    task_->work = std::make_unique<BackgroundTask<Task::Look>>([task = task_.get()] { return task->run(); });
    poll_.start();
}

void ClusterWatch::collect() {
    if (!task_->work->isFinished()) return;
    poll_.stop();
    const std::unique_ptr<Task> done = std::move(task_);
    std::optional<Task::Look>& look = done->work->getResult();
    if (!look || !look->plan || look->problems.hasErrors()) {
        const QString why = look ? reasonsOf(look->problems) : text(done->work->getFailure());
        stop();
        Q_EMIT failed(why);
        return;
    }
    const bool isFirst = !plan_;
    plan_ = std::move(look->plan);
    read_ = std::move(look->read);
    const bool isComplete = int(read_.size()) == plan_->countUnits();
    if (isFirst) Q_EMIT opened(plan_->getStudy());
    // A slot may have ended the watch.
    if (!isWatching_) return;
    Q_EMIT arrived(look->rows, isComplete);
    if (isComplete)
        stop();
    else if (isWatching_)
        wait_.start();
}

}  // namespace trammel::ui
