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
    /// Watches the run, if there is one; canceling the run releases it.
    std::shared_ptr<RunMonitor> monitor;
    /// Memory that stored frames may take. With a folder for what does not fit, the run goes on beyond that.
    std::size_t maxBytes = std::size_t(256) << 20;
    /// Where a run too long for one chunk writes its frames while it computes; the file is removed with the run, and
    /// left behind, readable, if the program is killed. Empty: nowhere.
    std::filesystem::path spillFolder;
    /// What pulls, and when; see PullChange.
    PullTrack pulls;
    /// Simulated seconds after which a run that is pulled while it computes may be pulled otherwise: steps end there at
    /// the latest. 0: steps are as the model wants them, and pull() has no effect.
    Real pullInterval = 0;
    /// Wall seconds of computing between two moments from which the run can be computed again, at the least; see
    /// RunCheckpoint.
    double checkpointSeconds = 0.25;
};

enum class RunPhase { Ready, Running, Paused, Finished, Canceled, Failed };

/// A consistent snapshot of how a run is doing.
struct RunStatus {
    RunPhase phase = RunPhase::Ready;
    Real time = 0;
    std::size_t frames = 0;
    long stepsTaken = 0;
    long stepsAttempted = 0;
    long realizations = 0;
    /// Largest constraint error at the last stored frame.
    Real constraintError = 0;
    Real lastStepSize = 0;
    /// Seconds of wall time spent computing.
    double computeSeconds = 0;
    /// Why it ended, in model terms: one sentence, and for failures what to try. While it computes: what makes it slow, if
    /// that is known.
    std::string message;
};

/// One simulation in a thread of its own, on an immutable model. Frames go to the TrajectoryStore as they are computed.
///
/// All members may be called from any one controlling thread while the worker computes; they never block for longer
/// than one integrator step, and status() never blocks. Destroying a run cancels it and waits for the worker.
/// The numbers do not depend on pausing, stepping or reading.
class SimulationRun {
public:
    /// @param initial a State of the model's System to start from; copied
    SimulationRun(CompiledModelPtr model, const State& initial, RunOptions options);
    /// A run that is over: computed before, or read from a file.
    SimulationRun(CompiledModelPtr model, const State& initial, RunOptions options,
                  std::shared_ptr<TrajectoryStore> frames, RunStatus status);
    ~SimulationRun();
    SimulationRun(const SimulationRun&) = delete;
    SimulationRun& operator=(const SimulationRun&) = delete;

    const CompiledModelPtr& getModel() const;
    const RunOptions& getOptions() const;
    /// The State the run started from: carries the discrete variables that hold for every frame.
    const State& getInitialState() const;
    std::shared_ptr<const TrajectoryStore> getTrajectory() const;

    void start();
    void pause();
    void resume();
    /// When paused: compute exactly one more stored frame, then pause again. Before start(): start, and pause after the
    /// first computed frame.
    void stepOneFrame();
    /// Ask it to stop; returns at once.
    void cancel();
    /// Block until the worker is not computing any more (finished, canceled, failed or paused), or
    /// stands at a breakpoint of its monitor.
    void wait();
    RunStatus getStatus() const;

    /// A hand pulls, or lets go, from the next moment on at which that may be; @p change.time does not matter. What came
    /// of it is in the trajectory's track of pulls, and is all that computing the run again needs to know.
    void pull(PullChange change);
    /// @p told is called by the worker when the frames are stored in which a pull() is first to be seen: with its force, and
    /// with the motion that it makes. Call before start().
    void setPullListener(std::function<void()> told);
    /// Compute no faster than @p speed simulated seconds in a second of wall time; 0: as fast as can be. A run that is
    /// late does not hurry afterward.
    void setPace(Real speed);

    /// Put frame @p frame, its discrete variables included, into @p state, a copy of getInitialState() or of what was
    /// restored before; realizes nothing. May be called from any thread.
    void restoreFrame(std::size_t frame, State& state) const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// Compute the whole run on the calling thread; the same numbers as SimulationRun.
RunStatus runToEnd(const CompiledModel& model, const State& initial, const RunOptions& options, TrajectoryStore& store);

}  // namespace trammel
