// SPDX-License-Identifier: Apache-2.0
// State: discrete variables and auto-update.
#include "system/state.h"
#include "system/state_data.h"

namespace trammel {

DiscreteVariableIndex State::allocateDiscreteVariable(SubsystemIndex ix, Stage invalidates, AbstractValue* value,
                                                      std::string name) {
    const char* const where = "State::allocateDiscreteVariable()";
    std::unique_ptr<AbstractValue> owned(value);
    PerSubsystemInfo& s = data_->subsystem(ix, where);
    if (name.empty()) name = "variable " + std::to_string(s.discreteVariables.size());
    // A variable must be there before the stage it can invalidate; so one for Model is fixed by Topology.
    const Stage fixedBy = invalidates <= Stage::Model ? Stage::Topology : Stage::Model;
    if (s.stage >= fixedBy)
        throw StageTooHigh(where, "allocating discrete variable " + quoted(s, name), fixedBy, s.stage);
    if (invalidates <= Stage::Topology || invalidates >= Stage::Infinity)
        throw Exception(std::string(where) + ": discrete variable " + quoted(s, name) +
                        " must invalidate a stage from Model to Report, not " + invalidates.getName() + ".");
    DiscreteVarInfo& v = s.discreteVariables.emplace_back();
    v.name = std::move(name);
    v.value = std::move(owned);
    v.allocationStage = s.stage;
    v.invalidates = invalidates;
    return DiscreteVariableIndex(s.discreteVariables.size() - 1);
}

DiscreteVariableIndex State::allocateAutoUpdateDiscreteVariable(SubsystemIndex ix, Stage invalidates,
                                                                AbstractValue* value, Stage updateDependsOn,
                                                                std::string name) {
    const char* const where = "State::allocateAutoUpdateDiscreteVariable()";
    std::unique_ptr<AbstractValue> owned(value);
    PerSubsystemInfo& s = data_->subsystem(ix, where);
    if (name.empty()) name = "variable " + std::to_string(s.discreteVariables.size());
    if (invalidates <= Stage::Time)
        throw Exception(std::string(where) + ": auto-update variable " + quoted(s, name) +
                        " must invalidate a stage above Time, not " + invalidates.getName() + ".");
    AbstractValue* const update = owned->clone().release();
    const DiscreteVariableIndex vx = allocateDiscreteVariable(ix, invalidates, owned.release(), name);
    s.discreteVariables.back().updateEntry =
        allocateCacheEntry(ix, updateDependsOn, Stage::Infinity, update, name + " (next value)");
    return vx;
}

CacheEntryIndex State::getDiscreteVarUpdateIndex(SubsystemIndex s, DiscreteVariableIndex v) const {
    return data_->variable(s, v, "State::getDiscreteVarUpdateIndex()").updateEntry;
}
Stage State::getDiscreteVarAllocationStage(SubsystemIndex s, DiscreteVariableIndex v) const {
    return data_->variable(s, v, "State::getDiscreteVarAllocationStage()").allocationStage;
}
Stage State::getDiscreteVarInvalidatesStage(SubsystemIndex s, DiscreteVariableIndex v) const {
    return data_->variable(s, v, "State::getDiscreteVarInvalidatesStage()").invalidates;
}
const AbstractValue& State::getDiscreteVariable(SubsystemIndex s, DiscreteVariableIndex v) const {
    return *data_->variable(s, v, "State::getDiscreteVariable()").value;
}
Real State::getDiscreteVarLastUpdateTime(SubsystemIndex s, DiscreteVariableIndex v) const {
    return data_->variable(s, v, "State::getDiscreteVarLastUpdateTime()").lastUpdateTime;
}

namespace {
CacheEntryIndex requireAutoUpdate(StateData& d, SubsystemIndex s, DiscreteVariableIndex v, const char* where) {
    const DiscreteVarInfo& info = d.variable(s, v, where);
    if (!info.getAutoUpdateEntry().isValid())
        throw Exception(std::string(where) + ": discrete variable " + quoted(d.subsystem(s, where), info.getName()) +
                        " is not an auto-update variable.");
    return info.getAutoUpdateEntry();
}
}  // namespace

const AbstractValue& State::getDiscreteVarUpdateValue(SubsystemIndex s, DiscreteVariableIndex v) const {
    return getCacheEntry(s, requireAutoUpdate(*data_, s, v, "State::getDiscreteVarUpdateValue()"));
}
AbstractValue& State::updDiscreteVarUpdateValue(SubsystemIndex s, DiscreteVariableIndex v) const {
    return updCacheEntry(s, requireAutoUpdate(*data_, s, v, "State::updDiscreteVarUpdateValue()"));
}
bool State::isDiscreteVarUpdateValueRealized(SubsystemIndex s, DiscreteVariableIndex v) const {
    return isCacheValueRealized(s, requireAutoUpdate(*data_, s, v, "State::isDiscreteVarUpdateValueRealized()"));
}
void State::markDiscreteVarUpdateValueRealized(SubsystemIndex s, DiscreteVariableIndex v) const {
    markCacheValueRealized(s, requireAutoUpdate(*data_, s, v, "State::markDiscreteVarUpdateValueRealized()"));
}

AbstractValue& State::updDiscreteVariable(SubsystemIndex s, DiscreteVariableIndex v) {
    DiscreteVarInfo& info = data_->variable(s, v, "State::updDiscreteVariable()");
    const ChangedVariable cause{ChangedVariable::Discrete, s, int(v)};
    noteChange(info.dependents, cause);
    if (info.updateEntry.isValid()) {
        CacheEntryInfo& update = data_->entry({s, info.updateEntry});
        update.upToDate = false;
        update.invalidatedBy = cause;
    }
    invalidateStages(info.invalidates, info.name.c_str());
    info.lastUpdateTime = data_->time;
    ++info.valueVersion;
    return *info.value;
}

void State::setDiscreteVariable(SubsystemIndex s, DiscreteVariableIndex v, const AbstractValue& value) {
    const DiscreteVarInfo& info = data_->variable(s, v, "State::setDiscreteVariable()");
    if (info.value->typeTag() != value.typeTag())
        throw WrongValueType("State::setDiscreteVariable()",
                             "discrete variable " + quoted(data_->subsystem(s, ""), info.name),
                             info.value->getTypeName(), value.getTypeName());
    updDiscreteVariable(s, v).assign(value);
}

void State::autoUpdateDiscreteVariables() {
    for (PerSubsystemInfo& s : data_->subsystems)
        for (DiscreteVarInfo& v : s.discreteVariables) {
            if (!v.updateEntry.isValid()) continue;
            CacheEntryInfo& update = s.cacheEntries[std::size_t(int(v.updateEntry))];
            if (!StateData::isUpToDate(s, update)) continue;
            std::swap(v.value, update.value);
            v.lastUpdateTime = data_->time;
            ++v.valueVersion;
            update.upToDate = false;
            update.markedInvalid = true;
        }
}

bool State::hasDiscreteVar(const DiscreteVarKey& key) const {
    return key.subsystem >= 0 && key.subsystem < getNumSubsystems() && key.variable >= 0 &&
           key.variable < int(data_->subsystems[std::size_t(int(key.subsystem))].discreteVariables.size());
}
const DiscreteVarInfo& State::getDiscreteVarInfo(const DiscreteVarKey& key) const {
    return data_->variable(key.subsystem, key.variable, "State::getDiscreteVarInfo()");
}

}  // namespace trammel
