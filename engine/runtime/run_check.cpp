// SPDX-License-Identifier: Apache-2.0
#include "runtime/run_check.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <exception>
#include <new>
#include <thread>

#include "integrate/integration_failure.h"
#include "runtime/crash_stack.h"
#include "runtime/run_replay.h"

namespace trammel {

struct RunCheck::Impl {
    Impl(std::shared_ptr<const SimulationRun> r, std::size_t from)
        : run(std::move(r)),
          frames(run->getTrajectory()->size()),
          options(optionsToReplay(*run)),
          checkpoint(findCheckpoint(*run->getTrajectory(), from)),
          first(checkpoint ? checkpoint->frame + 1 : 0) {}

    /// The last checkpoint before @p frame; null: the start.
    static const RunCheckpoint* findCheckpoint(const TrajectoryStore& stored, std::size_t frame) {
        const auto& all = stored.getCheckpoints();
        const RunCheckpoint* found = nullptr;
        for (std::size_t i = 0, count = all.size(); i < count && all[i].frame < frame; ++i) found = &all[i];
        return found;
    }

    void work(const std::stop_token& stop) {
        try {
            compare(stop);
        } catch (const std::bad_alloc&) {
            sentence = "The run cannot be recomputed: memory ran out.";
        } catch (...) {
            sentence = "The run cannot be recomputed: internal error in one of the model's elements.";
        }
        finished.store(true, std::memory_order_release);
        finished.notify_all();
    }

    void compare(const std::stop_token& stop) {
        if (options.isRecorded) {
            sentence = "A recorded motion cannot be recomputed: its frames were measured.";
            return;
        }
        if (first >= frames) {
            sentence = "The run has no frame to compare.";
            return;
        }
        const TrajectoryStore& stored = *run->getTrajectory();
        RunReplay replay(*run->getModel(), run->getInitialState(), options, checkpoint);
        const std::string how = checkpoint ? "Recomputed from " + readable(stored.getTime(checkpoint->frame), 6) + " s"
                                           : std::string("Recomputed");
        const TrajectoryStore& again = replay.getFrames();
        Vector before(stored.getNY()), now(stored.getNY());
        auto progress = FrameLoop::Progress::StepTaken;
        for (std::size_t k = first; k < frames; ++k) {
            while (again.size() <= k - first && progress <= FrameLoop::Progress::FrameStored && !stop.stop_requested())
                progress = replay.advance();
            if (again.size() <= k - first) {
                const std::string why =
                    progress == FrameLoop::Progress::Failed ? replay.describeFailure() : std::string();
                sentence = how + " it ends before frame " + std::to_string(k) + " of " + std::to_string(frames) +
                           (why.empty() ? "." : ": " + why);
                return;
            }
            stored.copyY(k, before);
            again.copyY(k - first, now);
            if (stored.getTime(k) != again.getTime(k - first) ||
                std::memcmp(before.data(), now.data(), std::size_t(now.size()) * sizeof(Real)) != 0) {
                sentence = how + " it differs from frame " + std::to_string(k) + " on, at " +
                           readable(stored.getTime(k), 6) + " s.";
                return;
            }
            compared.store(k + 1 - first, std::memory_order_relaxed);
        }
        identical = true;
        sentence = how + ": bitwise identical in all " + std::to_string(frames - first) + " frames.";
    }

    const std::shared_ptr<const SimulationRun> run;
    /// Fixed at the start: later frames of a running simulation are ignored.
    const std::size_t frames;
    /// Read after the number of frames: includes all pulls up to the last of them.
    const RunOptions options;
    /// Starting checkpoint, or null for the start; and the first compared frame.
    const RunCheckpoint* const checkpoint;
    const std::size_t first;
    std::atomic<std::size_t> compared{0};
    bool identical = false;
    std::string sentence;
    std::atomic<bool> finished{false};
    /// Declared last, so that it is joined before the members it uses are destroyed.
    std::jthread worker{[this](const std::stop_token& stop) {
        const CrashStack stack;
        work(stop);
    }};
};

RunCheck::RunCheck(std::shared_ptr<const SimulationRun> run, std::size_t from)
    : impl_(std::make_unique<Impl>(std::move(run), from)) {}
RunCheck::~RunCheck() = default;

double RunCheck::getProgress() const {
    const auto compared = double(impl_->compared.load(std::memory_order_relaxed));
    return compared / double(std::max<std::size_t>(1, impl_->frames - impl_->first));
}
std::size_t RunCheck::getFirstFrame() const { return impl_->first; }
bool RunCheck::isFinished() const { return impl_->finished.load(std::memory_order_acquire); }
void RunCheck::cancel() { impl_->worker.request_stop(); }
void RunCheck::wait() const { impl_->finished.wait(false, std::memory_order_acquire); }
bool RunCheck::isIdentical() const { return impl_->identical; }
const std::string& RunCheck::getSentence() const { return impl_->sentence; }

}  // namespace trammel
