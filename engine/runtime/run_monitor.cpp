// SPDX-License-Identifier: Apache-2.0
#include "runtime/run_monitor.h"

#include <algorithm>

#include "inspect/realization.h"

namespace trammel {

RunMonitor::RunMonitor(CompiledModelPtr model, SamplingProfiler::Clock clock)
    : model_(std::move(model)), clock_(clock), counter_(clock) {
    seconds_.fill(-1);
}
RunMonitor::~RunMonitor() = default;

// --- Controlling thread ---

void RunMonitor::changeSettings(const std::function<void(MonitorSettings&)>& change) {
    const std::lock_guard lock(mutex_);
    change(requested_);
    requestedVersion_.fetch_add(1, std::memory_order_release);
}
void RunMonitor::setBreakpoints(std::vector<Breakpoint> breakpoints) {
    const BreakpointContext context{model_, [this]() -> const Outputs& {
                                        if (!outputs_) outputs_ = std::make_unique<const Outputs>(model_);
                                        return *outputs_;
                                    }};
    std::vector<ArmedBreakpoint> armed;
    for (Breakpoint& b : breakpoints) {
        const BreakpointKind* const kind = b.enabled ? findBreakpointKind(b.kind) : nullptr;
        if (!kind) continue;
        if (auto test = kind->makeTest(b, context))
            armed.push_back({std::move(b), kind->isAboutSteps, std::move(test)});
    }
    changeSettings([&](MonitorSettings& w) { w.breakpoints = std::move(armed); });
}
void RunMonitor::setTracing(bool on) {
    changeSettings([&](MonitorSettings& w) { w.tracing = on; });
}
void RunMonitor::setProfiling(bool on) {
    changeSettings([&](MonitorSettings& w) { w.profiling = on; });
}
void RunMonitor::setRecordingDigests(bool on) {
    changeSettings([&](MonitorSettings& w) { w.digests = on; });
}
void RunMonitor::requestPause() {
    changeSettings([](MonitorSettings& w) { w.pauseSoon = true; });
}

void RunMonitor::setStopListener(std::function<void()> told) {
    const std::lock_guard lock(mutex_);
    stopListener_ = std::move(told);
}

std::shared_ptr<const PauseInfo> RunMonitor::getStop() const {
    const std::lock_guard lock(mutex_);
    return stop_;
}

void RunMonitor::command(Command command, Stage target) {
    const std::lock_guard lock(mutex_);
    if (!stop_) return;
    stop_ = nullptr;
    command_ = command;
    commandTarget_ = target;
    woken_.notify_all();
}

void RunMonitor::release() {
    const std::lock_guard lock(mutex_);
    released_ = true;
    stop_ = nullptr;
    woken_.notify_all();
}

RunMonitor::Trace RunMonitor::copyTrace() const {
    const std::lock_guard lock(mutex_);
    Trace trace{{}, ringTexts_};
    const std::size_t oldest = ring_.size() < traceCapacity() ? 0 : ringNext_;
    trace.events.reserve(ring_.size());
    for (std::size_t i = 0; i < ring_.size(); ++i) trace.events.push_back(ring_[(oldest + i) % ring_.size()]);
    return trace;
}

RunProfile RunMonitor::copyProfile() const {
    const std::lock_guard lock(mutex_);
    RunProfile profile = publishedProfile_;
    profile.steps = std::max(profile.steps, steps_.load(std::memory_order_relaxed));
    return profile;
}

std::vector<EntryDigest> RunMonitor::getDigests(std::size_t frame) const {
    const std::lock_guard lock(mutex_);
    return frame < digests_.size() ? digests_[frame] : std::vector<EntryDigest>();
}

// --- Worker, between steps ---

void RunMonitor::adoptSettings() {
    if (requestedVersion_.load(std::memory_order_acquire) == settingsVersion_) return;
    const std::lock_guard lock(mutex_);
    // Conditions that remain true do not pause again.
    std::vector<char> held(requested_.breakpoints.size(), 0);
    for (std::size_t i = 0; i < held.size(); ++i)
        for (std::size_t k = 0; k < settings_.breakpoints.size(); ++k)
            if (settings_.breakpoints[k].breakpoint == requested_.breakpoints[i].breakpoint) held[i] = held_[k];
    held_ = std::move(held);
    settings_ = requested_;
    requested_.pauseSoon = false;
    settingsVersion_ = requestedVersion_.load(std::memory_order_relaxed);
    if (settings_.pauseSoon) cause_ = "A pause was requested.";
}

bool RunMonitor::wantsNextStep(const State& s) {
    adoptSettings();
    reached_ = s.getSystemStage();
    const bool within = std::any_of(settings_.breakpoints.begin(), settings_.breakpoints.end(),
                                    [](const ArmedBreakpoint& b) { return !b.isAboutSteps; });
    observing_ = settings_.tracing || within || settings_.pauseSoon || mode_ == Command::OneStage ||
                 mode_ == Command::OneStep || mode_ == Command::ToStage;
    if (settings_.profiling) observing_ = counter_.beginStep(observing_) || observing_;
    if (settings_.tracing) stepBegan_ = now();
    return observing_;
}

void RunMonitor::stepTaken(const State& s, Real stepSize) {
    steps_.fetch_add(1, std::memory_order_relaxed);
    if (settings_.profiling) counter_.endStep(s.getTime());
    if (settings_.tracing) record(TraceEvent::Kind::StepTaken, s, now() - stepBegan_);
    for (std::size_t i = 0; i < settings_.breakpoints.size(); ++i) {
        if (!settings_.breakpoints[i].isAboutSteps) continue;
        looking_ = true;
        std::string cause = settings_.breakpoints[i].test->stepTaken(s, stepSize);
        looking_ = false;
        const bool held = std::exchange(held_[i], char(!cause.empty()));
        if (!cause.empty() && !held) hit(std::move(cause));
    }
    if (mode_ == Command::OneStep) hit("One integrator step was taken.");
    if (!fresh_.empty() || (settings_.profiling && counter_.isBurstOver())) publish();
    pauseIfHit(s);
}

void RunMonitor::frameStored(const State& s) {
    std::vector<EntryDigest> digests;
    if (settings_.digests) {
        looking_ = true;
        realize(*model_, s, Stage::Report);
        digests = digestEntries(s);
        looking_ = false;
    }
    const std::lock_guard lock(mutex_);
    digests_.push_back(std::move(digests));
}

void RunMonitor::publish() {
    const std::lock_guard lock(mutex_);
    for (TraceEvent& e : fresh_) {
        e.cause = ringTexts_.numberOf(texts_.textOf(e.cause));
        e.activity = ringTexts_.numberOf(texts_.textOf(e.activity));
        if (ring_.size() < traceCapacity())
            ring_.push_back(e);
        else
            ring_[ringNext_] = e;
        ringNext_ = (ringNext_ + 1) % traceCapacity();
    }
    fresh_.clear();
    if (settings_.profiling) publishedProfile_ = counter_.profile();
}

// --- Worker, notified by its State ---

template <class Test>
void RunMonitor::testWithinStep(const Test& test) {
    for (const ArmedBreakpoint& b : settings_.breakpoints)
        if (!b.isAboutSteps)
            if (std::string cause = test(*b.test); !cause.empty()) hit(std::move(cause));
}

TraceEvent* RunMonitor::record(TraceEvent::Kind kind, const State& s, double seconds) {
    if (!settings_.tracing) return nullptr;
    TraceEvent& e = fresh_.emplace_back();
    e.kind = kind;
    e.end = now();
    e.begin = seconds > 0 ? e.end - seconds : e.end;
    e.time = s.getTime();
    e.activity = texts_.numberOf(s.getActivity());
    return &e;
}

void RunMonitor::subsystemRealized(const State& s, SubsystemIndex subsystem, Stage stage, double seconds) {
    if (TraceEvent* const e = record(TraceEvent::Kind::StageRealized, s, seconds)) {
        e->stage = stage;
        e->subsystem = subsystem;
    }
    if (counts()) counter_.subsystemRealized(subsystem, stage, seconds);
}

void RunMonitor::systemRealized(const State& s, Stage stage, double seconds) {
    adoptSettings();
    if (TraceEvent* const e = record(TraceEvent::Kind::StageRealized, s, seconds)) e->stage = stage;
    if (counts()) counter_.systemRealized(s, stage, seconds);
    seconds_[std::size_t(int(stage))] = seconds;
    reached_ = stage;
    if (isPaused_ || looking_) return;
    if (mode_ == Command::OneStage || (mode_ == Command::ToStage && stage == target_))
        hit(stage.getName() + " was realized" + activityClause(s) + ".");
    testWithinStep([&](const BreakpointTest& test) { return test.stageRealized(s, stage); });
    pauseIfHit(s);
}

void RunMonitor::stagesInvalidated(const State& s, Stage lowest, const StateChange& change) {
    const Stage before = std::exchange(reached_, std::min(reached_, lowest.prev()));
    if (TraceEvent* const e = record(TraceEvent::Kind::StagesInvalidated, s, 0)) {
        e->stage = lowest;
        e->subsystem = change.subsystem;
        e->cause = texts_.numberOf(s.describe(change));
    }
    if (counts()) counter_.stagesInvalidated(lowest);
    if (isPaused_ || looking_) return;
    testWithinStep([&](const BreakpointTest& test) { return test.stagesInvalidated(s, lowest, before, change); });
}

void RunMonitor::entryInvalidated(const State& s, CacheEntryKey key, const StateChange& change) {
    if (counts()) counter_.entryInvalidated(key);
    if (TraceEvent* const e = record(TraceEvent::Kind::EntryInvalidated, s, 0)) {
        e->subsystem = key.subsystem;
        e->entry = key.entry;
        e->cause = texts_.numberOf(s.describe(change));
    }
}

void RunMonitor::entryComputed(const State& s, CacheEntryKey key, double seconds) {
    if (counts()) counter_.entryComputed(s, key, seconds);
    if (TraceEvent* const e = record(TraceEvent::Kind::EntryComputed, s, seconds)) {
        e->subsystem = key.subsystem;
        e->entry = key.entry;
    }
    if (isPaused_ || looking_) return;
    testWithinStep([&](const BreakpointTest& test) { return test.entryComputed(s, key); });
}

void RunMonitor::entryRead(const State&, CacheEntryKey key) {
    if (counts()) counter_.entryRead(key);
}

void RunMonitor::entryReadWhileInvalid(const State& s, CacheEntryKey key) {
    if (TraceEvent* const e = record(TraceEvent::Kind::EntryReadWhileInvalid, s, 0)) {
        e->subsystem = key.subsystem;
        e->entry = key.entry;
    }
    testWithinStep([&](const BreakpointTest& test) { return test.entryReadWhileInvalid(s, key); });
}

// --- Pausing ---

void RunMonitor::hit(std::string cause) {
    // The first cause is reported.
    if (cause_.empty()) cause_ = std::move(cause);
}

void RunMonitor::pauseIfHit(const State& s) {
    if (!cause_.empty()) pauseWorker(s);
}

std::shared_ptr<const PauseInfo> RunMonitor::describeStop(const State& s) const {
    auto stop = std::make_shared<PauseInfo>();
    stop->number = stops_;
    stop->cause = cause_;
    stop->activity = s.getActivity();
    stop->time = s.getTime();
    stop->stage = s.getSystemStage();
    stop->seconds = seconds_;
    Array_<StageVersion> versions;
    s.getSystemStageVersions(versions);
    stop->versions.assign(versions.begin(), versions.end());
    stop->variables = readVariables(*model_, s);
    if (stop->stage >= Stage::Instance) stop->equations = readEquations(*model_, s);
    stop->report = inspectState(*model_, s);
    for (const SubsystemReport& subsystem : stop->report.subsystems) {
        std::vector<std::string>& values = stop->values.emplace_back();
        for (const CacheEntryReport& e : subsystem.entries)
            values.push_back(e.validity == CacheValidity::Valid ? textOfEntry(s, e.key) : std::string());
    }
    stop->state = s;
    return stop;
}

void RunMonitor::pauseWorker(const State& s) {
    isPaused_ = true;
    const double since = now();
    while (true) {
        ++stops_;
        publish();
        std::function<void()> listener;
        {
            std::shared_ptr<const PauseInfo> stop = describeStop(s);
            const std::lock_guard lock(mutex_);
            if (released_) break;
            stop_ = std::move(stop);
            command_ = Command::None;
            listener = stopListener_;
        }
        if (listener) listener();
        std::unique_lock lock(mutex_);
        woken_.wait(lock, [this] { return released_ || command_ != Command::None; });
        mode_ = released_ ? Command::Resume : command_;
        target_ = commandTarget_;
        const bool toReport = mode_ == Command::OneStage || (mode_ == Command::ToStage && target_ == Stage::Report);
        if (!toReport || s.getSystemStage() != Stage::Acceleration) break;
        lock.unlock();
        // The run never realizes Report; do it for the debugger.
        realize(*model_, s, Stage::Report);
        cause_ = "Report was realized for the debugger.";
    }
    const double paused = now() - since;
    secondsPaused_ += paused;
    if (settings_.profiling) counter_.excludePause(paused);
    cause_.clear();
    isPaused_ = false;
}

}  // namespace trammel
