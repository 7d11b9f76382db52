// SPDX-License-Identifier: Apache-2.0
#include "runtime/sampling_profiler.h"

#include <algorithm>
#include <bit>
#include <chrono>

namespace trammel {

namespace {
/// Observed steps per burst, and timed steps before it.
constexpr long BurstSteps = 4;
/// Overhead of observation, relative to the run.
constexpr double Budget = 0.02;
constexpr long FewestSkipped = 40, MostSkipped = 4000;

std::size_t at(Stage stage) { return std::size_t(int(stage)); }
std::size_t at(SubsystemIndex s) { return std::size_t(int(s)); }
std::size_t at(CacheEntryIndex e) { return std::size_t(int(e)); }

/// FNV-1a, word by word.
constexpr std::uint64_t FnvStart = 14695981039346656037ull, FnvPrime = 1099511628211ull;
void mix(std::uint64_t& bits, std::uint64_t word) { bits = (bits ^ word) * FnvPrime; }
std::uint64_t bitsOf(const Vector& v) {
    std::uint64_t bits = FnvStart;
    for (int i = 0; i < v.size(); ++i) mix(bits, std::bit_cast<std::uint64_t>(v[i]));
    return bits;
}
}  // namespace

double SamplingProfiler::wallTime() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

RunProfile::Entry& RunProfile::Entry::operator+=(const Entry& other) {
    computed.count += other.computed.count;
    computed.seconds += other.computed.seconds;
    computed.sameInputs += other.computed.sameInputs;
    invalidated += other.invalidated;
    read += other.read;
    unread += other.unread;
    return *this;
}

RunProfile::Slice& RunProfile::Slice::operator+=(const Slice& next) {
    if (steps == 0) begin = next.begin;
    end = next.end;
    steps += next.steps;
    for (std::size_t i = 0; i < seconds.size(); ++i) seconds[i] += next.seconds[i];
    entries += next.entries;
    return *this;
}

// --- Selection of steps ---

bool SamplingProfiler::beginStep(bool anyway) {
    burstOver_ = false;
    const bool asked = phase_ == Phase::Observing;
    if (asked && left_ == BurstSteps) beginBurst();
    observing_ = asked || anyway;
    if (phase_ != Phase::Skipping || observing_) began_ = clock_();
    return asked;
}

void SamplingProfiler::endStep(Real time) {
    ++profile_.steps;
    const double seconds = phase_ != Phase::Skipping || observing_ ? clock_() - began_ : 0;
    if (observing_) {
        ++profile_.stepsObserved;
        profile_.secondsObserved += seconds;
        ++slice_.steps;
    }
    if (slice_.steps == 1 && observing_) slice_.begin = std::isnan(lastTime_) ? time : lastTime_;
    lastTime_ = time;
    // With every step observed, slices have the length of a burst.
    if (phase_ != Phase::Observing && slice_.steps == BurstSteps) endSlice(time);
    if (phase_ == Phase::Timing) plain_ += seconds;
    if (phase_ == Phase::Observing) observed_ += seconds;
    if (--left_ > 0) return;
    switch (phase_) {
        case Phase::Skipping:
            phase_ = Phase::Timing;
            left_ = BurstSteps;
            return;
        case Phase::Timing:
            phase_ = Phase::Observing;
            left_ = BurstSteps;
            return;
        case Phase::Observing: {
            // The first steps are too few and cold.
            const bool warm = bursts_++ > 0;
            if (!warm) plain_ = observed_ = 0;
            const double cost = warm && plain_ > 0 ? std::max(observed_ / plain_ - 1, 0.) : 1;
            phase_ = Phase::Skipping;
            left_ = std::clamp(long(double(BurstSteps) * cost / Budget), FewestSkipped, MostSkipped);
            burstOver_ = true;
            endSlice(time);
        }
    }
}

void SamplingProfiler::excludePause(double seconds) { began_ += seconds; }

void SamplingProfiler::beginBurst() {
    // Unobserved steps interrupt the history.
    for (auto& watches : watches_) std::fill(watches.begin(), watches.end(), Watch());
    stageWatches_.fill({});
}

void SamplingProfiler::endSlice(Real time) {
    slice_.end = time;
    if (++burstsInSlice_ < burstsPerSlice_) return;
    if (profile_.slices.size() == RunProfile::maxSlices()) {
        // Merge pairs of slices; new slices are twice as long.
        for (std::size_t i = 0; 2 * i < profile_.slices.size(); ++i) {
            RunProfile::Slice both = profile_.slices[2 * i];
            both += profile_.slices[2 * i + 1];
            profile_.slices[i] = both;
        }
        profile_.slices.resize(RunProfile::maxSlices() / 2);
        burstsPerSlice_ *= 2;
    }
    profile_.slices.push_back(slice_);
    slice_ = {};
    burstsInSlice_ = 0;
}

// --- Dependencies ---

void SamplingProfiler::addStage(const State& s, Stage stage, Inputs& inputs) {
    inputs.time |= stage >= Stage::Time;
    inputs.q |= stage >= Stage::Position;
    inputs.u |= stage >= Stage::Velocity;
    inputs.z |= stage >= Stage::Dynamics;
    for (int i = 0; i < s.getNumSubsystems(); ++i) {
        const auto& variables = s.getPerSubsystemInfo(SubsystemIndex(i)).discreteVariables;
        for (std::size_t v = 0; v < variables.size(); ++v)
            if (variables[v].getInvalidatedStage() <= stage)
                inputs.parameters.push_back({SubsystemIndex(i), DiscreteVariableIndex(v)});
    }
}

void SamplingProfiler::addInputs(const State& s, CacheEntryKey key, Inputs& inputs) const {
    const CacheEntryInfo& info = s.getCacheEntryInfo(key);
    inputs.q |= info.dependsOnQ();
    inputs.u |= info.dependsOnU();
    inputs.z |= info.dependsOnZ();
    inputs.parameters.insert(inputs.parameters.end(), info.getDiscretePrerequisites().begin(),
                             info.getDiscretePrerequisites().end());
    for (const CacheEntryKey upstream : info.getCachePrerequisites()) addInputs(s, upstream, inputs);
}

void SamplingProfiler::learn(const State& s) {
    for (int i = 0; i < s.getNumSubsystems(); ++i) {
        const auto& entries = s.getPerSubsystemInfo(SubsystemIndex(i)).cacheEntries;
        std::vector<Inputs> inputs(entries.size());
        std::vector<Stage> latest;
        for (std::size_t e = 0; e < entries.size(); ++e) {
            addStage(s, entries[e].getDependsOnStage(), inputs[e]);
            addInputs(s, {SubsystemIndex(i), CacheEntryIndex(e)}, inputs[e]);
            latest.push_back(entries[e].getComputedByStage());
        }
        watches_.emplace_back(entries.size());
        profile_.entries.emplace_back(entries.size());
        entryInputs_.push_back(std::move(inputs));
        latest_.push_back(std::move(latest));
    }
    profile_.subsystems.resize(std::size_t(s.getNumSubsystems()));
    for (Stage stage = Stage::Topology; stage <= Stage::Report; stage = stage.next())
        addStage(s, stage, stageInputs_[at(stage)]);
}

std::uint64_t SamplingProfiler::digest(const State& s, const Inputs& inputs) {
    const auto refresh = [](Digest& known, ValueVersion version, const Vector& v) {
        if (known.version != version) known = {version, bitsOf(v)};
        return known.bits;
    };
    std::uint64_t bits = FnvStart;
    if (inputs.time) mix(bits, std::bit_cast<std::uint64_t>(s.getTime()));
    if (inputs.q) mix(bits, refresh(q_, s.getQValueVersion(), s.getQ()));
    if (inputs.u) mix(bits, refresh(u_, s.getUValueVersion(), s.getU()));
    if (inputs.z) mix(bits, refresh(z_, s.getZValueVersion(), s.getZ()));
    // Parameters are compared by version: written counts as changed.
    for (const DiscreteVarKey key : inputs.parameters)
        mix(bits, std::uint64_t(s.getDiscreteVarInfo(key).getValueVersion()));
    return bits;
}

// --- Observations ---

RunProfile::Entry& SamplingProfiler::entry(CacheEntryKey key) {
    return profile_.entries[at(key.subsystem)][at(key.entry)];
}
SamplingProfiler::Watch& SamplingProfiler::watch(CacheEntryKey key) {
    return watches_[at(key.subsystem)][at(key.entry)];
}

void SamplingProfiler::loseUnread(RunProfile::Entry& entry, Watch& watch) {
    if (!watch.unread) return;
    watch.unread = false;
    ++entry.unread;
    ++slice_.entries.unread;
}

void SamplingProfiler::subsystemRealized(SubsystemIndex subsystem, Stage stage, double seconds) {
    if (at(subsystem) < profile_.subsystems.size()) profile_.subsystems[at(subsystem)][at(stage)].add(seconds);
}

void SamplingProfiler::systemRealized(const State& s, Stage stage, double seconds) {
    if (entryInputs_.empty()) learn(s);
    profile_.system[at(stage)].add(seconds);
    slice_.seconds[at(stage)] += seconds;
    const std::uint64_t inputs = digest(s, stageInputs_[at(stage)]);
    Watch& before = stageWatches_[at(stage)];
    if (before.known && before.inputs == inputs) ++profile_.system[at(stage)].sameInputs;
    before = {true, false, inputs};
}

void SamplingProfiler::stagesInvalidated(Stage lowest) { ++profile_.losses[at(lowest)]; }

void SamplingProfiler::entryInvalidated(CacheEntryKey key) {
    if (entryInputs_.empty()) return;
    RunProfile::Entry& e = entry(key);
    ++e.invalidated;
    ++slice_.entries.invalidated;
    loseUnread(e, watch(key));
}

void SamplingProfiler::entryComputed(const State& s, CacheEntryKey key, double seconds) {
    if (entryInputs_.empty()) learn(s);
    RunProfile::Entry& e = entry(key);
    Watch& w = watch(key);
    loseUnread(e, w);
    const std::uint64_t inputs = digest(s, entryInputs_[at(key.subsystem)][at(key.entry)]);
    if (w.known && w.inputs == inputs) {
        ++e.computed.sameInputs;
        ++slice_.entries.computed.sameInputs;
    }
    e.computed.add(seconds);
    slice_.entries.computed.add(seconds);
    // Values computed before their stage requires them were requested explicitly.
    const bool forItsStage = s.getSubsystemStage(key.subsystem).next() >= latest_[at(key.subsystem)][at(key.entry)];
    w = {true, forItsStage, inputs};
}

void SamplingProfiler::entryRead(CacheEntryKey key) {
    if (entryInputs_.empty()) return;
    ++entry(key).read;
    ++slice_.entries.read;
    watch(key).unread = false;
}

}  // namespace trammel
