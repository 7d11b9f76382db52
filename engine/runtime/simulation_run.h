// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "compile/compiled_model.h"
#include "runtime/trajectory_store.h"

namespace trammel {

class RunMonitor;

struct RunOptions {
    SimulationSettings settings;
    /// Monitor of the run, or null; canceling the run releases it.
    std::shared_ptr<RunMonitor> monitor;
    /// Memory limit of frames, bytes. With a spill folder the run continues beyond it.
    std::size_t maxBytes = std::size_t(256) << 20;
    /// Folder to which long runs write frames while computing; the file is removed with the run, and remains, readable,
    /// if the program is killed. Empty: none.
    std::filesystem::path spillFolder;
    /// Planned pulls; see PullChange.
    PullTrack pulls;
    /// Interval at which an interactively pulled run accepts changes, simulated s: steps end there at the latest. 0:
    /// steps are unaffected, and pull() has no effect.
    Real pullInterval = 0;
    /// Minimum wall time between two checkpoints, s; see RunCheckpoint.
    double checkpointSeconds = 0.25;
    /// A run that at its current pace would take more steps than this fails with that reason.
    Real mostSteps = Infinity;
    /// Frames are poses of a recorded motion (see makeRecordedRun()): no equations of motion lead from one to the next, so
    /// the run cannot be recomputed.
    bool isRecorded = false;
};

enum class RunPhase { Ready, Running, Paused, Finished, Canceled, Failed };

/// A consistent snapshot of the progress of a run.
struct RunStatus {
    RunPhase phase = RunPhase::Ready;
    Real time = 0;
    std::size_t frames = 0;
    long stepsTaken = 0;
    long stepsAttempted = 0;
    long realizations = 0;
    /// Largest constraint error at the last frame.
    Real constraintError = 0;
    Real lastStepSize = 0;
    /// Wall time spent computing, s.
    double computeSeconds = 0;
    /// Reason of the end in model terms: one sentence, plus a remedy for failures. While computing: the cause of
    /// slowness, if known.
    std::string message;
    /// At the end: how many steps each of several methods took; empty for one method.
    std::string methods;
};

/// A simulation in its own thread, on an immutable model. Frames are stored in the TrajectoryStore as they are
/// computed.
///
/// All members may be called from one controlling thread while the worker computes; they block at most for one
/// integrator step, and status() never blocks. The destructor cancels the run and waits for the worker. Results do not
/// depend on pausing, stepping or reading.
class SimulationRun {
public:
    /// @param initial initial State of the model's System; copied
    SimulationRun(CompiledModelPtr model, const State& initial, RunOptions options);
    /// An ended run: computed before, or read from a file.
    SimulationRun(CompiledModelPtr model, const State& initial, RunOptions options,
                  std::shared_ptr<TrajectoryStore> frames, RunStatus status);
    ~SimulationRun();
    SimulationRun(const SimulationRun&) = delete;
    SimulationRun& operator=(const SimulationRun&) = delete;

    /// Valid until releaseModel(), after which it compiles the document again; so does getInitialState(). May be called from
    /// any thread.
    const CompiledModelPtr& getModel() const;
    const RunOptions& getOptions() const;
    /// The State at the start, with the discrete variables that are constant in the run.
    const State& getInitialState() const;
    /// The document of the model, and the time at the start, s; available without compiling.
    const Document& getDocument() const;
    Real getStartTime() const;
    /// Releases model, initial State and monitor of an ended run, to save memory; only while no other thread uses the run.
    /// False if it is under way, or its State has no text form.
    bool releaseModel();
    /// False after releaseModel(), until the model is compiled again.
    bool hasModel() const;
    /// Compiles the model again if it was released; shares the System of @p similar if only parameters differ.
    void restoreModel(const CompiledModelPtr& similar) const;
    std::shared_ptr<const TrajectoryStore> getTrajectory() const;

    void start();
    void pause();
    void resume();
    /// While paused: computes exactly one more frame, then pauses again. Before start(): starts, and pauses after the
    /// first computed frame.
    void stepOneFrame();
    /// Requests cancellation; returns immediately.
    void cancel();
    /// Blocks until the worker is idle (finished, canceled, failed or paused), or paused at a breakpoint.
    void wait();
    RunStatus getStatus() const;

    /// Applies or releases a pull from the next allowed time on; @p change.time is ignored. The trajectory's pull track
    /// records it, which suffices for recomputing the run.
    void pull(PullChange change);
    /// @p told is called by the worker when the frames that first show a pull() are stored: its force, and the
    /// resulting motion. Call before start().
    void setPullListener(std::function<void()> told);
    /// Limits the speed to @p speed simulated seconds per second of wall time; 0: no limit. A late run does not catch
    /// up.
    void setPace(Real speed);

    /// Restores frame @p frame with its discrete variables in @p state, a copy of getInitialState() or a previously
    /// restored State; realizes nothing. May be called from any thread.
    void restoreFrame(std::size_t frame, State& state) const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// Computes the whole run on the calling thread, with the same results as SimulationRun.
RunStatus runToEnd(const CompiledModel& model, const State& initial, const RunOptions& options, TrajectoryStore& store);

}  // namespace trammel
