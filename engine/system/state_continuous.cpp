// SPDX-License-Identifier: Apache-2.0
// State: continuous variables, derivatives, errors, weights and triggers.
#include "system/state.h"
#include "system/state_data.h"

namespace trammel {

void State::noteChange(const ListOfDependents& dependents, ChangedVariable cause) const {
    for (const CacheEntryKey& key : dependents) {
        CacheEntryInfo& e = data_->entry(key);
        if (!e.upToDate) continue;
        e.upToDate = false;
        e.invalidatedBy = cause;
    }
}

Vector& State::writeContinuous(Vector& view, ChangedVariable::Kind kind, Stage stage, const char* where) {
    data_->requireSystem(Stage::Model, where, "continuous variables");
    noteChange(data_->continuousDependents[std::size_t(kind - ChangedVariable::Q)], {kind, SubsystemIndex(), -1});
    invalidateStages(stage, kind == ChangedVariable::Q ? "q" : kind == ChangedVariable::U ? "u" : "z");
    return view;
}

// --- Variables ---

const Real& State::getTime() const {
    data_->requireSystem(Stage::Topology, "State::getTime()", "time");
    return data_->time;
}
Real& State::updTime() {
    data_->requireSystem(Stage::Topology, "State::updTime()", "time");
    invalidateStages(Stage::Time, "t");
    return data_->time;
}

#define TRAMMEL_STATE_READ(NAME, STAGE, WHAT, MEMBER)            \
    const Vector& State::NAME() const {                          \
        data_->requireSystem(STAGE, "State::" #NAME "()", WHAT); \
        return data_->MEMBER;                                    \
    }
#define TRAMMEL_SUBSYSTEM_READ(NAME, STAGE, WHAT, MEMBER)                 \
    const Vector& State::NAME(SubsystemIndex ix) const {                  \
        PerSubsystemInfo& s = data_->subsystem(ix, "State::" #NAME "()"); \
        data_->require(s, STAGE, "State::" #NAME "()", WHAT);             \
        return s.MEMBER;                                                  \
    }
#define TRAMMEL_READ_BOTH(NAME, STAGE, WHAT, MEMBER, SUBMEMBER) \
    TRAMMEL_STATE_READ(NAME, STAGE, WHAT, MEMBER)               \
    TRAMMEL_SUBSYSTEM_READ(NAME, STAGE, WHAT, SUBMEMBER)
/// Cache that may be written from stage STAGE on, without changing any validity.
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
#define TRAMMEL_CONTINUOUS_WRITE(NAME, KIND, STAGE, MEMBER)                                        \
    Vector& State::NAME() {                                                                        \
        return writeContinuous(data_->MEMBER, ChangedVariable::KIND, STAGE, "State::" #NAME "()"); \
    }                                                                                              \
    Vector& State::NAME(SubsystemIndex ix) {                                                       \
        PerSubsystemInfo& s = data_->subsystem(ix, "State::" #NAME "()");                          \
        return writeContinuous(s.MEMBER, ChangedVariable::KIND, STAGE, "State::" #NAME "()");      \
    }

TRAMMEL_STATE_READ(getY, Stage::Model, "y", y)
TRAMMEL_READ_BOTH(getQ, Stage::Model, "q", q, q)
TRAMMEL_READ_BOTH(getU, Stage::Model, "u", u, u)
TRAMMEL_READ_BOTH(getZ, Stage::Model, "z", z, z)
TRAMMEL_CONTINUOUS_WRITE(updQ, Q, Stage::Position, q)
TRAMMEL_CONTINUOUS_WRITE(updU, U, Stage::Velocity, u)
TRAMMEL_CONTINUOUS_WRITE(updZ, Z, Stage::Dynamics, z)

Vector& State::updY() {
    updU();
    updZ();
    updQ();
    return data_->y;
}

// --- Weights ---

TRAMMEL_READ_BOTH(getUWeights, Stage::Model, "u weights", uWeights, uWeights)
TRAMMEL_READ_BOTH(getZWeights, Stage::Model, "z weights", zWeights, zWeights)
TRAMMEL_READ_BOTH(getQErrWeights, Stage::Instance, "position error weights", qErrWeights, qErrWeights)
TRAMMEL_READ_BOTH(getUErrWeights, Stage::Instance, "velocity error weights", uErrWeights, uErrWeights)

#define TRAMMEL_WEIGHT_WRITE(NAME, NEEDED, INVALIDATES, MEMBER)           \
    Vector& State::NAME() {                                               \
        data_->requireSystem(NEEDED, "State::" #NAME "()", "weights");    \
        invalidateStages(INVALIDATES, "weights");                         \
        return data_->MEMBER;                                             \
    }                                                                     \
    Vector& State::NAME(SubsystemIndex ix) {                              \
        PerSubsystemInfo& s = data_->subsystem(ix, "State::" #NAME "()"); \
        data_->require(s, NEEDED, "State::" #NAME "()", "weights");       \
        invalidateStages(INVALIDATES, "weights");                         \
        return s.MEMBER;                                                  \
    }
TRAMMEL_WEIGHT_WRITE(updUWeights, Stage::Model, Stage::Report, uWeights)
TRAMMEL_WEIGHT_WRITE(updZWeights, Stage::Model, Stage::Report, zWeights)
TRAMMEL_WEIGHT_WRITE(updQErrWeights, Stage::Instance, Stage::Position, qErrWeights)
TRAMMEL_WEIGHT_WRITE(updUErrWeights, Stage::Instance, Stage::Velocity, uErrWeights)

// --- Derivatives ---

TRAMMEL_STATE_READ(getYDot, Stage::Acceleration, "ydot", ydot)
TRAMMEL_READ_BOTH(getQDot, Stage::Velocity, "qdot", qdot, qdot)
TRAMMEL_READ_BOTH(getZDot, Stage::Dynamics, "zdot", zdot, zdot)
TRAMMEL_READ_BOTH(getUDot, Stage::Acceleration, "udot", udot, udot)
TRAMMEL_READ_BOTH(getQDotDot, Stage::Acceleration, "qdotdot", qdotdot, qdotdot)
TRAMMEL_CACHE_WRITE(updQDot, Stage(Stage::Velocity).prev(), "writing qdot", qdot, qdot)
TRAMMEL_CACHE_WRITE(updZDot, Stage(Stage::Dynamics).prev(), "writing zdot", zdot, zdot)
TRAMMEL_CACHE_WRITE(updUDot, Stage(Stage::Acceleration).prev(), "writing udot", udot, udot)
TRAMMEL_CACHE_WRITE(updQDotDot, Stage(Stage::Acceleration).prev(), "writing qdotdot", qdotdot, qdotdot)
Vector& State::updYDot() const {
    data_->requireSystem(Stage(Stage::Acceleration).prev(), "State::updYDot()", "writing ydot");
    return data_->ydot;
}

// --- Errors, multipliers, triggers ---

TRAMMEL_STATE_READ(getYErr, Stage::Velocity, "yerr", yerr)
TRAMMEL_READ_BOTH(getQErr, Stage::Position, "position errors", qErr, qErr)
TRAMMEL_READ_BOTH(getUErr, Stage::Velocity, "velocity errors", uErr, uErr)
TRAMMEL_READ_BOTH(getUDotErr, Stage::Acceleration, "acceleration errors", udoterr, uDotErr)
TRAMMEL_READ_BOTH(getMultipliers, Stage::Acceleration, "constraint multipliers", multipliers, multipliers)
TRAMMEL_CACHE_WRITE(updQErr, Stage(Stage::Position).prev(), "writing position errors", qErr, qErr)
TRAMMEL_CACHE_WRITE(updUErr, Stage(Stage::Velocity).prev(), "writing velocity errors", uErr, uErr)
TRAMMEL_CACHE_WRITE(updUDotErr, Stage(Stage::Acceleration).prev(), "writing acceleration errors", udoterr, uDotErr)
TRAMMEL_CACHE_WRITE(updMultipliers, Stage(Stage::Acceleration).prev(), "writing multipliers", multipliers, multipliers)
Vector& State::updYErr() const {
    data_->requireSystem(Stage(Stage::Velocity).prev(), "State::updYErr()", "writing yerr");
    return data_->yerr;
}

const Vector& State::getEventTriggers() const {
    data_->requireSystem(Stage::Acceleration, "State::getEventTriggers()", "event triggers");
    return data_->triggers;
}
const Vector& State::getEventTriggersByStage(Stage g) const {
    data_->requireSystem(g, "State::getEventTriggersByStage()", "event triggers");
    return data_->triggersByStage[std::size_t(int(g))];
}
const Vector& State::getEventTriggersByStage(SubsystemIndex ix, Stage g) const {
    PerSubsystemInfo& s = data_->subsystem(ix, "State::getEventTriggersByStage()");
    data_->require(s, g, "State::getEventTriggersByStage()", "event triggers");
    return s.triggers[std::size_t(int(g))];
}
Vector& State::updEventTriggers() const {
    data_->requireSystem(Stage::Instance, "State::updEventTriggers()", "writing event triggers");
    return data_->triggers;
}
Vector& State::updEventTriggersByStage(Stage g) const {
    data_->requireSystem(Stage::Instance, "State::updEventTriggersByStage()", "writing event triggers");
    return data_->triggersByStage[std::size_t(int(g))];
}
Vector& State::updEventTriggersByStage(SubsystemIndex ix, Stage g) const {
    PerSubsystemInfo& s = data_->subsystem(ix, "State::updEventTriggersByStage()");
    data_->require(s, Stage::Instance, "State::updEventTriggersByStage()", "writing event triggers");
    return s.triggers[std::size_t(int(g))];
}

}  // namespace trammel
