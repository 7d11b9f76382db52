// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "compile/compiled_model.h"
#include "inspect/condition.h"
#include "inspect/inspection.h"
#include "runtime/breakpoint.h"
#include "runtime/cost_counter.h"
#include "runtime/realization_trace.h"

namespace trammel {

/// A worker that stands at a breakpoint: where, why, and all there is to know of its State.
struct WorkerStop {
    /// Counts the stops of a run.
    long number = 0;
    /// One sentence in model terms.
    std::string cause;
    /// On whose behalf the State was used: "integrator", "event handler of 'forces'".
    std::string activity;
    /// Simulated time, s.
    Real time = 0;
    Stage stage;
    /// What realizing each stage took last, s; negative: not seen.
    std::array<double, Stage::NValid> seconds{};
    StateReport report;
    /// Of each subsystem's entries, as text; empty where invalid.
    std::vector<std::vector<std::string>> values;
    /// A copy: its variables are the worker's, its cache is its own.
    State state;
    /// Of the whole system, by stage.
    std::vector<StageVersion> versions;
    std::vector<VariableReading> variables;
    /// Empty below Instance.
    std::vector<EquationReading> equations;
};

/// Watches the State that a run advances: stops at breakpoints, keeps a trace, counts costs, records digests.
///
/// Give one to a run by RunOptions::monitor. What is marked "worker" is for the run; all else is for the one
/// controlling thread, and never waits for a step to end. While nothing is asked for, the run is not observed at all.
/// The numbers of the run do not depend on being watched.
class RunMonitor : public RealizationObserver {
public:
    explicit RunMonitor(CompiledModelPtr model);
    ~RunMonitor() override;

    // --- What to watch; may be changed at any time ---
    void setBreakpoints(std::vector<Breakpoint> breakpoints);
    /// Keep the last events, as many as traceCapacity().
    void setTracing(bool on);
    /// Count costs. Only some steps are observed, see CostCounter, so that the run is hardly slower.
    void setProfiling(bool on);
    /// Digest the whole cache at each stored frame, realized to Report.
    void setRecordingDigests(bool on);

    // --- Stopping and going on ---
    /// @p told is called from the worker each time it begins to stand, with nothing locked.
    void setStopListener(std::function<void()> told);
    /// Null while the worker goes on.
    std::shared_ptr<const WorkerStop> getStop() const;
    void resume() { command(Command::Resume); }
    /// Until the next stage is realized. Where the run asks for no higher stage, Report is realized for the looker-on.
    void resumeOneStage() { command(Command::OneStage); }
    /// Until the integrator has taken one more step.
    void resumeOneStep() { command(Command::OneStep); }
    /// Until @p stage is realized next.
    void resumeToStage(Stage stage) { command(Command::ToStage, stage); }
    /// Stop after the next stage.
    void askToStop();
    /// Let the worker go and never stop it again: the run is being canceled.
    void release();

    // --- What was seen ---
    static constexpr std::size_t traceCapacity() { return std::size_t(1) << 15; }
    struct Trace {
        std::vector<TraceEvent> events;
        TextTable texts;
    };
    /// The last events, oldest first.
    Trace copyTrace() const;
    RunProfile copyProfile() const;
    /// Of stored frame @p frame; empty if none was recorded.
    std::vector<EntryDigest> getDigests(std::size_t frame) const;

    // --- Worker ---
    /// Whether the next step, from @p advanced, is to be observed.
    bool wantsNextStep(const State& advanced);
    void stepTaken(const State& advanced, Real stepSize);
    /// @p state is the one that was stored; it is realized further if digests are recorded.
    void frameStored(const State& state);
    void subsystemRealized(const State&, SubsystemIndex, Stage, double seconds) override;
    void systemRealized(const State&, Stage, double seconds) override;
    void stagesInvalidated(const State&, Stage lowest, const StateChange&) override;
    void entryInvalidated(const State&, CacheEntryKey, const StateChange&) override;
    void entryComputed(const State&, CacheEntryKey, double seconds) override;
    void entryRead(const State&, CacheEntryKey) override;
    void entryReadWhileInvalid(const State&, CacheEntryKey) override;

private:
    using Clock = std::chrono::steady_clock;
    enum class Command { None, Resume, OneStage, OneStep, ToStage };
    struct Wishes {
        std::vector<Breakpoint> breakpoints;
        /// By breakpoint; null where it has no condition, or none that holds for the model.
        std::vector<std::shared_ptr<const Condition>> conditions;
        bool tracing = false, profiling = false, digests = false, stopSoon = false;
    };

    void command(Command, Stage target = Stage::Empty);
    void wish(const std::function<void(Wishes&)>& change);
    void adoptWishes();
    /// Seconds that the run has been at work; standing does not count.
    double now() const { return std::chrono::duration<double>(Clock::now() - start_).count() - stood_; }
    TraceEvent* record(TraceEvent::Kind, const State&, double seconds);
    /// Why breakpoint @p number, one of those looked at after steps, is hit; empty if it is not.
    std::string afterStep(std::size_t number, const State&, Real stepSize) const;
    bool counts() const { return wanted_.profiling && !standing_ && !looking_; }
    void hit(std::string cause);
    void standIfHit(const State&);
    void stand(const State&);
    std::shared_ptr<const WorkerStop> describeStop(const State&) const;
    std::string byWhom(const State&) const;
    void checkNumbers(const State&);
    void publish();

    const CompiledModelPtr model_;
    /// Made when a condition first needs them, by the controlling thread.
    std::unique_ptr<const Observables> observables_;
    const Clock::time_point start_ = Clock::now();

    // Shared, guarded by mutex_, held for moments only.
    mutable std::mutex mutex_;
    std::condition_variable woken_;
    Wishes wishes_;
    std::atomic<long> wishVersion_{0};
    std::shared_ptr<const WorkerStop> stop_;
    std::function<void()> stopListener_;
    Command command_ = Command::None;
    Stage commandTarget_ = Stage::Empty;
    bool released_ = false;
    std::vector<TraceEvent> ring_;
    std::size_t ringNext_ = 0;
    TextTable ringTexts_;
    RunProfile publishedProfile_;
    std::vector<std::vector<EntryDigest>> digests_;

    // The worker's own.
    Wishes wanted_;
    long wantedVersion_ = -1;
    /// By breakpoint looked at after steps: it was true after the last one.
    std::vector<char> held_;
    Command mode_ = Command::Resume;
    Stage target_ = Stage::Empty;
    std::string cause_;
    bool standing_ = false;
    /// Somebody looks, who is no part of the run.
    bool looking_ = false;
    long stops_ = 0;
    Stage reached_ = Stage::Empty;
    std::array<double, Stage::NValid> seconds_{};
    std::vector<TraceEvent> fresh_;
    TextTable texts_;
    CostCounter counter_;
    std::atomic<long> steps_{0};
    bool observing_ = false;
    double stepBegan_ = 0;
    double stood_ = 0;
};

}  // namespace trammel
