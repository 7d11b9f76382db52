// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/run_profile.h"
#include "system/state.h"

namespace trammel {

/// Counts what the steps of a run cost, by observing a few of them and so few that the run is hardly slower.
///
/// Some steps in a row are observed, so that it can be told what one step computes again from the inputs of the last;
/// then so many are left alone that what observing cost, compared with steps just before that were only timed, stays
/// within a hundredth or two of the whole. For one thread.
class CostCounter {
public:
    /// Tells wall time, s.
    using Clock = double (*)();
    static double wallTime();

    explicit CostCounter(Clock clock = &wallTime) : clock_(clock) {}

    /// Whether the step that begins now should be observed; @p anyway: it is observed for another reason.
    bool beginStep(bool anyway);
    /// The step is over, at simulated time @p time.
    void endStep(Real time);
    /// The steps in a row that were observed are over; what they say is complete.
    bool isBurstOver() const { return burstOver_; }
    const RunProfile& profile() const { return profile_; }
    /// While a worker stands nothing is counted, and it is no time of the run.
    void stand(double seconds);

    void subsystemRealized(SubsystemIndex subsystem, Stage stage, double seconds);
    void systemRealized(const State& state, Stage stage, double seconds);
    void stagesInvalidated(Stage lowest);
    void entryInvalidated(CacheEntryKey key);
    void entryComputed(const State& state, CacheEntryKey key, double seconds);
    void entryRead(CacheEntryKey key);

private:
    /// What a value depends on, directly or not.
    struct Inputs {
        bool time = false, q = false, u = false, z = false;
        std::vector<DiscreteVarKey> parameters;
    };
    struct Watch {
        bool known = false, unread = false;
        std::uint64_t inputs = 0;
    };
    /// Bits of a vector as one number, until it is written again.
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
    /// With as many bursts as belong into one.
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
    /// Wall time of steps that were only timed, and of those observed for their costs; the same number of each.
    double plain_ = 0, observed_ = 0;
    long bursts_ = 0;
    RunProfile::Slice slice_;
    Real lastTime_ = NaN;
    long burstsPerSlice_ = 1, burstsInSlice_ = 0;
};

}  // namespace trammel
