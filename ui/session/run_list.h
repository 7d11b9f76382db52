// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QObject>
#include <QString>
#include <QTimer>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "runtime/background_task.h"
#include "runtime/simulation_run.h"

namespace trammel::ui {

/// Identifies a run within the session; never reused. 0: none.
using RunId = int;

/// One run: computing, finished, or opened from a file. `run` reads all three alike.
struct RunEntry {
    RunId id = 0;
    /// "A", "B", ... in start order.
    QString letter;
    /// The edit that distinguishes this run, such as "Damping 2 → 1 @2.4 s", or the user's text.
    QString name;
    /// Color in the timeline and in plots.
    QColor color;
    /// Parent of a branch and the time it branches at, s; 0: none. The parent may have been removed since.
    RunId parent = 0;
    Real branchTime = 0;
    /// Never null. Holds model, options, initial State and frames.
    std::shared_ptr<SimulationRun> run;
    /// Status when last polled.
    RunStatus status;
    /// Drawn translucent beside the current run, while its model is available.
    bool ghost = false;
    /// The released model is being compiled again.
    bool isRestoring = false;
    /// The model was edited after the run started.
    bool outdated = false;
    /// File that it was opened from or saved to; empty if none.
    QString file;
    /// Result of the reproducibility check, one sentence; empty before any check.
    QString check;

    bool isComputing() const { return status.phase == RunPhase::Running; }
    /// Computing or paused: can be canceled.
    bool isUnderWay() const { return isComputing() || status.phase == RunPhase::Paused; }
    const TrajectoryStore& frames() const { return *run->getTrajectory(); }
    /// Such as "A  base".
    QString title() const { return name.isEmpty() ? letter : letter + QStringLiteral("  ") + name; }
};

/// All runs of a session and the current one. Runs compute concurrently, each on its own thread and model; no call here
/// blocks on them. Ended runs of large models that are not displayed release their models, which are compiled again, in the
/// background, to display them.
class RunList : public QObject {
    Q_OBJECT

public:
    explicit RunList(QObject* parent = nullptr);
    ~RunList() override;

    /// In start order. Entries keep their addresses until removed.
    const std::vector<std::unique_ptr<RunEntry>>& entries() const { return entries_; }
    bool isEmpty() const { return entries_.empty(); }
    /// Null if none.
    const RunEntry* find(RunId id) const;
    /// The run under the playhead; null before the first.
    const RunEntry* current() const { return find(current_); }
    bool isAnyComputing() const;
    /// Title next to other runs: an unnamed run is described by the edit after it, as in "A  before Damping: 2 → 1".
    QString legendOf(const RunEntry& entry) const;

    /// Optional description of a run to add; letter, id and color are assigned here.
    struct Origin {
        QString name;
        RunId parent = 0;
        Real branchTime = 0;
        QString file;
        /// Letter stored in a run file; used if free.
        QString letter;
    };
    /// Adds a run, started or finished, and makes it current.
    RunId add(std::shared_ptr<SimulationRun> run, const Origin& origin);
    /// If its model was released, the run becomes current when that is compiled, unless another does first.
    void setCurrent(RunId id);
    void rename(RunId id, const QString& name);
    void setGhost(RunId id, bool ghost);
    /// Cancels the run; frames computed so far stay.
    void cancel(RunId id);
    /// Removes the run from the list. restore() undoes the last removal.
    void remove(RunId id);
    bool canRestore() const { return removed_ != nullptr; }
    /// Restores the run removed last.
    void restore();
    /// Discards the run removed last for good.
    void discardRemoved();
    void setFile(RunId id, const QString& file);
    void setCheck(RunId id, const QString& sentence);
    /// Marks all runs as computed before the latest edit. Emits nothing.
    void markOutdated();
    /// Removes all runs. Emits only currentChanged().
    void clear();
    /// Soon releases the models of runs that are not displayed and that no task uses. To be called when a task has ended.
    void releaseModelsSoon();
    /// Polls computing runs; emits runChanged() for those that progressed.
    void poll();

Q_SIGNALS:
    /// The last of entries() was added or restored.
    void runAdded(int id);
    /// Status, name, ghost, file or check changed.
    void runChanged(int id);
    /// Emitted after removal; find(id) returns null.
    void runRemoved(int id);
    /// A removed run can no longer be restored; @p file is its RunEntry::file, if any.
    void runDiscarded(const QString& file);
    /// current() changed. Emitted before runAdded() and runRemoved().
    void currentChanged();

private:
    RunEntry* upd(RunId id);
    QString freeLetter(const QString& wanted) const;
    void makeCurrent(RunId id);
    bool mayReleaseModel(const RunEntry& entry) const;
    void releaseModels();
    void restoreModel(RunEntry& entry);
    void collectRestored();
    void leaveRestoring();
    void retire(std::shared_ptr<SimulationRun> run);
    void releaseRetired();

    std::vector<std::unique_ptr<RunEntry>> entries_;
    RunId current_ = 0;
    /// Becomes current when its model is restored; 0: none.
    RunId next_ = 0;
    RunId lastId_ = 0;
    std::unique_ptr<RunEntry> removed_;
    /// Canceled runs no longer in the list, kept until their workers have ended so that the window does not block.
    std::vector<std::shared_ptr<SimulationRun>> retired_;
    struct Restoring {
        RunId id = 0;
        std::shared_ptr<BackgroundTask<bool>> task;
    };
    std::vector<Restoring> restoring_;
    QTimer timer_{this}, releaseTimer_{this}, restoreTimer_{this};
};

}  // namespace trammel::ui
