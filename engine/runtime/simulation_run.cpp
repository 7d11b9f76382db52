// SPDX-License-Identifier: Apache-2.0
#include "runtime/simulation_run.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <new>
#include <thread>
#include <vector>

#include "runtime/crash_stack.h"
#include "runtime/frame_loop.h"
#include "runtime/run_monitor.h"
#include "runtime/run_start.h"
#include "runtime/stored_run.h"
#include "runtime/wall_pace.h"

namespace trammel {

namespace {
/// Longest wait at once, s: the nanoseconds of the clock overflow.
constexpr Real LongestWait = 3600;
/// One frame with the force of a pull, and one with the resulting motion.
constexpr int FramesOfPull = 2;
constexpr const char* canceled = "The run was canceled.";

/// Message for an exception of the engine: an internal error or an element's error, not one of the model.
std::string describeException() noexcept {
    try {
        throw;
    } catch (const std::bad_alloc&) {
        // Short enough to be held without memory.
        return "Memory ran out.";
    } catch (...) {
        // Do not show messages of libraries.
        return "The run failed: an element threw an exception. Continue without it, and report this error.";
    }
}

RunPhase phaseAfter(FrameLoop::Progress progress) {
    switch (progress) {
        case FrameLoop::Progress::Finished: return RunPhase::Finished;
        case FrameLoop::Progress::Failed: return RunPhase::Failed;
        case FrameLoop::Progress::StepTaken:
        case FrameLoop::Progress::FrameStored: break;
    }
    return RunPhase::Running;
}
}  // namespace

struct SimulationRun::Impl {
    Impl(CompiledModelPtr m, const State& start, RunOptions o)
        : origin(std::move(m), start),
          options(std::move(o)),
          trajectory(std::make_shared<TrajectoryStore>(start.getNY(), options.maxBytes, spillFile())) {}
    Impl(CompiledModelPtr m, const State& start, RunOptions o, std::shared_ptr<TrajectoryStore> frames, RunStatus s)
        : origin(std::move(m), start), options(std::move(o)), trajectory(std::move(frames)), status(std::move(s)) {}

    /// Called by the worker.
    TrajectoryStore::MakeFile spillFile() {
        if (options.spillFolder.empty()) return {};
        return [this] { return makeSpillFile(*origin.getModel(), origin.getState(), options); };
    }

    void launch();
    void work();
    /// Waits while paused or early; false when canceled.
    bool mayContinue(FrameLoop& loop);
    /// Waits until wall time reaches @p time, or a request arrives.
    void keepPace(std::unique_lock<std::mutex>& lock, Real time);

    RunStart origin;
    RunOptions options;
    const std::shared_ptr<TrajectoryStore> trajectory;

    /// Guards the following members; held briefly, never while computing.
    mutable std::mutex mutex;
    std::condition_variable changed;
    RunStatus status;
    bool pauseRequested = false, cancelRequested = false;
    /// While paused: number of frames to compute before waiting again.
    int framesToGo = 0;
    /// Pull requests for the worker.
    std::vector<PullChange> requestedPulls;
    /// Set before the worker starts.
    std::function<void()> pullListener;
    /// Owned by the worker: frames still to be reported.
    int framesToAnnounce = 0;
    WallPace pace;
    /// Set by the worker when it no longer uses any member.
    std::atomic<bool> isWorking{false};

    /// Declared last, so that it is joined before the members it uses are destroyed.
    std::jthread worker;
};

void SimulationRun::Impl::launch() {
    status.phase = RunPhase::Running;
    if (options.monitor)
        options.monitor->setStopListener([this] {
            const std::lock_guard lock(mutex);
            changed.notify_all();
        });
    isWorking = true;
    worker = std::jthread([this] {
        const CrashStack stack;
        work();
        isWorking = false;
    });
}

void SimulationRun::Impl::keepPace(std::unique_lock<std::mutex>& lock, Real time) {
    using Seconds = std::chrono::duration<Real>;
    while (!pauseRequested && !cancelRequested) {
        const Real now = Seconds(std::chrono::steady_clock::now().time_since_epoch()).count();
        const Real wait = pace.calcWait(now, time);
        if (wait <= 0) return;
        changed.wait_for(lock, Seconds(std::min(wait, LongestWait)));
    }
}

bool SimulationRun::Impl::mayContinue(FrameLoop& loop) {
    std::unique_lock lock(mutex);
    if (framesToGo == 0) keepPace(lock, loop.getAdvancedTime());
    // After a resume() followed at once by a pause(), report again that it is paused.
    while (pauseRequested && framesToGo == 0 && !cancelRequested) {
        status.phase = RunPhase::Paused;
        pace.restart();
        changed.notify_all();
        changed.wait(lock);
    }
    loop.pull(requestedPulls);
    if (!requestedPulls.empty()) framesToAnnounce = FramesOfPull;
    requestedPulls.clear();
    status.phase = cancelRequested ? RunPhase::Canceled : RunPhase::Running;
    if (cancelRequested) {
        status.message = canceled;
        changed.notify_all();
    }
    return !cancelRequested;
}

void SimulationRun::Impl::work() {
    try {
        FrameLoop loop(*origin.getModel(), origin.getState(), options, *trajectory);
        while (mayContinue(loop)) {
            const auto progress = loop.advance();
            const bool over = phaseAfter(progress) != RunPhase::Running;
            if (over) trajectory->finish();
            if (progress == FrameLoop::Progress::FrameStored && framesToAnnounce > 0) {
                --framesToAnnounce;
                if (pullListener) pullListener();
            }
            const std::lock_guard lock(mutex);
            loop.describe(status);
            if (progress == FrameLoop::Progress::FrameStored && framesToGo > 0) --framesToGo;
            status.phase = phaseAfter(progress);
            if (over) {
                changed.notify_all();
                return;
            }
        }
        trajectory->finish();
    } catch (...) {
        const std::lock_guard lock(mutex);
        status.phase = RunPhase::Failed;
        status.message = describeException();
        changed.notify_all();
    }
}

SimulationRun::SimulationRun(CompiledModelPtr model, const State& initial, RunOptions options)
    : impl_(std::make_unique<Impl>(std::move(model), initial, std::move(options))) {}

SimulationRun::SimulationRun(CompiledModelPtr model, const State& initial, RunOptions options,
                             std::shared_ptr<TrajectoryStore> frames, RunStatus status)
    : impl_(std::make_unique<Impl>(std::move(model), initial, std::move(options), std::move(frames),
                                   std::move(status))) {}

SimulationRun::~SimulationRun() { cancel(); }

const CompiledModelPtr& SimulationRun::getModel() const { return impl_->origin.getModel(); }
const RunOptions& SimulationRun::getOptions() const { return impl_->options; }
const State& SimulationRun::getInitialState() const { return impl_->origin.getState(); }
const Document& SimulationRun::getDocument() const { return impl_->origin.getDocument(); }
Real SimulationRun::getStartTime() const { return impl_->origin.getTime(); }
bool SimulationRun::hasModel() const { return impl_->origin.hasModel(); }
void SimulationRun::restoreModel(const CompiledModelPtr& similar) const { impl_->origin.restore(similar); }
bool SimulationRun::releaseModel() {
    const RunPhase phase = getStatus().phase;
    if (phase == RunPhase::Running || phase == RunPhase::Paused || impl_->isWorking) return false;
    if (!impl_->origin.release()) return false;
    // The monitor holds the model, too.
    impl_->options.monitor.reset();
    return true;
}
std::shared_ptr<const TrajectoryStore> SimulationRun::getTrajectory() const { return impl_->trajectory; }

void SimulationRun::start() {
    const std::lock_guard lock(impl_->mutex);
    if (impl_->status.phase == RunPhase::Ready) impl_->launch();
}

void SimulationRun::pause() {
    const std::lock_guard lock(impl_->mutex);
    if (impl_->status.phase != RunPhase::Running) return;
    impl_->pauseRequested = true;
    // The worker may be waiting for the wall clock.
    impl_->changed.notify_all();
}

void SimulationRun::resume() {
    const std::lock_guard lock(impl_->mutex);
    impl_->pauseRequested = false;
    impl_->framesToGo = 0;
    if (impl_->status.phase == RunPhase::Paused) impl_->status.phase = RunPhase::Running;
    impl_->changed.notify_all();
}

void SimulationRun::stepOneFrame() {
    const std::lock_guard lock(impl_->mutex);
    if (impl_->status.phase == RunPhase::Ready) {
        // The first frame is the initial state.
        impl_->framesToGo = 2;
        impl_->pauseRequested = true;
        impl_->launch();
    } else if (impl_->status.phase == RunPhase::Paused) {
        impl_->framesToGo = 1;
        impl_->status.phase = RunPhase::Running;
        impl_->changed.notify_all();
    }
}

void SimulationRun::cancel() {
    const std::lock_guard lock(impl_->mutex);
    impl_->cancelRequested = true;
    if (impl_->options.monitor) impl_->options.monitor->release();
    // A waiting worker has nothing to finish.
    if (impl_->status.phase == RunPhase::Ready || impl_->status.phase == RunPhase::Paused) {
        impl_->status.phase = RunPhase::Canceled;
        impl_->status.message = canceled;
    }
    impl_->changed.notify_all();
}

void SimulationRun::pull(PullChange change) {
    const std::lock_guard lock(impl_->mutex);
    std::erase_if(impl_->requestedPulls, [&](const PullChange& asked) { return asked.hand == change.hand; });
    impl_->requestedPulls.push_back(std::move(change));
}

void SimulationRun::setPullListener(std::function<void()> told) { impl_->pullListener = std::move(told); }

void SimulationRun::setPace(Real speed) {
    const std::lock_guard lock(impl_->mutex);
    if (impl_->pace.getSpeed() == speed) return;
    impl_->pace.setSpeed(speed);
    impl_->changed.notify_all();
}

void SimulationRun::wait() {
    std::unique_lock lock(impl_->mutex);
    impl_->changed.wait(lock, [this] {
        const auto& monitor = impl_->options.monitor;
        return impl_->status.phase != RunPhase::Running || (monitor && monitor->getStop());
    });
}

RunStatus SimulationRun::getStatus() const {
    const std::lock_guard lock(impl_->mutex);
    return impl_->status;
}

void SimulationRun::restoreFrame(std::size_t frame, State& state) const {
    state.updTime() = impl_->trajectory->getTime(frame);
    impl_->trajectory->copyY(frame, state.updY());
    impl_->trajectory->restoreDiscreteVariables(frame, state);
}

RunStatus runToEnd(const CompiledModel& model, const State& initial, const RunOptions& options,
                   TrajectoryStore& store) {
    RunStatus status;
    try {
        FrameLoop loop(model, initial, options, store);
        do {
            status.phase = phaseAfter(loop.advance());
        } while (status.phase == RunPhase::Running);
        loop.describe(status);
        store.finish();
    } catch (...) {
        status.phase = RunPhase::Failed;
        status.message = describeException();
    }
    return status;
}

}  // namespace trammel
