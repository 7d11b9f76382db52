// SPDX-License-Identifier: Apache-2.0
#include "runtime/simulation_run.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <new>
#include <thread>

#include "runtime/frame_loop.h"
#include "runtime/run_monitor.h"

namespace trammel {

namespace {
using Clock = std::chrono::steady_clock;
constexpr const char* cancelled = "The run was cancelled.";

/// Lets a loop go on and adds up the time that takes.
FrameLoop::Progress advanceTimed(FrameLoop& loop, double& seconds) {
    const auto start = Clock::now();
    const auto progress = loop.advance();
    seconds += std::chrono::duration<double>(Clock::now() - start).count();
    return progress;
}

/// What a person is told when the engine threw: a fault of the program, not of the model.
std::string describeException() {
    try {
        throw;
    } catch (const std::bad_alloc&) {
        return "The run was stopped because memory ran out.";
    } catch (const std::exception& e) {
        return std::string("The run was stopped by a fault in the program: ") + e.what();
    } catch (...) {
        return "The run was stopped by an unknown fault in the program.";
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
        : model(std::move(m)),
          options(std::move(o)),
          initial(start),
          trajectory(std::make_shared<TrajectoryStore>(start.getNY())) {}

    void launch();
    void work();
    /// Wait while paused; false when cancelled.
    bool mayGoOn();

    const CompiledModelPtr model;
    const RunOptions options;
    const State initial;
    const std::shared_ptr<TrajectoryStore> trajectory;

    /// Guards what follows; held for moments only, never while computing.
    mutable std::mutex mutex;
    std::condition_variable changed;
    RunStatus status;
    bool pauseAsked = false, cancelAsked = false;
    /// When paused: frames still to be computed before waiting again.
    int framesToGo = 0;

    /// Last, so that it is joined before anything it uses is gone.
    std::jthread worker;
};

void SimulationRun::Impl::launch() {
    status.phase = RunPhase::Running;
    worker = std::jthread([this] { work(); });
}

bool SimulationRun::Impl::mayGoOn() {
    std::unique_lock lock(mutex);
    // Woken up by a resume() that was followed by a pause() at once, it says again that it is paused.
    while (pauseAsked && framesToGo == 0 && !cancelAsked) {
        status.phase = RunPhase::Paused;
        changed.notify_all();
        changed.wait(lock);
    }
    status.phase = cancelAsked ? RunPhase::Cancelled : RunPhase::Running;
    if (cancelAsked) {
        status.message = cancelled;
        changed.notify_all();
    }
    return !cancelAsked;
}

void SimulationRun::Impl::work() {
    try {
        FrameLoop loop(*model, initial, options, *trajectory);
        double seconds = 0;
        while (mayGoOn()) {
            const auto progress = advanceTimed(loop, seconds);
            const std::lock_guard lock(mutex);
            loop.describe(status);
            status.computeSeconds = seconds;
            if (progress == FrameLoop::Progress::FrameStored && framesToGo > 0) --framesToGo;
            status.phase = phaseAfter(progress);
            if (status.phase != RunPhase::Running) {
                changed.notify_all();
                return;
            }
        }
    } catch (...) {
        const std::lock_guard lock(mutex);
        status.phase = RunPhase::Failed;
        status.message = describeException();
        changed.notify_all();
    }
}

SimulationRun::SimulationRun(CompiledModelPtr model, const State& initial, RunOptions options)
    : impl_(std::make_unique<Impl>(std::move(model), initial, std::move(options))) {}

SimulationRun::~SimulationRun() { cancel(); }

const CompiledModelPtr& SimulationRun::getModel() const { return impl_->model; }
const RunOptions& SimulationRun::getOptions() const { return impl_->options; }
const State& SimulationRun::getInitialState() const { return impl_->initial; }
std::shared_ptr<const TrajectoryStore> SimulationRun::getTrajectory() const { return impl_->trajectory; }

void SimulationRun::start() {
    const std::lock_guard lock(impl_->mutex);
    if (impl_->status.phase == RunPhase::Ready) impl_->launch();
}

void SimulationRun::pause() {
    const std::lock_guard lock(impl_->mutex);
    if (impl_->status.phase == RunPhase::Running) impl_->pauseAsked = true;
}

void SimulationRun::resume() {
    const std::lock_guard lock(impl_->mutex);
    impl_->pauseAsked = false;
    impl_->framesToGo = 0;
    if (impl_->status.phase == RunPhase::Paused) impl_->status.phase = RunPhase::Running;
    impl_->changed.notify_all();
}

void SimulationRun::stepOneFrame() {
    const std::lock_guard lock(impl_->mutex);
    if (impl_->status.phase == RunPhase::Ready) {
        // The first stored frame is the start itself.
        impl_->framesToGo = 2;
        impl_->pauseAsked = true;
        impl_->launch();
    } else if (impl_->status.phase == RunPhase::Paused) {
        impl_->framesToGo = 1;
        impl_->status.phase = RunPhase::Running;
        impl_->changed.notify_all();
    }
}

void SimulationRun::cancel() {
    const std::lock_guard lock(impl_->mutex);
    impl_->cancelAsked = true;
    if (impl_->options.monitor) impl_->options.monitor->release();
    if (impl_->status.phase == RunPhase::Ready) {
        impl_->status.phase = RunPhase::Cancelled;
        impl_->status.message = cancelled;
    }
    impl_->changed.notify_all();
}

void SimulationRun::wait() {
    std::unique_lock lock(impl_->mutex);
    impl_->changed.wait(lock, [this] { return impl_->status.phase != RunPhase::Running; });
}

RunStatus SimulationRun::getStatus() const {
    const std::lock_guard lock(impl_->mutex);
    return impl_->status;
}

void SimulationRun::restoreFrame(std::size_t frame, State& state) const {
    state.updTime() = impl_->trajectory->getTime(frame);
    impl_->trajectory->copyY(frame, state.updY());
}

RunStatus runToEnd(const CompiledModel& model, const State& initial, const RunOptions& options,
                   TrajectoryStore& store) {
    RunStatus status;
    try {
        FrameLoop loop(model, initial, options, store);
        do {
            status.phase = phaseAfter(advanceTimed(loop, status.computeSeconds));
        } while (status.phase == RunPhase::Running);
        loop.describe(status);
    } catch (...) {
        status.phase = RunPhase::Failed;
        status.message = describeException();
    }
    return status;
}

}  // namespace trammel
