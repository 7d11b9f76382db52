// SPDX-License-Identifier: Apache-2.0
// State: continuous variables, derivatives, errors, weights and triggers.
#include "system/state.h"
#include "system/state_data.h"

namespace trammel {

void State::noteChange(const ListOfDependents& dependents, const StateChange& change) const {
    StateData& d = *data_;
    d.invalidateDependents(dependents, change, [&](const CacheEntryKey& key) {
        if (d.observer) d.observer->entryInvalidated(*this, key, change);
    });
}

namespace {
/// Counts the write; does not invalidate dependents or stages.
[[gnu::always_inline]] inline StateData::Group& countWrite(StateData& d, StateChange::Kind kind) {
    StateData::Group& group = d.group(kind);
    ++group.version;
    group.writtenAt = ++d.clock;
    return group;
}
/// Counts the write and invalidates dependents, not stages; no observer.
[[gnu::always_inline]] inline void writeUnwatched(StateData& d, const StateChange& change) {
    d.invalidateDependents(countWrite(d, change.kind).dependents, change, [](const CacheEntryKey&) {});
}
}  // namespace

template <Stage::Level Lost>
Vector& State::writeContinuous(Vector& view, const StateChange& change) {
    StateData& d = *data_;
    if (d.observer) {
        noteChange(countWrite(d, change.kind).dependents, change);
        invalidateStages(Lost, change);
    } else {
        writeUnwatched(d, change);
        d.invalidateStages(Lost);
    }
    return view;
}

template <Stage::Level Lost>
Vector& State::writeWeights(Vector& view, const StateChange& change) {
    invalidateStages(Lost, change);
    return view;
}

ValueVersion State::getQValueVersion() const { return data_->group(StateChange::Q).version; }
ValueVersion State::getUValueVersion() const { return data_->group(StateChange::U).version; }
ValueVersion State::getZValueVersion() const { return data_->group(StateChange::Z).version; }

// --- Variables ---

Real& State::updTime() {
    StateData& d = *data_;
    d.requireSystem(Stage::Topology, "State::updTime()", "time");
    if (d.observer)
        invalidateStages(Stage::Time, {StateChange::Time, SubsystemIndex(), -1, "t"});
    else
        d.invalidateStages(Stage::Time);
    return d.time;
}

#define TRAMMEL_STATE_READ(NAME, STAGE, WHAT, MEMBER)            \
    const Vector& State::NAME() const {                          \
        data_->requireSystem(STAGE, "State::" #NAME "()", WHAT); \
        if (data_->observer) notifyRead(WHAT);                   \
        return data_->MEMBER;                                    \
    }
#define TRAMMEL_SUBSYSTEM_READ(NAME, STAGE, WHAT, MEMBER)                 \
    const Vector& State::NAME(SubsystemIndex ix) const {                  \
        PerSubsystemInfo& s = data_->subsystem(ix, "State::" #NAME "()"); \
        data_->require(s, STAGE, "State::" #NAME "()", WHAT);             \
        if (data_->observer) notifyRead(WHAT);                            \
        return s.MEMBER;                                                  \
    }
#define TRAMMEL_READ_BOTH(NAME, STAGE, WHAT, MEMBER, SUBMEMBER) \
    TRAMMEL_STATE_READ(NAME, STAGE, WHAT, MEMBER)               \
    TRAMMEL_SUBSYSTEM_READ(NAME, STAGE, WHAT, SUBMEMBER)
/// Cache writable from stage STAGE on; validity does not change.
#define TRAMMEL_CACHE_WRITE(NAME, STAGE, WHAT, MEMBER, SUBMEMBER)         \
    Vector& State::NAME() const {                                         \
        data_->requireSystem(STAGE, "State::" #NAME "()", WHAT);          \
        return data_->MEMBER;                                             \
    }                                                                     \
    Vector& State::NAME(SubsystemIndex ix) const {                        \
        PerSubsystemInfo& s = data_->subsystem(ix, "State::" #NAME "()"); \
        data_->require(s, STAGE, "State::" #NAME "()", WHAT);             \
        return s.SUBMEMBER;                                               \
    }
/// Variables writable from stage NEEDED on; see writeContinuous() and writeWeights().
#define TRAMMEL_VARIABLE_WRITE(NAME, HOW, KIND, NEEDED, INVALIDATES, WHAT, MEMBER)               \
    Vector& State::NAME() {                                                                      \
        data_->requireSystem(NEEDED, "State::" #NAME "()", "writing " WHAT);                     \
        return HOW<INVALIDATES>(data_->MEMBER, {StateChange::KIND, SubsystemIndex(), -1, WHAT}); \
    }                                                                                            \
    Vector& State::NAME(SubsystemIndex ix) {                                                     \
        PerSubsystemInfo& s = data_->subsystem(ix, "State::" #NAME "()");                        \
        data_->require(s, NEEDED, "State::" #NAME "()", "writing " WHAT);                        \
        data_->requireSystem(NEEDED, "State::" #NAME "()", "writing " WHAT);                     \
        return HOW<INVALIDATES>(s.MEMBER, {StateChange::KIND, ix, -1, WHAT});                    \
    }

TRAMMEL_STATE_READ(getY, Stage::Model, "y", y)
TRAMMEL_STATE_READ(getQ, Stage::Model, "q", q)
TRAMMEL_STATE_READ(getU, Stage::Model, "u", u)
TRAMMEL_READ_BOTH(getZ, Stage::Model, "z", z, z)
TRAMMEL_VARIABLE_WRITE(updQ, writeContinuous, Q, Stage::Model, Stage::Position, "q", q)
TRAMMEL_VARIABLE_WRITE(updU, writeContinuous, U, Stage::Model, Stage::Velocity, "u", u)
TRAMMEL_VARIABLE_WRITE(updZ, writeContinuous, Z, Stage::Model, Stage::Dynamics, "z", z)

Vector& State::updY() {
    StateData& d = *data_;
    d.requireSystem(Stage::Model, "State::updY()", "writing y");
    if (d.observer) {
        // Notify the observer of each.
        updU();
        updZ();
        updQ();
        return d.y;
    }
    // Invalidating the lowest stage invalidates the others.
    writeUnwatched(d, {StateChange::U, SubsystemIndex(), -1, "u"});
    writeUnwatched(d, {StateChange::Z, SubsystemIndex(), -1, "z"});
    writeUnwatched(d, {StateChange::Q, SubsystemIndex(), -1, "q"});
    d.invalidateStages(Stage::Position);
    return d.y;
}

// --- Weights ---

TRAMMEL_READ_BOTH(getUWeights, Stage::Model, "u weights", uWeights, uWeights)
TRAMMEL_READ_BOTH(getZWeights, Stage::Model, "z weights", zWeights, zWeights)
TRAMMEL_READ_BOTH(getQErrWeights, Stage::Instance, "position error weights", qErrWeights, qErrWeights)
TRAMMEL_READ_BOTH(getUErrWeights, Stage::Instance, "velocity error weights", uErrWeights, uErrWeights)

TRAMMEL_VARIABLE_WRITE(updUWeights, writeWeights, Weights, Stage::Model, Stage::Report, "u weights", uWeights)
TRAMMEL_VARIABLE_WRITE(updZWeights, writeWeights, Weights, Stage::Model, Stage::Report, "z weights", zWeights)
TRAMMEL_VARIABLE_WRITE(updQErrWeights, writeWeights, Weights, Stage::Instance, Stage::Position,
                       "position error weights", qErrWeights)
TRAMMEL_VARIABLE_WRITE(updUErrWeights, writeWeights, Weights, Stage::Instance, Stage::Velocity,
                       "velocity error weights", uErrWeights)

// --- Derivatives ---

TRAMMEL_STATE_READ(getYDot, Stage::Acceleration, "ydot", ydot)
TRAMMEL_READ_BOTH(getQDot, Stage::Velocity, "qdot", qdot, qdot)
TRAMMEL_READ_BOTH(getZDot, Stage::Dynamics, "zdot", zdot, zdot)
TRAMMEL_READ_BOTH(getUDot, Stage::Acceleration, "udot", udot, udot)
TRAMMEL_READ_BOTH(getQDotDot, Stage::Acceleration, "qdotdot", qdotdot, qdotdot)
TRAMMEL_CACHE_WRITE(updQDot, Stage::Model, "writing qdot", qdot, qdot)
TRAMMEL_CACHE_WRITE(updZDot, Stage::Model, "writing zdot", zdot, zdot)
TRAMMEL_CACHE_WRITE(updUDot, Stage::Model, "writing udot", udot, udot)
TRAMMEL_CACHE_WRITE(updQDotDot, Stage::Model, "writing qdotdot", qdotdot, qdotdot)
Vector& State::updYDot() const {
    data_->requireSystem(Stage::Model, "State::updYDot()", "writing ydot");
    return data_->ydot;
}

// --- Errors, multipliers, triggers ---

TRAMMEL_STATE_READ(getYErr, Stage::Velocity, "yerr", yerr)
TRAMMEL_READ_BOTH(getQErr, Stage::Position, "position errors", qErr, qErr)
TRAMMEL_READ_BOTH(getUErr, Stage::Velocity, "velocity errors", uErr, uErr)
TRAMMEL_READ_BOTH(getUDotErr, Stage::Acceleration, "acceleration errors", udoterr, uDotErr)
TRAMMEL_READ_BOTH(getMultipliers, Stage::Acceleration, "constraint multipliers", multipliers, multipliers)
TRAMMEL_CACHE_WRITE(updQErr, Stage::Instance, "writing position errors", qErr, qErr)
TRAMMEL_CACHE_WRITE(updUErr, Stage::Instance, "writing velocity errors", uErr, uErr)
TRAMMEL_CACHE_WRITE(updUDotErr, Stage::Instance, "writing acceleration errors", udoterr, uDotErr)
TRAMMEL_CACHE_WRITE(updMultipliers, Stage::Instance, "writing multipliers", multipliers, multipliers)
Vector& State::updYErr() const {
    data_->requireSystem(Stage::Instance, "State::updYErr()", "writing yerr");
    return data_->yerr;
}

TRAMMEL_STATE_READ(getEventTriggers, Stage::Acceleration, "event triggers", triggers)

namespace {
std::string triggersOf(Stage g) { return "event triggers of stage " + g.getName(); }
}  // namespace

const Vector& State::getEventTriggersByStage(Stage g) const {
    if (data_->systemStage < g)
        throw StageTooLow("State::getEventTriggersByStage()", triggersOf(g), g, data_->systemStage);
    return data_->triggersByStage[std::size_t(int(g))];
}
const Vector& State::getEventTriggersByStage(SubsystemIndex ix, Stage g) const {
    PerSubsystemInfo& s = data_->subsystem(ix, "State::getEventTriggersByStage()");
    if (s.stage < g) data_->require(s, g, "State::getEventTriggersByStage()", triggersOf(g).c_str());
    return s.triggers[std::size_t(int(g))];
}
Vector& State::updEventTriggers() const {
    data_->requireSystem(Stage::Instance, "State::updEventTriggers()", "writing event triggers");
    return data_->triggers;
}
Vector& State::updEventTriggersByStage(Stage g) const {
    if (data_->systemStage < Stage::Instance)
        throw StageTooLow("State::updEventTriggersByStage()", "writing " + triggersOf(g), Stage::Instance,
                          data_->systemStage);
    return data_->triggersByStage[std::size_t(int(g))];
}
Vector& State::updEventTriggersByStage(SubsystemIndex ix, Stage g) const {
    PerSubsystemInfo& s = data_->subsystem(ix, "State::updEventTriggersByStage()");
    if (s.stage < Stage::Instance)
        data_->require(s, Stage::Instance, "State::updEventTriggersByStage()", ("writing " + triggersOf(g)).c_str());
    return s.triggers[std::size_t(int(g))];
}

}  // namespace trammel
