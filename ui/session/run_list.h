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

#include "runtime/simulation_run.h"

namespace trammel::ui {

/// Names a run of the session; never given twice. 0: none.
using RunId = int;

/// One run: computing, over, or opened from a file. All of them are read in the same way, through `run`.
struct RunEntry {
    RunId id = 0;
    /// "A", "B", ... in the order of starting.
    QString letter;
    /// What makes this run another one than those before: the edit, as "Damping 2 → 1 @2.4 s", or what the user wrote.
    QString name;
    /// To be told apart by, in the time line and in plots.
    QColor color;
    /// The run that it goes on from, and the time from which it does; 0: none. That run may have been removed since.
    RunId parent = 0;
    Real branchTime = 0;
    /// Never null. Its model, options, first State and stored frames.
    std::shared_ptr<SimulationRun> run;
    /// How the run was doing when last asked.
    RunStatus status;
    /// To be drawn beside the current run, faintly.
    bool ghost = false;
    /// The model was edited since the run began.
    bool outdated = false;
    /// The file that it was opened from or saved to; empty: none.
    QString file;
    /// Whether computing it again gave the same bits: one sentence; empty while nobody has tried.
    QString check;

    bool isComputing() const { return status.phase == RunPhase::Running; }
    /// Computing, or waiting to go on: there is something to cancel.
    bool isUnderWay() const { return isComputing() || status.phase == RunPhase::Paused; }
    const TrajectoryStore& frames() const { return *run->getTrajectory(); }
    /// "A  base"
    QString title() const { return name.isEmpty() ? letter : letter + QStringLiteral("  ") + name; }
};

/// All runs of a session, and which of them the playhead is in. Runs compute at the same time, each in a thread of its
/// own on a model of its own; nothing here waits for any of them.
class RunList : public QObject {
    Q_OBJECT

public:
    explicit RunList(QObject* parent = nullptr);
    ~RunList() override;

    /// In the order of starting. The entries stay where they are until removed.
    const std::vector<std::unique_ptr<RunEntry>>& entries() const { return entries_; }
    bool isEmpty() const { return entries_.empty(); }
    /// Null if there is none.
    const RunEntry* find(RunId id) const;
    /// The run that the playhead is in; null before the first.
    const RunEntry* current() const { return find(current_); }
    bool isAnyComputing() const;
    /// The title beside other runs: one without a name of its own is told by the edit that came after it, as
    /// "A  before Damping: 2 → 1".
    QString legendOf(const RunEntry& entry) const;

    /// What may be told of a run when it is added; letter, id and colour are given here.
    struct Origin {
        QString name;
        RunId parent = 0;
        Real branchTime = 0;
        QString file;
        /// Of a run read from a file; taken over if no other run has it.
        QString letter;
    };
    /// Takes in a run, started or over, and makes it the current one.
    RunId add(std::shared_ptr<SimulationRun> run, const Origin& origin);
    void setCurrent(RunId id);
    void rename(RunId id, const QString& name);
    void setGhost(RunId id, bool ghost);
    /// Ends its computing at once; what it computed stays.
    void cancel(RunId id);
    /// Takes it out of the list. The latest removed can be brought back.
    void remove(RunId id);
    bool canRestore() const { return removed_ != nullptr; }
    /// Brings back the run removed last.
    void restore();
    /// The run removed last cannot be brought back any more.
    void forgetRemoved();
    void setFile(RunId id, const QString& file);
    void setCheck(RunId id, const QString& sentence);
    /// The model was edited: all that there is are runs from before. No signal.
    void markOutdated();
    /// Forgets all runs. No signal but currentChanged().
    void clear();
    /// Asks those that compute how they are doing; runChanged() for those that went on.
    void poll();

Q_SIGNALS:
    /// The last of entries() is new, or was brought back.
    void runAdded(int id);
    /// Its status, name, ghost, file or check.
    void runChanged(int id);
    /// find(id) is null already.
    void runRemoved(int id);
    /// A run that was removed cannot be brought back any more; its RunEntry::file, if it has one.
    void runForgotten(const QString& file);
    /// current() is another, or none: told before it is told of as added, or the one before as removed.
    void currentChanged();

private:
    RunEntry* upd(RunId id);
    QString freeLetter(const QString& wanted) const;
    void retire(std::shared_ptr<SimulationRun> run);
    void bury();

    std::vector<std::unique_ptr<RunEntry>> entries_;
    RunId current_ = 0;
    RunId lastId_ = 0;
    std::unique_ptr<RunEntry> removed_;
    /// Cancelled and out of the list, until their workers have ended: waiting for them would hold up the window.
    std::vector<std::shared_ptr<SimulationRun>> retired_;
    QTimer timer_;
};

}  // namespace trammel::ui
