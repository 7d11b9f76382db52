// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "compile/compiled_model.h"
#include "inspect/inspection.h"
#include "runtime/breakpoint_kind.h"
#include "runtime/realization_trace.h"
#include "runtime/sampling_profiler.h"

namespace trammel {

/// A worker paused at a breakpoint: place, reason, and a copy of its State.
struct PauseInfo {
    /// Number of the pause, from 1.
    long number = 0;
    /// One sentence in model terms.
    std::string cause;
    /// Operation in progress: "integrator", "event handler of 'forces'".
    std::string activity;
    /// Simulated time, s.
    Real time = 0;
    Stage stage;
    /// Duration of the last realization of each stage, s; negative: not observed.
    std::array<double, Stage::NValid> seconds{};
    StateReport report;
    /// Values of each subsystem's entries, as text; empty if invalid.
    std::vector<std::vector<std::string>> values;
    /// A copy: variables of the worker, separate cache.
    State state;
    /// Stage versions of the whole system.
    std::vector<StageVersion> versions;
    std::vector<VariableReading> variables;
    /// Empty below Instance.
    std::vector<EquationReading> equations;
};

/// Observes the State of a run: pauses at breakpoints, records a trace, profiles, records digests.
///
/// Passed to a run by RunOptions::monitor. Members marked "worker" are called by the run; all others by one controlling
/// thread, and never wait for a step. Without requests the run is not observed. Results do not depend on the monitor.
class RunMonitor : public RealizationObserver {
public:
    /// @p clock returns wall time, s.
    explicit RunMonitor(CompiledModelPtr model, SamplingProfiler::Clock clock = &SamplingProfiler::wallTime);
    ~RunMonitor() override;

    // --- Settings; may be changed at any time ---
    void setBreakpoints(std::vector<Breakpoint> breakpoints);
    /// Keeps the last traceCapacity() events.
    void setTracing(bool on);
    /// Enables profiling of some steps, see SamplingProfiler; the overhead is small.
    void setProfiling(bool on);
    /// Digests the whole cache at each frame, realized to Report.
    void setRecordingDigests(bool on);

    // --- Pausing and resuming ---
    /// @p told is called by the worker each time it pauses, without a lock.
    void setStopListener(std::function<void()> told);
    /// Null while the worker is running.
    std::shared_ptr<const PauseInfo> getStop() const;
    void resume() { command(Command::Resume); }
    /// Until the next stage is realized; Report is realized if the run requires no higher stage.
    void resumeOneStage() { command(Command::OneStage); }
    /// Until the end of the next integrator step.
    void resumeOneStep() { command(Command::OneStep); }
    /// Until @p stage is realized next.
    void resumeToStage(Stage stage) { command(Command::ToStage, stage); }
    /// Pauses after the next stage.
    void requestPause();
    /// Resumes permanently, for canceling the run.
    void release();

    // --- Recorded data ---
    static constexpr std::size_t traceCapacity() { return std::size_t(1) << 15; }
    struct Trace {
        std::vector<TraceEvent> events;
        TextTable texts;
    };
    /// The last events, oldest first.
    Trace copyTrace() const;
    RunProfile copyProfile() const;
    /// Digests of frame @p frame; empty if none were recorded.
    std::vector<EntryDigest> getDigests(std::size_t frame) const;

    // --- Worker ---
    /// True if the next step, from @p advanced, is to be observed.
    bool wantsNextStep(const State& advanced);
    void stepTaken(const State& advanced, Real stepSize);
    /// @p state is the stored one; it is realized further if digests are recorded.
    void frameStored(const State& state);
    /// Wall time that the worker has worked since an arbitrary instant, s: time that stops while the worker is paused.
    double secondsOfWork() const { return clock_() - secondsPaused_; }
    void subsystemRealized(const State&, SubsystemIndex, Stage, double seconds) override;
    void systemRealized(const State&, Stage, double seconds) override;
    void stagesInvalidated(const State&, Stage lowest, const StateChange&) override;
    void entryInvalidated(const State&, CacheEntryKey, const StateChange&) override;
    void entryComputed(const State&, CacheEntryKey, double seconds) override;
    void entryRead(const State&, CacheEntryKey) override;
    void entryReadWhileInvalid(const State&, CacheEntryKey) override;

private:
    enum class Command { None, Resume, OneStage, OneStep, ToStage };
    struct ArmedBreakpoint {
        Breakpoint breakpoint;
        bool isAboutSteps;
        std::shared_ptr<const BreakpointTest> test;
    };
    struct MonitorSettings {
        std::vector<ArmedBreakpoint> breakpoints;
        bool tracing = false, profiling = false, digests = false, pauseSoon = false;
    };

    void command(Command, Stage target = Stage::Empty);
    void changeSettings(const std::function<void(MonitorSettings&)>& change);
    void adoptSettings();
    /// Seconds of work since the monitor was made.
    double now() const { return secondsOfWork() - start_; }
    TraceEvent* record(TraceEvent::Kind, const State&, double seconds);
    /// Pauses for each breakpoint within steps for which @p test, called with its BreakpointTest, returns a cause.
    template <class Test>
    void testWithinStep(const Test& test);
    bool counts() const { return settings_.profiling && !isPaused_ && !looking_; }
    void hit(std::string cause);
    void pauseIfHit(const State&);
    void pauseWorker(const State&);
    std::shared_ptr<const PauseInfo> describeStop(const State&) const;
    void publish();

    const CompiledModelPtr model_;
    /// Created by the controlling thread when a condition first needs them.
    std::unique_ptr<const Outputs> outputs_;
    const SamplingProfiler::Clock clock_;
    const double start_ = clock_();

    // Shared, guarded by mutex_, which is held briefly.
    mutable std::mutex mutex_;
    std::condition_variable woken_;
    MonitorSettings requested_;
    std::atomic<long> requestedVersion_{0};
    std::shared_ptr<const PauseInfo> stop_;
    std::function<void()> stopListener_;
    Command command_ = Command::None;
    Stage commandTarget_ = Stage::Empty;
    bool released_ = false;
    std::vector<TraceEvent> ring_;
    std::size_t ringNext_ = 0;
    TextTable ringTexts_;
    RunProfile publishedProfile_;
    std::vector<std::vector<EntryDigest>> digests_;

    // Owned by the worker.
    MonitorSettings settings_;
    long settingsVersion_ = -1;
    /// By breakpoint tested after steps: it was true after the last one.
    std::vector<char> held_;
    Command mode_ = Command::Resume;
    Stage target_ = Stage::Empty;
    std::string cause_;
    bool isPaused_ = false;
    /// True while the monitor reads; such reads are not counted.
    bool looking_ = false;
    long stops_ = 0;
    Stage reached_ = Stage::Empty;
    std::array<double, Stage::NValid> seconds_{};
    std::vector<TraceEvent> fresh_;
    TextTable texts_;
    SamplingProfiler counter_;
    std::atomic<long> steps_{0};
    bool observing_ = false;
    double stepBegan_ = 0;
    double secondsPaused_ = 0;
};

}  // namespace trammel
