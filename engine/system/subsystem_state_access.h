// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/exceptions.h"
#include "system/state.h"

namespace trammel {

/// Access to a subsystem's part of a State without its index: `sub.getQ(state)` is
/// `state.getQ(sub.getMySubsystemIndex())`, and so on. Stages, errors and threads as for State's methods.
///
/// Shared by the handle (Subsystem) and the implementation (Subsystem::Guts). @p Derived provides getMySubsystemIndex()
/// and getName().
template <class Derived>
class SubsystemStateAccess {
public:
    Stage getStage(const State& s) const { return s.getSubsystemStage(ix()); }
    void advanceToStage(const State& s, Stage g) const { s.advanceSubsystemToStage(ix(), g); }

    // --- Allocation: variables while realizing Topology or Model, all others while realizing Instance ---
    QIndex allocateQ(State& s, const Vector& init) const { return s.allocateQ(ix(), init); }
    UIndex allocateU(State& s, const Vector& init) const { return s.allocateU(ix(), init); }
    ZIndex allocateZ(State& s, const Vector& init) const { return s.allocateZ(ix(), init); }
    QErrIndex allocateQErr(const State& s, int n) const { return s.allocateQErr(ix(), n); }
    UErrIndex allocateUErr(const State& s, int n) const { return s.allocateUErr(ix(), n); }
    UDotErrIndex allocateUDotErr(const State& s, int n) const { return s.allocateUDotErr(ix(), n); }
    /// Allocates slots only; Subsystem::Guts::createTriggeredEvent() also creates events.
    EventTriggerByStageIndex allocateEventTriggersByStage(const State& s, Stage g, int n) const {
        return s.allocateEventTrigger(ix(), g, n);
    }
    DiscreteVariableIndex allocateDiscreteVariable(State& s, Stage invalidates, AbstractValue* v,
                                                   std::string name = {}) const {
        return s.allocateDiscreteVariable(ix(), invalidates, v, std::move(name));
    }
    DiscreteVariableIndex allocateAutoUpdateDiscreteVariable(State& s, Stage invalidates, AbstractValue* v,
                                                             Stage updateDependsOn, std::string name = {}) const {
        return s.allocateAutoUpdateDiscreteVariable(ix(), invalidates, v, updateDependsOn, std::move(name));
    }
    CacheEntryIndex allocateCacheEntry(const State& s, Stage earliest, Stage latest, AbstractValue* v,
                                       std::string name = {}) const {
        return s.allocateCacheEntry(ix(), earliest, latest, v, std::move(name));
    }
    CacheEntryIndex allocateCacheEntry(const State& s, Stage stage, AbstractValue* v, std::string name = {}) const {
        return s.allocateCacheEntry(ix(), stage, v, std::move(name));
    }
    CacheEntryIndex allocateLazyCacheEntry(const State& s, Stage earliest, AbstractValue* v,
                                           std::string name = {}) const {
        return s.allocateLazyCacheEntry(ix(), earliest, v, std::move(name));
    }
    CacheEntryIndex allocateCacheEntryWithPrerequisites(const State& s, Stage earliest, Stage latest, bool q, bool u,
                                                        bool z, const std::vector<DiscreteVarKey>& discreteVars,
                                                        const std::vector<CacheEntryKey>& cacheEntries,
                                                        AbstractValue* v, std::string name = {}) const {
        return s.allocateCacheEntryWithPrerequisites(ix(), earliest, latest, q, u, z, discreteVars, cacheEntries, v,
                                                     std::move(name));
    }

    // --- Continuous variables and their derivatives ---
    const Vector& getQ(const State& s) const { return s.getQ(ix()); }
    const Vector& getU(const State& s) const { return s.getU(ix()); }
    const Vector& getZ(const State& s) const { return s.getZ(ix()); }
    const Vector& getUWeights(const State& s) const { return s.getUWeights(ix()); }
    const Vector& getZWeights(const State& s) const { return s.getZWeights(ix()); }
    const Vector& getQDot(const State& s) const { return s.getQDot(ix()); }
    const Vector& getUDot(const State& s) const { return s.getUDot(ix()); }
    const Vector& getZDot(const State& s) const { return s.getZDot(ix()); }
    const Vector& getQDotDot(const State& s) const { return s.getQDotDot(ix()); }
    Vector& updQ(State& s) const { return s.updQ(ix()); }
    Vector& updU(State& s) const { return s.updU(ix()); }
    Vector& updZ(State& s) const { return s.updZ(ix()); }
    Vector& updQDot(const State& s) const { return s.updQDot(ix()); }
    Vector& updUDot(const State& s) const { return s.updUDot(ix()); }
    Vector& updZDot(const State& s) const { return s.updZDot(ix()); }
    Vector& updQDotDot(const State& s) const { return s.updQDotDot(ix()); }
    /// Throws Exception if the number of elements is wrong.
    void setQ(State& s, const Vector& q) const { assign(updQ(s), q, "setQ()"); }
    void setU(State& s, const Vector& u) const { assign(updU(s), u, "setU()"); }
    void setZ(State& s, const Vector& z) const { assign(updZ(s), z, "setZ()"); }

    // --- Constraint errors, multipliers, witness functions ---
    const Vector& getQErr(const State& s) const { return s.getQErr(ix()); }
    const Vector& getUErr(const State& s) const { return s.getUErr(ix()); }
    const Vector& getUDotErr(const State& s) const { return s.getUDotErr(ix()); }
    const Vector& getMultipliers(const State& s) const { return s.getMultipliers(ix()); }
    const Vector& getQErrWeights(const State& s) const { return s.getQErrWeights(ix()); }
    const Vector& getUErrWeights(const State& s) const { return s.getUErrWeights(ix()); }
    const Vector& getEventTriggersByStage(const State& s, Stage g) const { return s.getEventTriggersByStage(ix(), g); }
    Vector& updQErr(const State& s) const { return s.updQErr(ix()); }
    Vector& updUErr(const State& s) const { return s.updUErr(ix()); }
    Vector& updUDotErr(const State& s) const { return s.updUDotErr(ix()); }
    Vector& updMultipliers(const State& s) const { return s.updMultipliers(ix()); }
    Vector& updEventTriggersByStage(const State& s, Stage g) const { return s.updEventTriggersByStage(ix(), g); }

    // --- Offsets in the vectors of the whole system, and sizes ---
    SystemQIndex getQStart(const State& s) const { return s.getQStart(ix()); }
    SystemUIndex getUStart(const State& s) const { return s.getUStart(ix()); }
    SystemZIndex getZStart(const State& s) const { return s.getZStart(ix()); }
    SystemQErrIndex getQErrStart(const State& s) const { return s.getQErrStart(ix()); }
    SystemUErrIndex getUErrStart(const State& s) const { return s.getUErrStart(ix()); }
    SystemUDotErrIndex getUDotErrStart(const State& s) const { return s.getUDotErrStart(ix()); }
    SystemMultiplierIndex getMultipliersStart(const State& s) const { return s.getMultipliersStart(ix()); }
    SystemEventTriggerByStageIndex getEventTriggerStartByStage(const State& s, Stage g) const {
        return s.getEventTriggerStartByStage(ix(), g);
    }
    int getNQ(const State& s) const { return s.getNQ(ix()); }
    int getNU(const State& s) const { return s.getNU(ix()); }
    int getNZ(const State& s) const { return s.getNZ(ix()); }
    int getNQErr(const State& s) const { return s.getNQErr(ix()); }
    int getNUErr(const State& s) const { return s.getNUErr(ix()); }
    int getNUDotErr(const State& s) const { return s.getNUDotErr(ix()); }
    int getNMultipliers(const State& s) const { return s.getNMultipliers(ix()); }
    int getNEventTriggersByStage(const State& s, Stage g) const { return s.getNEventTriggersByStage(ix(), g); }

    // --- Discrete variables ---
    const AbstractValue& getDiscreteVariable(const State& s, DiscreteVariableIndex v) const {
        return s.getDiscreteVariable(ix(), v);
    }
    AbstractValue& updDiscreteVariable(State& s, DiscreteVariableIndex v) const {
        return s.updDiscreteVariable(ix(), v);
    }
    void setDiscreteVariable(State& s, DiscreteVariableIndex v, const AbstractValue& value) const {
        s.setDiscreteVariable(ix(), v, value);
    }
    Real getDiscreteVarLastUpdateTime(const State& s, DiscreteVariableIndex v) const {
        return s.getDiscreteVarLastUpdateTime(ix(), v);
    }
    CacheEntryIndex getDiscreteVarUpdateIndex(const State& s, DiscreteVariableIndex v) const {
        return s.getDiscreteVarUpdateIndex(ix(), v);
    }
    const AbstractValue& getDiscreteVarUpdateValue(const State& s, DiscreteVariableIndex v) const {
        return s.getDiscreteVarUpdateValue(ix(), v);
    }
    AbstractValue& updDiscreteVarUpdateValue(const State& s, DiscreteVariableIndex v) const {
        return s.updDiscreteVarUpdateValue(ix(), v);
    }
    bool isDiscreteVarUpdateValueRealized(const State& s, DiscreteVariableIndex v) const {
        return s.isDiscreteVarUpdateValueRealized(ix(), v);
    }
    void markDiscreteVarUpdateValueRealized(const State& s, DiscreteVariableIndex v) const {
        s.markDiscreteVarUpdateValueRealized(ix(), v);
    }

    // --- Cache entries ---
    const AbstractValue& getCacheEntry(const State& s, CacheEntryIndex e) const { return s.getCacheEntry(ix(), e); }
    AbstractValue& updCacheEntry(const State& s, CacheEntryIndex e) const { return s.updCacheEntry(ix(), e); }
    bool isCacheValueRealized(const State& s, CacheEntryIndex e) const { return s.isCacheValueRealized(ix(), e); }
    void markCacheValueRealized(const State& s, CacheEntryIndex e) const { s.markCacheValueRealized(ix(), e); }
    void markCacheValueNotRealized(const State& s, CacheEntryIndex e) const { s.markCacheValueNotRealized(ix(), e); }

protected:
    SubsystemStateAccess() = default;
    ~SubsystemStateAccess() = default;

private:
    const Derived& self() const { return static_cast<const Derived&>(*this); }
    SubsystemIndex ix() const { return self().getMySubsystemIndex(); }
    void assign(Vector& variables, const Vector& values, const char* where) const {
        if (values.size() != variables.size())
            throw Exception("Subsystem::" + std::string(where) + ": subsystem '" + self().getName() + "' has " +
                            std::to_string(variables.size()) + " such variables, not " + std::to_string(values.size()) +
                            ".");
        variables = values;
    }
};

}  // namespace trammel
