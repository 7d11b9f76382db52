// SPDX-License-Identifier: Apache-2.0
// State: life, subsystems, stages and dimensions.
#include "system/state.h"

#include <utility>

#include "system/state_data.h"

namespace trammel {

State::State() : data_(std::make_unique<StateData>()) {}
State::~State() = default;
State::State(const State& other) : State() { data_->copyFrom(*other.data_); }
State::State(State&& other) noexcept : data_(std::exchange(other.data_, std::make_unique<StateData>())) {}
State& State::operator=(const State& other) {
    if (this != &other) {
        RealizationObserver* observer = data_->observer;
        data_ = std::make_unique<StateData>();
        data_->copyFrom(*other.data_);
        data_->observer = observer;
    }
    return *this;
}
State& State::operator=(State&& other) noexcept {
    if (this != &other) data_ = std::exchange(other.data_, std::make_unique<StateData>());
    return *this;
}

void State::clear() { data_ = std::make_unique<StateData>(); }

void State::setObserver(RealizationObserver* observer) { data_->observer = observer; }
RealizationObserver* State::getObserver() const { return data_->observer; }
std::mutex& State::getStateLock() const { return data_->lock; }

// --- Subsystems ---

void State::setNumSubsystems(int n) {
    clear();
    data_->subsystems.resize(std::size_t(n));
    for (PerSubsystemInfo& s : data_->subsystems) s.stageVersions.fill(1);
}

void State::initializeSubsystem(SubsystemIndex ix, const std::string& name, const std::string& version) {
    PerSubsystemInfo& s = data_->subsystem(ix, "State::initializeSubsystem()");
    s.name = name;
    s.version = version;
}

SubsystemIndex State::addSubsystem(const std::string& name, const std::string& version) {
    PerSubsystemInfo& s = data_->subsystems.emplace_back();
    s.name = name;
    s.version = version;
    s.stageVersions.fill(1);
    return SubsystemIndex(data_->subsystems.size() - 1);
}

int State::getNumSubsystems() const { return int(data_->subsystems.size()); }
const std::string& State::getSubsystemName(SubsystemIndex ix) const {
    return data_->subsystem(ix, "State::getSubsystemName()").name;
}
const std::string& State::getSubsystemVersion(SubsystemIndex ix) const {
    return data_->subsystem(ix, "State::getSubsystemVersion()").version;
}
const Stage& State::getSubsystemStage(SubsystemIndex ix) const {
    return data_->subsystem(ix, "State::getSubsystemStage()").stage;
}
const Stage& State::getSystemStage() const { return data_->systemStage; }
const PerSubsystemInfo& State::getPerSubsystemInfo(SubsystemIndex ix) const {
    return data_->subsystem(ix, "State::getPerSubsystemInfo()");
}

// --- Stages ---

void State::invalidateAll(Stage g) { invalidateStages(g, "State::invalidateAll()"); }

void State::invalidateAllCacheAtOrAbove(Stage g) const {
    if (g < Stage::Instance)
        throw Exception("State::invalidateAllCacheAtOrAbove(): stage " + g.getName() +
                        " holds state variables; invalidating it needs write access, use invalidateAll().");
    invalidateStages(g, "State::invalidateAllCacheAtOrAbove()");
}

void State::invalidateStages(Stage g, const char* cause) const {
    StateData& d = *data_;
    if (g <= Stage::Empty) throw Exception(std::string(cause) + ": stage Empty cannot be invalidated.");
    const Stage remaining = g.prev();
    bool anything = false;
    for (std::size_t i = 0; i < d.subsystems.size(); ++i) {
        PerSubsystemInfo& s = d.subsystems[i];
        if (s.stage < g) continue;
        anything = true;
        for (int level = g; level <= int(s.stage); ++level) ++s.stageVersions[std::size_t(level)];
        const bool allocationsLost = remaining <= Stage::Model;
        s.stage = remaining;
        if (allocationsLost) d.forgetAllocationsAbove(s, int(i), remaining);
    }
    if (d.systemStage >= g) {
        anything = true;
        for (int level = g; level <= int(d.systemStage); ++level) ++d.systemVersions[std::size_t(level)];
        d.systemStage = remaining;
        if (remaining < Stage::Topology) d.time = NaN;
    }
    if (anything && d.observer) d.observer->stagesInvalidated(*this, g, cause);
}

void State::advanceSubsystemToStage(SubsystemIndex ix, Stage g) const {
    PerSubsystemInfo& s = data_->subsystem(ix, "State::advanceSubsystemToStage()");
    if (s.stage.next() != g || g >= Stage::Infinity)
        throw Exception("State::advanceSubsystemToStage(): subsystem '" + s.name + "' is at stage " +
                        s.stage.getName() + " and can advance only by one stage, not to " + g.getName() + ".");
    s.stage = g;
    // From its latest stage on an entry is presumed valid; saying so here keeps one single test of validity.
    for (CacheEntryInfo& e : s.cacheEntries)
        if (e.latest == g && !StateData::isUpToDate(s, e)) {
            e.upToDate = true;
            e.markedInvalid = false;
            e.invalidatedBy = {};
            e.versionSeen = s.stageVersions[std::size_t(int(e.earliest))];
            ++e.valueVersion;
        }
}

void State::advanceSystemToStage(Stage g) const {
    StateData& d = *data_;
    if (d.systemStage.next() != g || g >= Stage::Infinity)
        throw Exception("State::advanceSystemToStage(): the system is at stage " + d.systemStage.getName() +
                        " and can advance only by one stage, not to " + g.getName() + ".");
    for (const PerSubsystemInfo& s : d.subsystems)
        if (s.stage < g)
            throw StageTooLow("State::advanceSystemToStage()",
                              "advancing the system while subsystem '" + s.name + "' lags", g, s.stage);
    d.systemStage = g;
    if (g == Stage::Topology) d.time = 0;
    if (g == Stage::Model) d.allocateContinuous();
    if (g == Stage::Instance) d.allocateErrorsAndTriggers();
}

StageVersion State::getSystemTopologyStageVersion() const { return data_->topologyVersion; }
void State::setSystemTopologyStageVersion(StageVersion v) { data_->topologyVersion = v; }
StageVersion State::getSubsystemStageVersion(SubsystemIndex ix, Stage g) const {
    return data_->subsystem(ix, "State::getSubsystemStageVersion()").stageVersions[std::size_t(int(g))];
}

void State::getSystemStageVersions(Array_<StageVersion>& versions) const {
    versions.assign(data_->systemVersions.begin(), data_->systemVersions.begin() + int(data_->systemStage) + 1);
}

Stage State::getLowestSystemStageDifference(const Array_<StageVersion>& previous) const {
    const int common = std::min(previous.size(), int(data_->systemStage) + 1);
    for (int g = 0; g < common; ++g)
        if (data_->systemVersions[std::size_t(g)] != previous[g]) return Stage(g);
    return common == previous.size() && common == int(data_->systemStage) + 1 ? Stage(Stage::Infinity) : Stage(common);
}

bool State::isConsistent(const State& other) const {
    const StateData &a = *data_, &b = *other.data_;
    a.requireSystem(Stage::Instance, "State::isConsistent()", "comparison of this State");
    b.requireSystem(Stage::Instance, "State::isConsistent()", "comparison with the other State");
    return a.subsystems.size() == b.subsystems.size() && a.q.size() == b.q.size() && a.u.size() == b.u.size() &&
           a.z.size() == b.z.size() && a.qErr.size() == b.qErr.size() && a.uErr.size() == b.uErr.size() &&
           a.udoterr.size() == b.udoterr.size() && a.multipliers.size() == b.multipliers.size() &&
           a.triggers.size() == b.triggers.size();
}

// --- Allocation of variables and error slots ---

namespace {
void requireAllocatable(const PerSubsystemInfo& s, Stage fixedBy, const char* where, const std::string& what) {
    if (s.stage >= fixedBy)
        throw StageTooHigh(where, "allocating " + what + " in subsystem '" + s.name + "'", fixedBy, s.stage);
}

int appendBlock(std::vector<PerSubsystemInfo::Block>& blocks, int n, Stage stage) {
    const int start = PerSubsystemInfo::total(blocks);
    blocks.push_back({start, n, stage});
    return start;
}

int appendVariables(PerSubsystemInfo& s, std::vector<PerSubsystemInfo::Block>& blocks, std::vector<Real>& init,
                    const Vector& values, const char* where, const char* what) {
    requireAllocatable(s, Stage::Model, where, what);
    const int start = appendBlock(blocks, int(values.size()), s.stage);
    init.insert(init.end(), values.data(), values.data() + values.size());
    return start;
}
}  // namespace

QIndex State::allocateQ(SubsystemIndex ix, const Vector& qInit) {
    PerSubsystemInfo& s = data_->subsystem(ix, "State::allocateQ()");
    return QIndex(appendVariables(s, s.qBlocks, s.qInit, qInit, "State::allocateQ()", "generalized coordinates q"));
}
UIndex State::allocateU(SubsystemIndex ix, const Vector& uInit) {
    PerSubsystemInfo& s = data_->subsystem(ix, "State::allocateU()");
    return UIndex(appendVariables(s, s.uBlocks, s.uInit, uInit, "State::allocateU()", "generalized speeds u"));
}
ZIndex State::allocateZ(SubsystemIndex ix, const Vector& zInit) {
    PerSubsystemInfo& s = data_->subsystem(ix, "State::allocateZ()");
    return ZIndex(appendVariables(s, s.zBlocks, s.zInit, zInit, "State::allocateZ()", "auxiliary variables z"));
}
QErrIndex State::allocateQErr(SubsystemIndex ix, int n) const {
    PerSubsystemInfo& s = data_->subsystem(ix, "State::allocateQErr()");
    requireAllocatable(s, Stage::Instance, "State::allocateQErr()", "position errors");
    return QErrIndex(appendBlock(s.qErrBlocks, n, s.stage));
}
UErrIndex State::allocateUErr(SubsystemIndex ix, int n) const {
    PerSubsystemInfo& s = data_->subsystem(ix, "State::allocateUErr()");
    requireAllocatable(s, Stage::Instance, "State::allocateUErr()", "velocity errors");
    return UErrIndex(appendBlock(s.uErrBlocks, n, s.stage));
}
UDotErrIndex State::allocateUDotErr(SubsystemIndex ix, int n) const {
    PerSubsystemInfo& s = data_->subsystem(ix, "State::allocateUDotErr()");
    requireAllocatable(s, Stage::Instance, "State::allocateUDotErr()", "acceleration errors");
    return UDotErrIndex(appendBlock(s.uDotErrBlocks, n, s.stage));
}
EventTriggerByStageIndex State::allocateEventTrigger(SubsystemIndex ix, Stage g, int n) const {
    PerSubsystemInfo& s = data_->subsystem(ix, "State::allocateEventTrigger()");
    requireAllocatable(s, Stage::Instance, "State::allocateEventTrigger()", "event triggers");
    return EventTriggerByStageIndex(appendBlock(s.triggerBlocks[std::size_t(int(g))], n, s.stage));
}

// --- Dimensions ---

namespace {
const char* const dimensionOf = "State dimensions";
}
#define TRAMMEL_STATE_SIZE(NAME, STAGE, EXPRESSION)                \
    int State::NAME() const {                                      \
        const StateData& d = *data_;                               \
        d.requireSystem(STAGE, "State::" #NAME "()", dimensionOf); \
        return int(EXPRESSION);                                    \
    }
TRAMMEL_STATE_SIZE(getNY, Stage::Model, d.y.size())
TRAMMEL_STATE_SIZE(getNQ, Stage::Model, d.q.size())
TRAMMEL_STATE_SIZE(getNU, Stage::Model, d.u.size())
TRAMMEL_STATE_SIZE(getNZ, Stage::Model, d.z.size())
TRAMMEL_STATE_SIZE(getNYErr, Stage::Instance, d.yerr.size())
TRAMMEL_STATE_SIZE(getNQErr, Stage::Instance, d.qErr.size())
TRAMMEL_STATE_SIZE(getNUErr, Stage::Instance, d.uErr.size())
TRAMMEL_STATE_SIZE(getNUDotErr, Stage::Instance, d.udoterr.size())
TRAMMEL_STATE_SIZE(getNMultipliers, Stage::Instance, d.multipliers.size())
TRAMMEL_STATE_SIZE(getNEventTriggers, Stage::Instance, d.triggers.size())
#undef TRAMMEL_STATE_SIZE

SystemYIndex State::getQStart() const { return SystemYIndex(0); }
SystemYIndex State::getUStart() const { return SystemYIndex(getNQ()); }
SystemYIndex State::getZStart() const { return SystemYIndex(getNQ() + getNU()); }
SystemYErrIndex State::getQErrStart() const { return SystemYErrIndex(0); }
SystemYErrIndex State::getUErrStart() const { return SystemYErrIndex(getNQErr()); }
int State::getNEventTriggersByStage(Stage g) const {
    data_->requireSystem(Stage::Instance, "State::getNEventTriggersByStage()", dimensionOf);
    return int(data_->triggersByStage[std::size_t(int(g))].size());
}
SystemEventTriggerIndex State::getEventTriggerStartByStage(Stage g) const {
    data_->requireSystem(Stage::Instance, "State::getEventTriggerStartByStage()", dimensionOf);
    return SystemEventTriggerIndex(data_->triggerStart[std::size_t(int(g))]);
}

#define TRAMMEL_SUBSYSTEM_SIZE(START, INDEX, START_MEMBER, SIZE, VIEW, STAGE) \
    INDEX State::START(SubsystemIndex ix) const {                             \
        PerSubsystemInfo& s = data_->subsystem(ix, "State::" #START "()");    \
        data_->require(s, STAGE, "State::" #START "()", dimensionOf);         \
        return INDEX(s.START_MEMBER);                                         \
    }                                                                         \
    int State::SIZE(SubsystemIndex ix) const {                                \
        PerSubsystemInfo& s = data_->subsystem(ix, "State::" #SIZE "()");     \
        data_->require(s, STAGE, "State::" #SIZE "()", dimensionOf);          \
        return int(s.VIEW.size());                                            \
    }
TRAMMEL_SUBSYSTEM_SIZE(getQStart, SystemQIndex, qStart, getNQ, q, Stage::Model)
TRAMMEL_SUBSYSTEM_SIZE(getUStart, SystemUIndex, uStart, getNU, u, Stage::Model)
TRAMMEL_SUBSYSTEM_SIZE(getZStart, SystemZIndex, zStart, getNZ, z, Stage::Model)
TRAMMEL_SUBSYSTEM_SIZE(getQErrStart, SystemQErrIndex, qErrStart, getNQErr, qErr, Stage::Instance)
TRAMMEL_SUBSYSTEM_SIZE(getUErrStart, SystemUErrIndex, uErrStart, getNUErr, uErr, Stage::Instance)
TRAMMEL_SUBSYSTEM_SIZE(getUDotErrStart, SystemUDotErrIndex, uDotErrStart, getNUDotErr, uDotErr, Stage::Instance)
TRAMMEL_SUBSYSTEM_SIZE(getMultipliersStart, SystemMultiplierIndex, uDotErrStart, getNMultipliers, multipliers,
                       Stage::Instance)
#undef TRAMMEL_SUBSYSTEM_SIZE

SystemEventTriggerByStageIndex State::getEventTriggerStartByStage(SubsystemIndex ix, Stage g) const {
    PerSubsystemInfo& s = data_->subsystem(ix, "State::getEventTriggerStartByStage()");
    data_->require(s, Stage::Instance, "State::getEventTriggerStartByStage()", dimensionOf);
    return SystemEventTriggerByStageIndex(s.triggerStart[std::size_t(int(g))]);
}
int State::getNEventTriggersByStage(SubsystemIndex ix, Stage g) const {
    PerSubsystemInfo& s = data_->subsystem(ix, "State::getNEventTriggersByStage()");
    data_->require(s, Stage::Instance, "State::getNEventTriggersByStage()", dimensionOf);
    return int(s.triggers[std::size_t(int(g))].size());
}

}  // namespace trammel
