// SPDX-License-Identifier: Apache-2.0
// State: construction, subsystems, stages and dimensions.
#include "system/state.h"

#include <memory>
#include <new>
#include <utility>

#include "system/state_data.h"

namespace trammel {

State::State() : data_(std::make_unique<StateData>()) {}
State::~State() = default;
State::State(const State& other) : State() { data_->copyFrom(*other.data_); }
// If memory runs out, the moved-from object can only be assigned to or destroyed.
State::State(State&& other) noexcept
    : data_(std::exchange(other.data_, std::unique_ptr<StateData>(new (std::nothrow) StateData))) {}
State& State::operator=(const State& other) {
    if (this != &other) {
        auto copy = std::make_unique<StateData>();
        copy->copyFrom(*other.data_);
        if (data_) {
            copy->watchBy(data_->observer);
            copy->activity = data_->activity;
        }
        data_ = std::move(copy);
    }
    return *this;
}
State& State::operator=(State&& other) noexcept {
    if (this == &other) return *this;
    std::swap(data_, other.data_);
    // The memory exists already, so nothing can fail.
    if (other.data_) {
        std::destroy_at(other.data_.get());
        std::construct_at(other.data_.get());
    }
    return *this;
}

void State::clear() { data_ = std::make_unique<StateData>(); }

void State::setObserver(RealizationObserver* observer) { data_->watchBy(observer); }
std::mutex& State::getStateLock() const { return data_->lock; }

State::ActivityScope::ActivityScope(const State& state, std::string_view activity)
    : state_(state), outer_(std::exchange(state.data_->activity, activity)) {}
State::ActivityScope::~ActivityScope() { state_.data_->activity = outer_; }
std::string_view State::getActivity() const { return data_->activity; }

// --- Subsystems ---

void State::setNumSubsystems(int n) {
    if (n < 0) throw BadAllocation("State::setNumSubsystems(): there cannot be " + std::to_string(n) + " subsystems");
    clear();
    data_->subsystems.resize(std::size_t(n));
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
    return SubsystemIndex(data_->subsystems.size() - 1);
}

int State::getNumSubsystems() const { return int(data_->subsystems.size()); }
const std::string& State::getSubsystemName(SubsystemIndex ix) const {
    return data_->subsystem(ix, "State::getSubsystemName()").name;
}
const std::string& State::getSubsystemVersion(SubsystemIndex ix) const {
    return data_->subsystem(ix, "State::getSubsystemVersion()").version;
}
const PerSubsystemInfo& State::getPerSubsystemInfo(SubsystemIndex ix) const {
    return data_->subsystem(ix, "State::getPerSubsystemInfo()");
}

// --- Stages ---

void State::invalidateAll(Stage g) {
    invalidateStages(g, {StateChange::Stages, SubsystemIndex(), -1, "State::invalidateAll()"});
}

void State::invalidateAllCacheAtOrAbove(Stage g) const {
    const char* const where = "State::invalidateAllCacheAtOrAbove()";
    if (g < Stage::Instance)
        throw StageNotAllowed(std::string(where) + ": stage " + g.getName() +
                              " holds state variables; only Instance and above can be invalidated in a const State. "
                              "Use invalidateAll() of a writable State.");
    invalidateStages(g, {StateChange::Stages, SubsystemIndex(), -1, where});
}

void State::invalidateStages(Stage g, const StateChange& change) const {
    StateData& d = *data_;
    if (g <= Stage::Empty)
        throw StageNotAllowed(std::string(change.name) +
                              ": stage Empty cannot be invalidated; the lowest allowed is Topology.");
    const Stage remaining = g.prev();
    if (remaining <= Stage::Model)
        for (PerSubsystemInfo& s : d.subsystems)
            if (s.stage >= g) d.forgetAllocationsAbove(s, int(&s - d.subsystems.data()), remaining);
    const bool systemToo = d.systemStage >= g;
    const bool anything = d.invalidateStages(g);
    if (systemToo && remaining < Stage::Model) d.releaseContinuous();
    if (systemToo && remaining < Stage::Topology) d.time = NaN;
    if (anything && d.observer) d.observer->stagesInvalidated(*this, g, change);
}

void State::refuseToAdvance(const PerSubsystemInfo& s, Stage g) {
    const char* const where = "State::advanceSubsystemToStage()";
    const std::string advancing = "advancing subsystem '" + s.name + "' to stage " + g.getName();
    if (g <= s.stage) throw StageTooHigh(where, advancing, g, s.stage);
    if (g != s.stage.next()) throw StageTooLow(where, advancing, g.prev(), s.stage);
    throw StageNotAllowed(where + (": " + advancing) + " is not possible.");
}

void State::advanceSystemToStage(Stage g) const {
    const char* const where = "State::advanceSystemToStage()";
    StateData& d = *data_;
    const auto advancing = [&] { return "advancing the system to stage " + g.getName(); };
    if (g <= d.systemStage) throw StageTooHigh(where, advancing(), g, d.systemStage);
    if (g != d.systemStage.next()) throw StageTooLow(where, advancing(), g.prev(), d.systemStage);
    if (g >= Stage::Infinity) throw StageNotAllowed(where + (": " + advancing()) + " is not possible.");
    for (const PerSubsystemInfo& s : d.subsystems)
        if (s.stage < g) throw StageTooLow(where, advancing() + " while subsystem '" + s.name + "' lags", g, s.stage);
    d.systemStage = g;
    if (g == Stage::Topology) {
        d.time = 0;
        // A System overwrites this with its own version.
        if (d.topologyVersion == 0) d.topologyVersion = 1;
    }
    if (g == Stage::Model) d.allocateContinuous();
    if (g == Stage::Instance) d.allocateErrorsAndTriggers();
}

// --- Caching off ---

void State::setCachingEnabled(bool enabled) { data_->cachingEnabled = enabled; }
bool State::isCachingEnabled() const { return data_->cachingEnabled; }

State::RealizationScope::RealizationScope(const State& state) {
    StateData& d = *state.data_;
    if (d.cachingEnabled || d.recomputingAll) return;
    before_ = d.systemStage;
    state.forgetCache();
    d.recomputingAll = true;
    state_ = &state;
}
State::RealizationScope::~RealizationScope() {
    if (state_) state_->data_->recomputingAll = false;
}

void State::forgetCache() const {
    StateData& d = *data_;
    // No variable has changed, so keep the versions: changes by event handlers are detected from them.
    for (std::size_t i = 0; i < d.subsystems.size(); ++i) {
        PerSubsystemInfo& s = d.subsystems[i];
        if (s.stage > Stage::Model) {
            s.stage = Stage::Model;
            d.forgetAllocationsAbove(s, int(i), Stage::Model);
        }
        for (CacheEntryInfo& e : s.cacheEntries) {
            const bool belongsToTopologyOrModel =
                e.latest <= Stage::Model || (e.earliest <= Stage::Topology && !e.hasPrerequisites());
            if (!belongsToTopologyOrModel && !e.holdsNextValue) e.upToDate = false;
        }
    }
    if (d.systemStage > Stage::Model) d.systemStage = Stage::Model;
}

StageVersion State::getSystemTopologyStageVersion() const { return data_->topologyVersion; }
void State::setSystemTopologyStageVersion(StageVersion v) { data_->topologyVersion = v; }
StageVersion State::getSubsystemStageVersion(SubsystemIndex ix, Stage g) const {
    data_->subsystem(ix, "State::getSubsystemStageVersion()");
    return data_->stageVersions[std::size_t(int(g))];
}

void State::getSystemStageVersions(Array_<StageVersion>& versions) const {
    versions.assign(data_->systemVersions.begin(), data_->systemVersions.begin() + int(data_->systemStage) + 1);
}

Stage State::getLowestSystemStageDifference(const Array_<StageVersion>& previous) const {
    const int common = std::min(previous.size(), int(data_->systemStage) + 1);
    for (int g = 0; g < common; ++g)
        if (data_->systemVersions[std::size_t(g)] != previous[g]) return Stage(g);
    return common == previous.size() ? Stage(Stage::Infinity) : Stage(common);
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

int appendSlots(PerSubsystemInfo& s, std::vector<PerSubsystemInfo::Block>& blocks, int n, const char* where,
                const char* what) {
    requireAllocatable(s, Stage::Instance, where, what);
    if (n < 0)
        throw BadAllocation(std::string(where) + ": subsystem '" + s.name + "' cannot have " + std::to_string(n) + ' ' +
                            what + '.');
    return appendBlock(blocks, n, s.stage);
}
}  // namespace

#define TRAMMEL_ALLOCATE_VARIABLES(NAME, INDEX, BLOCKS, INIT, WHAT)            \
    INDEX State::NAME(SubsystemIndex ix, const Vector& init) {                 \
        const char* const where = "State::" #NAME "()";                        \
        PerSubsystemInfo& s = data_->subsystem(ix, where);                     \
        return INDEX(appendVariables(s, s.BLOCKS, s.INIT, init, where, WHAT)); \
    }
TRAMMEL_ALLOCATE_VARIABLES(allocateQ, QIndex, qBlocks, qInit, "generalized coordinates q")
TRAMMEL_ALLOCATE_VARIABLES(allocateU, UIndex, uBlocks, uInit, "generalized speeds u")
TRAMMEL_ALLOCATE_VARIABLES(allocateZ, ZIndex, zBlocks, zInit, "auxiliary variables z")
#undef TRAMMEL_ALLOCATE_VARIABLES

#define TRAMMEL_ALLOCATE_SLOTS(NAME, INDEX, BLOCKS, WHAT)       \
    INDEX State::NAME(SubsystemIndex ix, int n) const {         \
        const char* const where = "State::" #NAME "()";         \
        PerSubsystemInfo& s = data_->subsystem(ix, where);      \
        return INDEX(appendSlots(s, s.BLOCKS, n, where, WHAT)); \
    }
TRAMMEL_ALLOCATE_SLOTS(allocateQErr, QErrIndex, qErrBlocks, "position errors")
TRAMMEL_ALLOCATE_SLOTS(allocateUErr, UErrIndex, uErrBlocks, "velocity errors")
TRAMMEL_ALLOCATE_SLOTS(allocateUDotErr, UDotErrIndex, uDotErrBlocks, "acceleration errors")
#undef TRAMMEL_ALLOCATE_SLOTS

EventTriggerByStageIndex State::allocateEventTrigger(SubsystemIndex ix, Stage g, int n) const {
    const char* const where = "State::allocateEventTrigger()";
    PerSubsystemInfo& s = data_->subsystem(ix, where);
    return EventTriggerByStageIndex(appendSlots(s, s.triggerBlocks[std::size_t(int(g))], n, where, "event triggers"));
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
