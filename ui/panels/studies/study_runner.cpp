// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/studies/study_runner.h"

#include <QFileInfo>
#include <algorithm>
#include <memory>
#include <utility>

#include "ui/session/left_work.h"
#include "ui/session/text.h"

namespace trammel::ui {

namespace {
constexpr int PollMilliseconds = 100;
/// Result files of one study tried before it is refused.
constexpr int MostFiles = 1000;

/// True for a file with the results of another state of the model, or of another study.
bool isOfOther(const std::string& file, const StudyDefinition& study) {
    const auto there = StudyStore::open(file);
    return there && !((*there)->getIdentity() == identify(study));
}
}  // namespace

StudyRunner::StudyRunner(Session& session, QObject* parent) : QObject(parent), session_(session) {
    timer_.setInterval(PollMilliseconds);
    connect(&timer_, &QTimer::timeout, this, &StudyRunner::poll);
    connect(&watch_, &ClusterWatch::opened, this, [this](const StudyDefinitionPtr& study) {
        study_ = study;
        progress_.planned = study->mostRuns();
        progress_.phase = StudyPhase::Computing;
        Q_EMIT changed();
    });
    connect(&watch_, &ClusterWatch::arrived, this, [this](const std::vector<StudyRow>& rows, bool isComplete) {
        rows_.insert(rows_.end(), rows.begin(), rows.end());
        progress_.done = rows_.size();
        progress_.failed +=
            std::size_t(std::ranges::count_if(rows, [](const StudyRow& row) { return row.outcome != RunOutcome::Ok; }));
        if (isComplete) progress_.phase = StudyPhase::Complete;
        Q_EMIT changed();
    });
    connect(&watch_, &ClusterWatch::failed, this, [this](const QString& why) {
        progress_.phase = StudyPhase::Failed;
        progress_.message = why.toStdString();
        Q_EMIT changed();
    });
}

StudyRunner::~StudyRunner() { leaveRun(); }

void StudyRunner::leaveRun() {
    if (!run_) return;
    isPausing_ = false;
    // An element may never return: nothing waits for it, and its file is free for another start.
    run_->leave();
    leaveUntil([left = std::shared_ptr<StudyRun>(std::move(run_))] { return left->isFinished(); });
}

bool StudyRunner::continues(ElementId study) const {
    return run_ && study_->study == study && !isOutdated() && (progress_.phase == StudyPhase::Paused || isPausing());
}

QString StudyRunner::start(ElementId study) {
    if (isComputing() && !isPausing()) return tr("A study is being computed. Pause it first.");
    if (!continues(study) || isPausing()) {
        const Result<StudyDefinitionPtr> defined = defineStudy(session_.document(), study);
        if (!defined) {
            QStringList reasons;
            for (const Diagnostic& d : defined.diagnostics)
                if (d.severity == Severity::Error) reasons += text(d.place + ": " + d.message + ' ' + d.remedy);
            return reasons.join('\n');
        }
        // The model may have been saved, under another name too, since they were computed.
        std::vector<StudyRow> known;
        if (continues(study)) known = run_->copyRows();
        discard();
        study_ = *defined;
        const auto store = openStore();
        if (!store && !file_.isEmpty()) {
            QString why = reasonsOf(store.diagnostics);
            discard();
            return why;
        }
        run_ = std::make_unique<StudyRun>(study_, store.value.value_or(nullptr), StudyRunOptions{usableProcessors()},
                                          std::move(known));
    }
    isPausing_ = false;
    run_->start();
    timer_.start();
    poll();
    return {};
}

Result<std::shared_ptr<StudyStore>> StudyRunner::openStore() {
    file_.clear();
    if (session_.path().isEmpty()) return {};
    const QFileInfo model(session_.path());
    QString name = model.completeBaseName() + QStringLiteral(" - ") + text(study_->name);
    name.replace('/', '-');
    for (int number = 1; number <= MostFiles; ++number) {
        file_ = model.path() + '/' + name + (number > 1 ? QStringLiteral(" %1").arg(number) : QString()) +
                QLatin1String(StudyFileSuffix);
        if (!QFileInfo::exists(file_)) break;
        auto store = StudyStore::resume(file_.toStdString(), *study_);
        // A file of another state of the model stays unchanged. Any other reason may be a passing one.
        if (store || !isOfOther(file_.toStdString(), *study_)) return store;
    }
    return StudyStore::create(file_.toStdString(), *study_);
}

void StudyRunner::watch(const QString& folder) {
    discard();
    watch_.start(folder);
}

void StudyRunner::pause() {
    if (run_ && isComputing()) {
        isPausing_ = true;
        run_->requestPause();
        poll();
    }
    if (!watch_.isWatching()) return;
    watch_.stop();
    if (study_) progress_.phase = StudyPhase::Paused;
    Q_EMIT changed();
}

void StudyRunner::discard() {
    timer_.stop();
    watch_.stop();
    leaveRun();
    study_.reset();
    rows_.clear();
    progress_ = {};
    file_.clear();
    Q_EMIT changed();
}

bool StudyRunner::isOutdated() const { return study_ && !study_->document.sharesContentWith(session_.document()); }

void StudyRunner::poll() {
    if (!run_) return;
    // Read first: rows that arrive later are found by the next call.
    progress_ = run_->getProgress();
    // A worker of a study that failed may never end.
    if (!isComputing() && run_->isFinished()) {
        timer_.stop();
        // Completes the file.
        run_->pause();
        progress_ = run_->getProgress();
    }
    std::vector<StudyRow> fresh = run_->copyRows(rows_.size());
    rows_.insert(rows_.end(), std::make_move_iterator(fresh.begin()), std::make_move_iterator(fresh.end()));
    Q_EMIT changed();
}

}  // namespace trammel::ui
