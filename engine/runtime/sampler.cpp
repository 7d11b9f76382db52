// SPDX-License-Identifier: Apache-2.0
#include "runtime/sampler.h"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
#include <new>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "runtime/crash_stack.h"

namespace trammel {

namespace {
/// Frames between checks for new requests.
constexpr std::size_t BlockFrames = 64;
}  // namespace

struct Sampler::Impl {
    struct Track {
        /// Frames computed, and frames taken.
        std::size_t done = 0, taken = 0;
        std::vector<Real> fresh;
    };
    Impl(std::shared_ptr<const SimulationRun> r, std::shared_ptr<const Outputs> o)
        : run(std::move(r)), outputs(std::move(o)) {}

    /// The tracks that are furthest behind, and their frames to compute.
    struct Job {
        std::vector<std::size_t> which;
        std::size_t from = 0, to = 0;
    };
    Job nextJob() {
        Job job;
        job.to = run->getTrajectory()->size();
        job.from = job.to;
        for (const auto& [output, track] : tracks) job.from = std::min(job.from, track.done);
        for (const auto& [output, track] : tracks)
            if (track.done == job.from)
                job.which.push_back(output);
            else
                job.to = std::min(job.to, track.done);
        job.to = std::min(job.to, job.from + BlockFrames);
        return job;
    }

    void work(const std::stop_token& stop) {
        while (!stop.stop_requested()) try {
                sample(stop);
            } catch (...) {
                // Memory ran out: the curves end here until retry().
                state.reset();
                std::unique_lock lock(mutex);
                hasFailed = true;
                isComputing = false;
                woken.wait(lock, stop, [this] { return !hasFailed; });
            }
    }

    void start() {
        if (worker.joinable()) return;
        worker = std::jthread([this](const std::stop_token& stop) {
            const CrashStack stack;
            work(stop);
        });
    }

    void sample(const std::stop_token& stop) {
        std::unique_lock lock(mutex);
        while (!stop.stop_requested()) {
            const Job job = nextJob();
            if (job.which.empty() || job.from == job.to) {
                looked = false;
                woken.wait(lock, stop, [this] { return looked; });
                continue;
            }
            isComputing = true;
            lock.unlock();
            const std::vector<std::vector<Real>> values = compute(job, stop);
            lock.lock();
            isComputing = false;
            for (std::size_t k = 0; k < job.which.size(); ++k) {
                Track& track = tracks[job.which[k]];
                track.fresh.insert(track.fresh.end(), values[k].begin(), values[k].end());
                track.done += values[k].size();
            }
        }
    }

    /// By output and frame.
    std::vector<std::vector<Real>> compute(const Job& job, const std::stop_token& stop) {
        std::vector<std::vector<Real>> columns(job.which.size());
        std::vector<std::size_t> ofState, columnOfState;
        for (std::size_t k = 0; k < job.which.size(); ++k) {
            if (!isOfState(job.which[k])) continue;
            ofState.push_back(job.which[k]);
            columnOfState.push_back(k);
        }
        std::vector<Real> values(ofState.size());
        for (std::size_t frame = job.from; frame < job.to && !stop.stop_requested(); ++frame) {
            if (!ofState.empty()) readState(frame, ofState, values);
            for (std::size_t k = 0; k < ofState.size(); ++k) columns[columnOfState[k]].push_back(values[k]);
            for (std::size_t k = 0; k < job.which.size(); ++k)
                if (!isOfState(job.which[k])) columns[k].push_back(readStored(job.which[k], frame));
        }
        return columns;
    }

    bool isOfState(std::size_t output) const {
        if (output == Time || output == ComputeTime) return false;
        const Output::Origin origin = outputs->getAll()[output].origin;
        return origin == Output::Origin::State || origin == Output::Origin::StageCost;
    }

    Real readStored(std::size_t output, std::size_t frame) const {
        const TrajectoryStore& frames = *run->getTrajectory();
        try {
            if (output == Time) return frames.getTime(frame);
            if (output == ComputeTime) return frames.getComputeSeconds(frame);
            const bool stepSize = outputs->getAll()[output].origin == Output::Origin::StepSize;
            return stepSize ? frames.getStepSize(frame) : frames.getComputeSeconds(frame);
        } catch (const std::exception&) {
            // A frame on disk that cannot be read.
            return NaN;
        }
    }

    void readState(std::size_t frame, const std::vector<std::size_t>& which, std::vector<Real>& values) {
        try {
            if (!state) state.emplace(run->getInitialState());
            run->restoreFrame(frame, *state);
            outputs->calc(which, *state, values);
        } catch (const std::bad_alloc&) {
            throw;
        } catch (...) {
            // The pose may have no accelerations: the curve has a gap, and the displayed frame shows the reason.
            std::fill(values.begin(), values.end(), NaN);
        }
    }

    const std::shared_ptr<const SimulationRun> run;
    const std::shared_ptr<const Outputs> outputs;
    /// Owned by the worker; empty until an output of the State is wanted.
    std::optional<State> state;

    mutable std::mutex mutex;
    std::condition_variable_any woken;
    /// Shared, guarded by mutex: collected values, whether to check for more frames, whether memory ran out, and whether the
    /// worker computes values.
    std::map<std::size_t, Track> tracks;
    bool looked = false, hasFailed = false, isComputing = false;
    /// Runs from the first request on. Declared last, so that it is joined before the members it uses are destroyed.
    std::jthread worker;
};

Sampler::Sampler(std::shared_ptr<const SimulationRun> run, std::shared_ptr<const Outputs> outputs)
    : impl_(std::make_unique<Impl>(std::move(run), std::move(outputs))) {}
Sampler::~Sampler() = default;

const Outputs& Sampler::getOutputs() const { return *impl_->outputs; }

void Sampler::want(std::size_t output) {
    {
        const std::lock_guard lock(impl_->mutex);
        if (impl_->tracks.try_emplace(output).second) impl_->looked = true;
    }
    impl_->woken.notify_one();
    // Also where a thread could not be started before.
    impl_->start();
}

bool Sampler::take(std::size_t output, const std::function<void(std::span<const Real>)>& sink) {
    const std::lock_guard lock(impl_->mutex);
    const auto at = impl_->tracks.find(output);
    if (at == impl_->tracks.end() || at->second.fresh.empty()) return false;
    Impl::Track& track = at->second;
    sink(track.fresh);
    track.taken = track.done;
    std::vector<Real>().swap(track.fresh);
    return true;
}

bool Sampler::continueSampling() {
    // Read first: frames stored after this are found by the next call.
    const bool computing = impl_->run->getStatus().phase == RunPhase::Running;
    const std::size_t frames = impl_->run->getTrajectory()->size();
    bool behind = false;
    {
        const std::lock_guard lock(impl_->mutex);
        if (impl_->hasFailed)
            return std::ranges::any_of(impl_->tracks, [](const auto& each) { return !each.second.fresh.empty(); });
        for (const auto& [output, track] : impl_->tracks) behind = behind || track.taken < frames;
        impl_->looked = true;
    }
    impl_->woken.notify_one();
    return computing || behind;
}

bool Sampler::isOutOfMemory() const {
    const std::lock_guard lock(impl_->mutex);
    return impl_->hasFailed;
}

void Sampler::retry() {
    {
        const std::lock_guard lock(impl_->mutex);
        if (!std::exchange(impl_->hasFailed, false)) return;
    }
    impl_->woken.notify_one();
}

void Sampler::stop() { impl_->worker.request_stop(); }

bool Sampler::isComputing() const {
    const std::lock_guard lock(impl_->mutex);
    return impl_->isComputing;
}

}  // namespace trammel
