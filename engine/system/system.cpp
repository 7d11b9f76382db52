// SPDX-License-Identifier: Apache-2.0
#include "system/system.h"

#include <chrono>
#include <sstream>

#include "base/exceptions.h"
#include "system/default_system_subsystem.h"
#include "system/state_data.h"

namespace trammel {

System::System(std::string name) : name_(std::move(name)), default_(std::make_unique<DefaultSystemSubsystem>(*this)) {}
System::~System() = default;
System::operator const Subsystem&() const { return *default_; }
System::operator Subsystem&() { return *default_; }

SubsystemIndex System::adoptSubsystem(Subsystem& subsystem) {
    if (!subsystem.unadopted_)
        throw Exception("System::adoptSubsystem(): the subsystem does not own guts that could be moved to system '" +
                        name_ + "'.");
    invalidateSystemTopologyCache();
    Subsystem::Guts& guts = *subsystem.unadopted_;
    guts.system_ = this;
    guts.index_ = SubsystemIndex(guts_.size());
    guts_.push_back(std::move(subsystem.unadopted_));
    return guts.index_;
}

const Subsystem::Guts& System::getSubsystemGuts(SubsystemIndex ix) const {
    if (ix < 0 || ix >= getNumSubsystems())
        throw IndexOutOfRange("System::getSubsystem()", "subsystem of system '" + name_ + "'", ix, getNumSubsystems());
    return *guts_[std::size_t(int(ix))];
}
Subsystem::Guts& System::updSubsystemGuts(SubsystemIndex ix) {
    return const_cast<Subsystem::Guts&>(getSubsystemGuts(ix));
}
const Subsystem& System::getSubsystem(SubsystemIndex ix) const {
    return getSubsystemGuts(ix).getOwnerSubsystemHandle();
}

// --- Topology ---

void System::invalidateSystemTopologyCache() const {
    if (!topologyRealized_) return;
    topologyRealized_ = false;
    ++topologyVersion_;
}

const State& System::realizeTopology() const {
    ++counters_.realizeCalls;
    if (topologyRealized_) return defaultState_;
    State state;
    state.setNumSubsystems(getNumSubsystems());
    for (int i = 0; i < getNumSubsystems(); ++i)
        state.initializeSubsystem(SubsystemIndex(i), guts_[std::size_t(i)]->getName(),
                                  guts_[std::size_t(i)]->getVersion());
    state.setSystemTopologyStageVersion(topologyVersion_);

    const SubsystemIndex defaultIndex = default_->getMySubsystemIndex();
    tasks_ = {};
    for (int g = Stage::Topology; g <= Stage::Report; ++g) {
        std::vector<SubsystemIndex> order = realizationOrder(Stage(g));
        std::erase(order, defaultIndex);
        order.push_back(defaultIndex);
        for (const SubsystemIndex ix : order) {
            const Subsystem::Guts& guts = *guts_[std::size_t(int(ix))];
            tasks_[std::size_t(g)].push_back({&guts, ix, true, guts.getNumMeasures() > 0});
        }
    }

    default_->guts().allocateRegister(state);
    for (const Task& task : tasks_[Stage::Topology]) {
        callHook(task.index, state, Stage::Topology);
        state.advanceSubsystemToStage(task.index, Stage::Topology);
    }
    for (std::size_t g = Stage::Instance + 1; g <= Stage::Report; ++g) {
        numBusy_[g] = 0;
        for (std::size_t i = 0; i < tasks_[g].size(); ++i) {
            Task& task = tasks_[g][i];
            task.hasWork = task.guts->hasWorkAt(Stage(int(g)));
            if (!task.isIdle()) numBusy_[g] = i + 1;
        }
    }
    state.advanceSystemToStage(Stage::Topology);
    ++counters_.realizations[Stage::Topology];
    topologyRealized_ = true;
    // The default State must have its variables.
    realizeStage(state, Stage::Model);
    defaultState_ = std::move(state);
    return defaultState_;
}

const State& System::getDefaultState() const {
    if (!topologyRealized_)
        throw StageTooLow("System::getDefaultState()", "the default State of system '" + name_ + "'", Stage::Topology,
                          Stage::Empty);
    return defaultState_;
}
State& System::updDefaultState() { return const_cast<State&>(getDefaultState()); }

inline void System::requireCurrentTopology(const State& s, const char* where) const {
    const StateData& d = *s.data_;
    if (!topologyRealized_ || d.topologyVersion != topologyVersion_ || d.subsystems.size() != guts_.size())
        refuseStaleState(s, where);
}
void System::refuseStaleState(const State& s, const char* where) const {
    throw StaleState(where, name_, s.getSystemTopologyStageVersion(), topologyVersion_);
}

// --- Realization ---

std::vector<SubsystemIndex> System::realizationOrder(Stage) const {
    std::vector<SubsystemIndex> order;
    order.reserve(guts_.size());
    for (int i = 0; i < getNumSubsystems(); ++i) order.push_back(SubsystemIndex(i));
    return order;
}

namespace {
/// Calls the hook of a stage from Instance on; these fill the cache only.
[[gnu::always_inline]] inline void callCacheHook(const Subsystem::Guts& guts, const State& s, Stage stage) {
    switch (stage.level()) {
        case Stage::Instance: guts.realizeSubsystemInstanceImpl(s); break;
        case Stage::Time: guts.realizeSubsystemTimeImpl(s); break;
        case Stage::Position: guts.realizeSubsystemPositionImpl(s); break;
        case Stage::Velocity: guts.realizeSubsystemVelocityImpl(s); break;
        case Stage::Dynamics: guts.realizeSubsystemDynamicsImpl(s); break;
        case Stage::Acceleration: guts.realizeSubsystemAccelerationImpl(s); break;
        case Stage::Report: guts.realizeSubsystemReportImpl(s); break;
        default: break;
    }
}

/// Cold path: the subsystem's stage was changed meanwhile.
[[gnu::noinline, gnu::cold]] void advanceFromElsewhere(const State& s, SubsystemIndex ix, Stage stage) {
    s.advanceSubsystemToStage(ix, stage);
}
}  // namespace

void System::callHook(SubsystemIndex ix, State& s, Stage stage) const {
    const Subsystem::Guts& guts = *guts_[std::size_t(int(ix))];
    if (stage <= Stage::Instance) default_->guts().forgetEvents(s, ix, stage);
    if (stage == Stage::Topology)
        guts.realizeSubsystemTopologyImpl(s);
    else if (stage == Stage::Model)
        guts.realizeSubsystemModelImpl(s);
    else
        callCacheHook(guts, s, stage);
    if (guts.getNumMeasures() > 0) guts.realizeMeasures(s, stage);
}

void System::realizeStage(const State& constState, Stage stage) const {
    // Hooks of Topology and Model have write access; others write the cache only, which is mutable.
    State& s = const_cast<State&>(constState);
    const std::vector<Task>& tasks = tasks_[std::size_t(int(stage))];
    RealizationObserver* const observer = s.getObserver();
    using Clock = std::chrono::steady_clock;
    const auto systemStart = Clock::now();
    const auto secondsSince = [](Clock::time_point start) {
        return std::chrono::duration<double>(Clock::now() - start).count();
    };
    for (const Task& task : tasks) {
        const SubsystemIndex ix = task.index;
        if (s.getSubsystemStage(ix) >= stage) continue;
        const auto start = Clock::now();
        callHook(ix, s, stage);
        s.advanceSubsystemToStage(ix, stage);
        if (observer) observer->subsystemRealized(s, ix, stage, secondsSince(start));
    }
    s.advanceSystemToStage(stage);
    ++counters_.realizations[std::size_t(int(stage))];
    if (observer) observer->systemRealized(s, stage, secondsSince(systemStart));
}

template <Stage::Level G>
[[gnu::always_inline]] inline void System::realizeNext(State& s) const {
    constexpr Stage stage = G, before = Stage(G).prev();
    StateData& d = *s.data_;
    const StageVersion version = d.stageVersions[G];
    const auto advance = [&](const Task& task, PerSubsystemInfo& sub) __attribute__((always_inline)) {
        if (sub.stage != before) return advanceFromElsewhere(s, task.index, stage);
        sub.stage = stage;
        if (sub.stagesWithEntries >> stage & 1) d.reach(sub, stage, [](int) {});
    };
    const Task* task = tasks_[G].data();
    for (const Task* const lastBusy = task + numBusy_[G]; task != lastBusy; ++task) {
        PerSubsystemInfo& sub = d.subsystems[std::size_t(int(task->index))];
        if (sub.stage >= stage) continue;
        if (task->hasWork) callCacheHook(*task->guts, s, stage);
        if (task->hasMeasures) task->guts->realizeMeasures(s, stage);
        advance(*task, sub);
    }
    // The remaining tasks are idle: just advance their stage.
    for (const Task* const end = std::to_address(tasks_[G].end()); task != end; ++task)
        if (PerSubsystemInfo& sub = d.subsystems[std::size_t(int(task->index))]; sub.stage < stage) advance(*task, sub);
    ++counters_.realizations[G];
    // All subsystems are at the stage, unless a hook has invalidated others.
    if (d.stageVersions[G] == version)
        d.systemStage = stage;
    else
        s.advanceSystemToStage(stage);
}

void System::realizeUnwatched(State& s, Stage target) const {
    StateData& d = *s.data_;
    while (d.systemStage < target) {
        switch (d.systemStage.level()) {
            case Stage::Instance: realizeNext<Stage::Time>(s); break;
            case Stage::Time: realizeNext<Stage::Position>(s); break;
            case Stage::Position: realizeNext<Stage::Velocity>(s); break;
            case Stage::Velocity: realizeNext<Stage::Dynamics>(s); break;
            case Stage::Dynamics: realizeNext<Stage::Acceleration>(s); break;
            case Stage::Acceleration: realizeNext<Stage::Report>(s); break;
            default: return;
        }
    }
}

void System::realizeModel(State& s) const {
    ++counters_.realizeCalls;
    requireCurrentTopology(s, "System::realizeModel()");
    if (s.getSystemStage() < Stage::Topology)
        throw StageTooLow("System::realizeModel()", "a State's Model stage", Stage::Topology, s.getSystemStage());
    if (s.getSystemStage() < Stage::Model) realizeStage(s, Stage::Model);
}

void System::realize(const State& s, Stage stage) const {
    ++counters_.realizeCalls;
    requireCurrentTopology(s, "System::realize()");
    // Fast path, taken at every step; the general path below is equivalent.
    const StateData& d = *s.data_;
    if (d.cachingEnabled && d.systemStage >= Stage::Instance && !d.observer) {
        realizeUnwatched(const_cast<State&>(s), Stage(std::min<int>(stage, Stage::HighestRuntime)));
        return;
    }
    if (s.getSystemStage() < Stage::Model)
        throw StageTooLow("System::realize()", "realization (call realizeModel() first)", Stage::Model,
                          s.getSystemStage());
    const State::RealizationScope scope(s);
    const int target = std::min<int>(std::max<int>(stage, scope.stageBefore()), Stage::HighestRuntime);
    while (s.getSystemStage() < target) {
        if (s.getSystemStage() >= Stage::Instance && !s.getObserver())
            return realizeUnwatched(const_cast<State&>(s), Stage(target));
        realizeStage(s, s.getSystemStage().next());
    }
}

void System::calcDecorativeGeometryAndAppend(const State& s, Stage stage, Array_<DecorativeGeometry>& geometry) const {
    if (s.getSystemStage() < stage)
        throw StageTooLow("System::calcDecorativeGeometryAndAppend()", "geometry of that stage", stage,
                          s.getSystemStage());
    for (int g = Stage::Topology; g <= int(stage); ++g)
        for (const auto& guts : guts_) guts->calcDecorativeGeometryAndAppendImpl(s, Stage(g), geometry);
}

// --- For studies ---

void System::prescribe(State& s) const {
    realize(s, Stage::Time);
    prescribeQ(s);
    realize(s, Stage::Position);
    prescribeU(s);
}

ProjectResults System::projectQ(State& s, Vector&, const ProjectOptions&) const {
    realize(s, Stage::Position);
    return {};
}
ProjectResults System::projectU(State& s, Vector&, const ProjectOptions&) const {
    realize(s, Stage::Velocity);
    return {};
}

void System::requireProjected(const State& s, const ProjectResults& results, bool positions, Real accuracy) const {
    if (results.status == ProjectResults::Status::Succeeded) return;
    std::ostringstream text;
    text << (positions ? "System::projectQ()" : "System::projectU()") << ": the constraints of '" << name_
         << "' cannot be satisfied to " << accuracy << " from here";
    if (const int worst = results.worstError; worst >= 0)
        text << "; the largest error is that of " << (positions ? describeQErr(s, worst) : describeUErr(s, worst))
             << ", " << results.errorAfter;
    throw Exception(text.str() + ".");
}

void System::projectQ(State& s, Real accuracy) const {
    Vector noEstimate;
    ProjectOptions options;
    options.tolerance = accuracy;
    realize(s, Stage::Time);
    prescribeQ(s);
    requireProjected(s, projectQ(s, noEstimate, options), true, accuracy);
    realize(s, Stage::Position);
}
void System::projectU(State& s, Real accuracy) const {
    Vector noEstimate;
    ProjectOptions options;
    options.tolerance = accuracy;
    realize(s, Stage::Position);
    prescribeU(s);
    requireProjected(s, projectU(s, noEstimate, options), false, accuracy);
    realize(s, Stage::Velocity);
}
void System::project(State& s, Real accuracy) const {
    projectQ(s, accuracy);
    projectU(s, accuracy);
}

std::string System::describeY(const State& s, int i) const {
    const int nq = s.getNQ(), nu = s.getNU();
    for (int k = 0; k < getNumSubsystems(); ++k) {
        const SubsystemIndex ix(k);
        const Subsystem::Guts& guts = *guts_[std::size_t(k)];
        if (const int q = i - s.getQStart(ix); i < nq && q >= 0 && q < s.getNQ(ix)) return guts.nameOfQ(s, q);
        if (const int u = i - nq - s.getUStart(ix); i >= nq && i < nq + nu && u >= 0 && u < s.getNU(ix))
            return guts.nameOfU(u);
        if (const int z = i - nq - nu - s.getZStart(ix); i >= nq + nu && z >= 0 && z < s.getNZ(ix))
            return guts.nameOfZ(z);
    }
    throw IndexOutOfRange("System::describeY()", "state variable", i, s.getNY());
}
std::string System::describeQErr(const State&, int i) const { return "position error " + std::to_string(i); }
std::string System::describeUErr(const State&, int i) const { return "velocity error " + std::to_string(i); }

// --- Events ---

void System::addEventHandler(ScheduledEventHandler* handler) { default_->addEventHandler(handler); }
void System::addEventHandler(TriggeredEventHandler* handler) { default_->addEventHandler(handler); }
void System::addEventReporter(ScheduledEventReporter* reporter) const { default_->addEventReporter(reporter); }
void System::addEventReporter(TriggeredEventReporter* reporter) const { default_->addEventReporter(reporter); }

void System::calcEventTriggerInfo(const State& s, Array_<EventTriggerInfo>& all) const {
    all.clear();
    for (const auto& guts : guts_) {
        Array_<EventTriggerInfo> told;
        guts->calcEventTriggerInfo(s, told);
        const auto own = default_->guts().completeTriggerInfo(s, guts->getMySubsystemIndex(), told);
        all.insert(all.end(), own.begin(), own.end());
    }
}

template <class Ask>
void System::findEarliest(const State& s, Ask ask, Real& t, Array_<EventId>& ids) const {
    t = Infinity;
    ids.clear();
    for (const auto& guts : guts_) {
        Real own = Infinity;
        Array_<EventId> ownIds;
        ask(*guts, own, ownIds);
        for (const EventId id : ownIds) default_->guts().requireEvent(s, guts->getMySubsystemIndex(), id);
        if (own < t) {
            t = own;
            ids.clear();
        }
        if (own == t) ids.insert(ids.end(), ownIds.begin(), ownIds.end());
    }
}

void System::calcTimeOfNextScheduledEvent(const State& s, Real& t, Array_<EventId>& ids, bool includeCurrent) const {
    const auto ask = [&](const Subsystem::Guts& g, Real& own, Array_<EventId>& ownIds) {
        g.calcTimeOfNextScheduledEvent(s, own, ownIds, includeCurrent);
    };
    findEarliest(s, ask, t, ids);
}
void System::calcTimeOfNextScheduledReport(const State& s, Real& t, Array_<EventId>& ids, bool includeCurrent) const {
    const auto ask = [&](const Subsystem::Guts& g, Real& own, Array_<EventId>& ownIds) {
        g.calcTimeOfNextScheduledReport(s, own, ownIds, includeCurrent);
    };
    findEarliest(s, ask, t, ids);
}

void System::handleEvents(State& s, Event::Cause cause, const Array_<EventId>& ids, const HandleEventsOptions& options,
                          HandleEventsResults& results) const {
    ++counters_.handleEventCalls;
    results.clear().setExitStatus(HandleEventsResults::Succeeded);
    Array_<StageVersion> before;
    s.getSystemStageVersions(before);
    const Real time = s.getTime();
    for (const auto& guts : guts_) guts->sampleMeasures(s, ids);
    Array_<EventId> own;
    for (const auto& guts : guts_) {
        default_->findSubsystemEventIds(guts->getMySubsystemIndex(), s, ids, own);
        if (cause.hasEventIds() && own.empty()) continue;
        // Names the writer for the observer.
        const std::string who = s.getObserver() ? "event handler of '" + guts->getName() + "'" : std::string();
        const State::ActivityScope scope(s, who.empty() ? s.getActivity() : who);
        guts->handleEvents(s, cause, own, options, results);
        if (s.getTime() != time)
            throw Exception("System::handleEvents(): subsystem '" + guts->getName() +
                            "' changed the time while handling an event. A handler must not change the time.");
        if (results.getExitStatus() == HandleEventsResults::Failed) break;
    }
    if (cause == Event::Cause::Initialization)
        for (const auto& guts : guts_) guts->initializeMeasures(s);
    results.setLowestModifiedStage(
        std::min(results.getLowestModifiedStage(), s.getLowestSystemStageDifference(before)));
    if (const Stage changed = results.getLowestModifiedStage(); changed < Stage::Infinity)
        ++counters_.changes[std::size_t(int(changed))];
}

void System::reportEvents(const State& s, Event::Cause cause, const Array_<EventId>& ids) const {
    ++counters_.reportEventCalls;
    ++counters_.changes[Stage::Report];
    Array_<EventId> own;
    for (const auto& guts : guts_) {
        default_->findSubsystemEventIds(guts->getMySubsystemIndex(), s, ids, own);
        if (!own.empty()) guts->reportEvents(s, cause, own);
    }
}

}  // namespace trammel
