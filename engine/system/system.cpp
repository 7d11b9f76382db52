// SPDX-License-Identifier: Apache-2.0
#include "system/system.h"

#include <chrono>

#include "base/exceptions.h"

namespace trammel {

System::System(std::string name) : name_(std::move(name)) {}
System::~System() = default;

SubsystemIndex System::adoptSubsystem(Subsystem& subsystem) {
    if (!subsystem.unadopted_)
        throw Exception("System::adoptSubsystem(): the subsystem has no guts of its own to give to system '" + name_ +
                        "'.");
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
    if (topologyRealized_) return defaultState_;
    State state;
    state.setNumSubsystems(getNumSubsystems());
    for (int i = 0; i < getNumSubsystems(); ++i)
        state.initializeSubsystem(SubsystemIndex(i), guts_[std::size_t(i)]->getName(),
                                  guts_[std::size_t(i)]->getVersion());
    state.setSystemTopologyStageVersion(topologyVersion_);

    order_.assign(Stage::NRealizable, {});
    for (int g = Stage::Topology; g <= Stage::Report; ++g) order_[std::size_t(g)] = realizationOrder(Stage(g));

    for (const SubsystemIndex ix : order_[Stage::Topology]) {
        callHook(*guts_[std::size_t(int(ix))], state, Stage::Topology);
        state.advanceSubsystemToStage(ix, Stage::Topology);
    }
    state.advanceSystemToStage(Stage::Topology);
    topologyRealized_ = true;
    // The default State is useful only once its variables exist.
    realizeModel(state);
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

void System::requireCurrentTopology(const State& s, const char* where) const {
    if (!topologyRealized_ || s.getSystemTopologyStageVersion() != topologyVersion_ ||
        s.getNumSubsystems() != getNumSubsystems())
        throw StaleState(where, name_, s.getSystemTopologyStageVersion(), topologyVersion_);
}

// --- Realization ---

std::vector<SubsystemIndex> System::realizationOrder(Stage) const {
    std::vector<SubsystemIndex> order;
    order.reserve(guts_.size());
    for (int i = 0; i < getNumSubsystems(); ++i) order.push_back(SubsystemIndex(i));
    return order;
}

int System::callHook(const Subsystem::Guts& guts, State& s, Stage stage) const {
    switch (stage.level()) {
        case Stage::Topology: return guts.realizeSubsystemTopologyImpl(s);
        case Stage::Model: return guts.realizeSubsystemModelImpl(s);
        case Stage::Instance: return guts.realizeSubsystemInstanceImpl(s);
        case Stage::Time: return guts.realizeSubsystemTimeImpl(s);
        case Stage::Position: return guts.realizeSubsystemPositionImpl(s);
        case Stage::Velocity: return guts.realizeSubsystemVelocityImpl(s);
        case Stage::Dynamics: return guts.realizeSubsystemDynamicsImpl(s);
        case Stage::Acceleration: return guts.realizeSubsystemAccelerationImpl(s);
        case Stage::Report: return guts.realizeSubsystemReportImpl(s);
        case Stage::Empty:
        case Stage::Infinity: break;
    }
    return 0;
}

void System::realizeStage(const State& constState, Stage stage) const {
    // Hooks of Model and Topology get write access; for the others only the cache is written, which is mutable.
    State& s = const_cast<State&>(constState);
    using Clock = std::chrono::steady_clock;
    RealizationObserver* const observer = s.getObserver();
    const auto systemStart = observer ? Clock::now() : Clock::time_point{};
    const auto secondsSince = [](Clock::time_point start) {
        return std::chrono::duration<double>(Clock::now() - start).count();
    };
    for (const SubsystemIndex ix : order_[std::size_t(int(stage))]) {
        if (s.getSubsystemStage(ix) >= stage) continue;
        const auto start = observer ? Clock::now() : Clock::time_point{};
        callHook(*guts_[std::size_t(int(ix))], s, stage);
        s.advanceSubsystemToStage(ix, stage);
        if (observer) observer->subsystemRealized(s, ix, stage, secondsSince(start));
    }
    s.advanceSystemToStage(stage);
    if (observer) observer->systemRealized(s, stage, secondsSince(systemStart));
}

void System::realizeModel(State& s) const {
    requireCurrentTopology(s, "System::realizeModel()");
    if (s.getSystemStage() < Stage::Topology)
        throw StageTooLow("System::realizeModel()", "a State's Model stage", Stage::Topology, s.getSystemStage());
    if (s.getSystemStage() < Stage::Model) realizeStage(s, Stage::Model);
}

void System::realize(const State& s, Stage stage) const {
    requireCurrentTopology(s, "System::realize()");
    if (s.getSystemStage() < Stage::Model)
        throw StageTooLow("System::realize()", "realization (call realizeModel() first)", Stage::Model,
                          s.getSystemStage());
    const int target = std::min<int>(stage, Stage::HighestRuntime);
    while (s.getSystemStage() < target) realizeStage(s, s.getSystemStage().next());
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

std::string System::describeY(const State& s, int i) const {
    const int nq = s.getNQ(), nu = s.getNU();
    for (int k = 0; k < getNumSubsystems(); ++k) {
        const SubsystemIndex ix(k);
        const Subsystem::Guts& guts = *guts_[std::size_t(k)];
        if (const int q = i - s.getQStart(ix); i < nq && q >= 0 && q < s.getNQ(ix)) return guts.nameOfQ(q);
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

EventId System::createEventId() const { return EventId(nextEventId_++); }

void System::calcEventTriggerInfo(const State& s, Array_<EventTriggerInfo>& all) const {
    all.clear();
    for (const auto& guts : guts_) {
        Array_<EventTriggerInfo> own;
        guts->calcEventTriggerInfoImpl(s, own);
        all.insert(all.end(), own.begin(), own.end());
    }
}

namespace {
/// Keep the earliest time of all subsystems, with the ids of just those events that happen then.
template <class Ask>
void earliestOf(const std::vector<std::unique_ptr<Subsystem::Guts>>& all, Ask ask, Real& t, Array_<EventId>& ids) {
    t = Infinity;
    ids.clear();
    for (const auto& guts : all) {
        Real own = Infinity;
        Array_<EventId> ownIds;
        ask(*guts, own, ownIds);
        if (own < t) {
            t = own;
            ids.clear();
        }
        if (own == t) ids.insert(ids.end(), ownIds.begin(), ownIds.end());
    }
}
}  // namespace

void System::calcTimeOfNextScheduledEvent(const State& s, Real& t, Array_<EventId>& ids, bool includeCurrent) const {
    earliestOf(
        guts_,
        [&](const Subsystem::Guts& g, Real& own, Array_<EventId>& ownIds) {
            g.calcTimeOfNextScheduledEventImpl(s, own, ownIds, includeCurrent);
        },
        t, ids);
}
void System::calcTimeOfNextScheduledReport(const State& s, Real& t, Array_<EventId>& ids, bool includeCurrent) const {
    earliestOf(
        guts_,
        [&](const Subsystem::Guts& g, Real& own, Array_<EventId>& ownIds) {
            g.calcTimeOfNextScheduledReportImpl(s, own, ownIds, includeCurrent);
        },
        t, ids);
}

void System::handleEvents(State& s, Event::Cause cause, const Array_<EventId>& ids, const HandleEventsOptions& options,
                          HandleEventsResults& results) const {
    results = {};
    Array_<StageVersion> before;
    s.getSystemStageVersions(before);
    const Real time = s.getTime();
    for (const auto& guts : guts_) {
        guts->handleEventsImpl(s, cause, ids, options, results);
        if (results.status == HandleEventsResults::ExitStatus::Failed) break;
    }
    if (s.getTime() != time) throw Exception("System::handleEvents(): an event handler must not change time.");
    results.lowestModifiedStage = s.getLowestSystemStageDifference(before);
}

void System::reportEvents(const State& s, Event::Cause cause, const Array_<EventId>& ids) const {
    for (const auto& guts : guts_) guts->reportEventsImpl(s, cause, ids);
}

}  // namespace trammel
