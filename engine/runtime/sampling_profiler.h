// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/run_profile.h"
#include "system/state.h"

namespace trammel {

/// Sampling profiler: measures the cost of a run from few observed steps, with negligible overhead.
///
/// Observes bursts of consecutive steps, to detect recomputation from identical inputs; then pauses until the overhead,
/// estimated from timed steps just before, is within one or two percent of the run. For one thread.
class SamplingProfiler {
public:
    /// Returns wall time, s.
    using Clock = double (*)();
    static double wallTime();

    explicit SamplingProfiler(Clock clock = &wallTime) : clock_(clock) {}

    /// True if the next step should be observed; @p anyway: it is observed for another reason.
    bool beginStep(bool anyway);
    /// Ends a step at simulated time @p time.
    void endStep(Real time);
    /// True after the last step of a burst, when its data is complete.
    bool isBurstOver() const { return burstOver_; }
    const RunProfile& profile() const { return profile_; }
    /// Excludes a pause of the worker from the measurements.
    void excludePause(double seconds);

    void subsystemRealized(SubsystemIndex subsystem, Stage stage, double seconds);
    void systemRealized(const State& state, Stage stage, double seconds);
    void stagesInvalidated(Stage lowest);
    void entryInvalidated(CacheEntryKey key);
    void entryComputed(const State& state, CacheEntryKey key, double seconds);
    void entryRead(CacheEntryKey key);

private:
    /// Direct and indirect inputs of a value.
    struct Inputs {
        bool time = false, q = false, u = false, z = false;
        std::vector<DiscreteVarKey> parameters;
    };
    struct Watch {
        bool known = false, unread = false;
        std::uint64_t inputs = 0;
    };
    /// Hash of a vector's bits, valid until it is written.
    struct Digest {
        ValueVersion version = 0;
        std::uint64_t bits = 0;
    };

    void learn(const State& state);
    void addInputs(const State& state, CacheEntryKey key, Inputs& inputs) const;
    static void addStage(const State& state, Stage stage, Inputs& inputs);
    std::uint64_t digest(const State& state, const Inputs& inputs);
    RunProfile::Entry& entry(CacheEntryKey key);
    Watch& watch(CacheEntryKey key);
    void beginBurst();
    /// When the number of bursts per slice is reached.
    void endSlice(Real time);
    void loseUnread(RunProfile::Entry& entry, Watch& watch);

    Clock clock_;
    RunProfile profile_;
    /// By subsystem and entry; by stage.
    std::vector<std::vector<Inputs>> entryInputs_;
    std::vector<std::vector<Watch>> watches_;
    std::vector<std::vector<Stage>> latest_;
    std::array<Inputs, Stage::NValid> stageInputs_;
    std::array<Watch, Stage::NValid> stageWatches_;
    Digest q_, u_, z_;

    enum class Phase { Skipping, Timing, Observing };
    Phase phase_ = Phase::Timing;
    long left_ = 1;
    bool observing_ = false, burstOver_ = false;
    double began_ = 0;
    /// Wall time of timed steps and of observed steps; equal numbers of each.
    double plain_ = 0, observed_ = 0;
    long bursts_ = 0;
    RunProfile::Slice slice_;
    Real lastTime_ = NaN;
    long burstsPerSlice_ = 1, burstsInSlice_ = 0;
};

}  // namespace trammel
