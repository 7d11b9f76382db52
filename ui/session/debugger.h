// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <memory>
#include <vector>

#include "runtime/audit_task.h"
#include "runtime/run_monitor.h"
#include "ui/session/session.h"

namespace trammel::ui {

/// The State that debug panels show: the displayed state, or a worker's State paused at a breakpoint.
struct InspectionTarget {
    /// Null if nothing is displayed.
    CompiledModelPtr model;
    /// Variables; for the displayed state also the cache. Not owned.
    const State* state = nullptr;
    /// Set if the State is the worker's.
    std::shared_ptr<const PauseInfo> stop;

    /// Never null. Made when it is asked for, and shared, since that of a large model takes megabytes.
    std::shared_ptr<const StateReport> report() const;
    /// Same of the cache entries: may lack variables.
    std::shared_ptr<const StateReport> entries() const;
    /// Total of all variables and entries of known size.
    std::size_t totalBytes() const;
    /// Value of a cache entry, row by row; empty if unknown.
    std::vector<ValueRow> rowsOf(CacheEntryKey entry) const;

private:
    mutable std::shared_ptr<const StateReport> report_, entries_;
};

/// Breakpoints, trace and costs of runs, and the paused worker. Debug panels read only this and the session.
///
/// Monitors every run started during its lifetime. Polls only while a worker computes.
class Debugger : public QObject {
    Q_OBJECT

public:
    explicit Debugger(Session& session, QObject* parent = nullptr);
    ~Debugger() override;

    Session& session() const { return session_; }

    const std::vector<Breakpoint>& breakpoints() const { return breakpoints_; }
    void addBreakpoint(const Breakpoint& breakpoint);
    void setEnabled(std::size_t breakpoint, bool enabled);
    void removeBreakpoint(std::size_t breakpoint);
    /// Removes an equal breakpoint if there is one, else adds it.
    void toggleBreakpoint(const Breakpoint& breakpoint);

    bool isTracing() const { return tracing_; }
    void setTracing(bool on);
    bool isProfiling() const { return profiling_; }
    void setProfiling(bool on);
    bool isRecordingDigests() const { return digests_; }
    void setRecordingDigests(bool on);

    /// Monitor of the current run; null without a run, and for runs that were not monitored.
    std::shared_ptr<const RunMonitor> monitor() const;
    /// Null unless a worker is paused.
    const std::shared_ptr<const PauseInfo>& stop() const { return stop_; }
    /// Each of these returns false and posts a notice if no worker is paused.
    bool resume();
    bool runOneStep();
    bool runOneStage();
    /// Continues until @p stage is realized next.
    bool runToStage(Stage stage);
    /// Pauses the worker after the next stage.
    void requestPause();

    /// The State to inspect; cached until something changes.
    const InspectionTarget& inspected() const;
    /// Inspects the paused worker (the default after each pause) or the displayed state.
    void inspectWorker(bool worker);
    bool inspectsWorker() const { return inspectsWorker_ && stop_; }

    /// Errors found by the last audit of the current System; empty once the System is replaced.
    const std::vector<AuditFinding>& faults() const { return faults_; }
    void setFaults(std::vector<AuditFinding> faults, CompiledModelPtr audited);

Q_SIGNALS:
    /// Breakpoints or recording settings changed.
    void wishesChanged();
    /// A worker paused or resumed.
    void stopChanged();
    /// inspected() changed.
    void inspectedChanged();
    /// The System of the last audit was replaced.
    void auditOutdated();
    /// Trace or profile may have grown.
    void recordsGrew();

private:
    void passOn();
    void poll();
    template <class Leave>
    bool leave(Leave how);
    /// Displays the playhead's frame again instead of the paused worker.
    void leaveStop();
    void forget();
    void dropOldFaults();

    Session& session_;
    std::vector<Breakpoint> breakpoints_;
    bool tracing_ = false, profiling_ = false, digests_ = false;
    /// Owned by the run started last.
    std::weak_ptr<RunMonitor> monitor_;
    std::weak_ptr<const CompiledModel> monitored_;
    std::shared_ptr<const PauseInfo> stop_;
    /// Model of the paused worker, which the run may no longer hold; null without a pause.
    CompiledModelPtr stopped_;
    bool inspectsWorker_ = true;
    mutable InspectionTarget inspected_;
    mutable bool isKnown_ = false;
    std::vector<AuditFinding> faults_;
    /// Model of the last audit; null before the first, and once its System is replaced.
    CompiledModelPtr audited_;
    QTimer timer_{this};
    int ticks_ = 0;
};

}  // namespace trammel::ui
