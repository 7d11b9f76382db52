// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/run_tasks.h"

#include <QFileInfo>
#include <QStandardPaths>
#include <algorithm>
#include <cmath>

#include "ui/session/intervals.h"
#include "ui/session/left_work.h"
#include "ui/session/run_metadata.h"
#include "ui/session/text.h"

namespace trammel::ui {

namespace {

QString worst(const Diagnostics& diagnostics) {
    if (diagnostics.empty()) return {};
    const auto found = std::max_element(diagnostics.begin(), diagnostics.end(),
                                        [](const auto& a, const auto& b) { return a.severity < b.severity; });
    return text(found->message + ' ' + found->remedy).trimmed();
}

/// An element may never return: nothing waits for it.
void leave(std::unique_ptr<RunCheck> check) {
    check->cancel();
    leaveUntil([left = std::shared_ptr<RunCheck>(std::move(check))] { return left->isFinished(); });
}
}  // namespace

RunTasks::RunTasks(RunList& runs, QObject* parent) : QObject(parent), runs_(runs) {
    timer_.setInterval(PollInterval);
    connect(&timer_, &QTimer::timeout, this, &RunTasks::poll);
}

RunTasks::~RunTasks() {
    for (Check& each : checks_) leave(std::move(each.check));
    for (Opening& each : opening_)
        leaveUntil([task = std::shared_ptr(std::move(each.task))] { return task->isFinished(); });
}

void RunTasks::check(RunId id, std::size_t frame) {
    const RunEntry* const entry = runs_.find(id);
    if (!entry || isChecking(id)) return;
    checks_.push_back({id, std::make_unique<RunCheck>(entry->run, frame)});
    timer_.start();
}

bool RunTasks::isChecking(RunId id) const {
    return std::any_of(checks_.begin(), checks_.end(), [id](const Check& check) { return check.id == id; });
}

void RunTasks::save(RunId id, const QString& path) {
    const RunEntry* const entry = runs_.find(id);
    if (!entry) return;
    const RunMetadata notes = metadataOf(*entry, runs_);
    const std::shared_ptr<SimulationRun> run = entry->run;
    saves_.push_back({id, path, std::make_unique<BackgroundTask<Diagnostics>>([run, notes, file = path.toStdString()] {
                          return saveRun(*run, notes, file);
                      })});
    timer_.start();
}

void RunTasks::open(const QStringList& paths) {
    for (const QString& path : paths)
        opening_.push_back({path, std::make_unique<BackgroundTask<Result<OpenedRun>>>(
                                      [file = path.toStdString()] { return openRun(file); })});
    timer_.start();
}

void RunTasks::add(const Result<OpenedRun>& read, const QString& path) {
    if (const QString problem = worst(read.diagnostics); !problem.isEmpty())
        Q_EMIT reported(tr("%1: %2").arg(QFileInfo(path).fileName(), problem));
    if (!read) return;
    const OpenedRun& opened = *read;
    RunList::Origin origin;
    origin.name = text(opened.notes.name);
    origin.file = path;
    for (const auto& entry : runs_.entries())
        if (!opened.notes.parent.empty() && entry->letter == text(opened.notes.parent)) {
            origin.parent = entry->id;
            origin.branchTime = opened.notes.branchTime;
        }
    origin.letter = text(opened.notes.letter);
    if (QFileInfo(path).absolutePath() == QFileInfo(spillFolder()).absoluteFilePath()) {
        opened.run->getTrajectory()->getFile()->setTemporary(true);
        origin.name = tr("recovered");
        origin.file.clear();
    }
    runs_.add(opened.run, origin);
}

QString RunTasks::spillFolder() {
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/runs");
}

QStringList RunTasks::recoverable() {
    QStringList paths;
    for (const auto& path : findRunsLeftBehind(spillFolder().toStdString())) paths += text(path.string());
    return paths;
}

void RunTasks::openRecoverable() { open(recoverable()); }

void RunTasks::poll() {
    pollChecks();
    pollSaves();
    pollOpening();
    if (isBusy()) return;
    timer_.stop();
    runs_.releaseModelsSoon();
}

void RunTasks::pollChecks() {
    for (Check& each : checks_) {
        if (!runs_.find(each.id) || each.check->isFinished()) continue;
        runs_.setCheck(each.id, tr("Recomputing, %1 %").arg(std::floor(100 * each.check->getProgress())));
    }
    // Move out first: handlers of the signal may start another check.
    std::vector<Check> over;
    const auto isOver = [this](const Check& each) { return each.check->isFinished() || !runs_.find(each.id); };
    const auto first =
        std::stable_partition(checks_.begin(), checks_.end(), [&](const Check& c) { return !isOver(c); });
    std::move(first, checks_.end(), std::back_inserter(over));
    checks_.erase(first, checks_.end());
    for (Check& each : over) {
        if (each.check->isFinished())
            runs_.setCheck(each.id, text(each.check->getSentence()) +
                                        (each.check->isIdentical() ? QStringLiteral(" ✓") : QStringLiteral(" ✗")));
        leave(std::move(each.check));
    }
}

void RunTasks::pollSaves() {
    while (!saves_.empty() && saves_.front().task->isFinished()) {
        const Save done = std::move(saves_.front());
        saves_.erase(saves_.begin());
        const QString name = QFileInfo(done.path).fileName();
        const auto& problems = done.task->getResult();
        const QString problem = problems ? worst(*problems) : text(done.task->getFailure());
        if (problem.isEmpty()) runs_.setFile(done.id, done.path);
        Q_EMIT reported(problem.isEmpty() ? tr("Run saved to %1.").arg(name) : tr("%1: %2").arg(name, problem));
    }
}

void RunTasks::pollOpening() {
    while (!opening_.empty() && opening_.front().task->isFinished()) {
        const Opening done = std::move(opening_.front());
        opening_.erase(opening_.begin());
        if (const auto& result = done.task->getResult())
            add(*result, done.path);
        else
            Q_EMIT reported(tr("%1: %2").arg(QFileInfo(done.path).fileName(), text(done.task->getFailure())));
    }
}

}  // namespace trammel::ui
