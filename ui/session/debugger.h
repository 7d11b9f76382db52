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

/// What panels show of a State: the one in view, or that of a worker which stands at a breakpoint.
struct Inspected {
    /// Null: nothing is shown.
    CompiledModelPtr model;
    StateReport report;
    /// Variables, and for the State in view the cache too.
    const State* state = nullptr;
    /// Set if it is the worker's.
    std::shared_ptr<const WorkerStop> stop;

    /// Value of an entry, row by row; none where it is not known.
    std::vector<ValueRow> rowsOf(CacheEntryKey entry) const;
};

/// Breakpoints, trace and costs of runs, and the worker that stands at a breakpoint: the one place that the debug
/// panels look at besides the session.
///
/// Watches every run that begins while it lives. Polls only while a worker computes.
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
    /// Removes one like it if there is one, else adds it.
    void toggleBreakpoint(const Breakpoint& breakpoint);

    bool isTracing() const { return tracing_; }
    void setTracing(bool on);
    bool isProfiling() const { return profiling_; }
    void setProfiling(bool on);
    bool isRecordingDigests() const { return digests_; }
    void setRecordingDigests(bool on);

    /// Of the present run; null if there is none.
    const RunMonitor* monitor() const { return monitor_.get(); }
    /// Null while no worker stands.
    const std::shared_ptr<const WorkerStop>& stop() const { return stop_; }
    /// Each of these does nothing, and says so, when no worker stands.
    bool goOn();
    bool goOneStep();
    bool goOneStage();
    /// On until @p stage is realized next.
    bool goToStage(Stage stage);
    /// Stops the worker after the next stage.
    void askToStop();

    /// What is to be looked at now; kept until something changes.
    const Inspected& inspected() const;
    /// Look at the worker where it stands (as at every stop), or at the State in view.
    void lookAtWorker(bool worker);
    bool looksAtWorker() const { return looksAtWorker_ && stop_; }

    /// What the last audit of the present System found to be wrong.
    const std::vector<AuditFinding>& faults() const { return faults_; }
    void setFaults(std::vector<AuditFinding> faults);

Q_SIGNALS:
    /// Breakpoints, or what is recorded.
    void wishesChanged();
    /// A worker stopped, or went on.
    void stopChanged();
    /// There is something else to look at.
    void inspectedChanged();
    /// Trace or profile may have grown.
    void recordsGrew();

private:
    void passOn();
    void poll();
    template <class Leave>
    bool leave(Leave how);
    void forget();

    Session& session_;
    std::vector<Breakpoint> breakpoints_;
    bool tracing_ = false, profiling_ = false, digests_ = false;
    std::shared_ptr<RunMonitor> monitor_;
    CompiledModelPtr monitored_;
    std::shared_ptr<const WorkerStop> stop_;
    bool looksAtWorker_ = true;
    mutable Inspected inspected_;
    mutable bool isKnown_ = false;
    std::vector<AuditFinding> faults_;
    QTimer timer_;
    int ticks_ = 0;
};

}  // namespace trammel::ui
