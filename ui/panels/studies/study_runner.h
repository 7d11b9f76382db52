// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <memory>
#include <vector>

#include "study/study_run.h"
#include "ui/panels/studies/cluster_watch.h"
#include "ui/session/session.h"

namespace trammel::ui {

/// Computes one study of a session at a time, on its own copy of the model, and collects its rows. The document can be edited
/// meanwhile.
///
/// Results of a saved document go to a file beside it, "MODEL - STUDY.tstudy"; those of a file with results of the same
/// model, study and seed are continued.
class StudyRunner : public QObject {
    Q_OBJECT

public:
    explicit StudyRunner(Session& session, QObject* parent = nullptr);
    /// Asks for an early end, and does not wait for it.
    ~StudyRunner() override;

    /// Starts a study, or continues it if it was paused and the document is unchanged; while isPausing() without waiting for
    /// the runs that have not ended. Returns why it cannot; empty on success.
    QString start(ElementId study);
    /// Shows the results of a study computed by other computers, as they appear in the folder of its plan; pause() ends
    /// that.
    void watch(const QString& folder);
    bool isWatching() const { return watch_.isWatching(); }
    /// True if the current results come from watch().
    bool isOfCluster() const { return study_ && !run_; }
    /// Asks for an early end, which changed() reports, and returns at once. The results so far are kept for start().
    void pause();
    /// Clears the results; those in a file stay. Asks for an early end, and does not wait for it.
    void discard();

    /// Study of the current results; null if none.
    const StudyDefinition* study() const { return study_.get(); }
    StudyDefinitionPtr sharedStudy() const { return study_; }
    /// Also while results are watched.
    bool isComputing() const { return progress_.phase == StudyPhase::Computing; }
    /// After pause(), until the runs under way have ended, which an element that never returns prevents.
    bool isPausing() const { return isComputing() && isPausing_; }
    /// start() of @p study would keep the results so far.
    bool continues(ElementId study) const;
    const StudyProgress& progress() const { return progress_; }
    /// In order of arrival.
    const std::vector<StudyRow>& rows() const { return rows_; }
    /// Result file; empty if none.
    const QString& file() const { return file_; }
    /// True if the document differs from that of the results.
    bool isOutdated() const;

Q_SIGNALS:
    /// Progress or rows changed.
    void changed();

private:
    void poll();
    void leaveRun();
    Result<std::shared_ptr<StudyStore>> openStore();

    Session& session_;
    QTimer timer_;
    StudyDefinitionPtr study_;
    std::vector<StudyRow> rows_;
    StudyProgress progress_;
    QString file_;
    ClusterWatch watch_;
    std::unique_ptr<StudyRun> run_;
    bool isPausing_ = false;
};

}  // namespace trammel::ui
