// SPDX-License-Identifier: Apache-2.0
// State: discrete variables and auto-update.
#include "system/state.h"
#include "system/state_data.h"

namespace trammel {

DiscreteVarInfo& StateData::appendVariable(PerSubsystemInfo& s, const char* where, const char* what, Stage above,
                                           Stage invalidates, std::unique_ptr<AbstractValue> value, std::string name) {
    if (name.empty()) name = "variable " + std::to_string(s.discreteVariables.size());
    const std::string variableName = what + (" " + quoted(s, name));
    if (!value) throw BadAllocation(where + (": " + variableName) + " requires an initial value; it is null.");
    if (invalidates <= above || invalidates >= Stage::Infinity)
        throw StageNotAllowed(where + (": " + variableName) + " must invalidate a stage from " +
                              above.next().getName() + " to Report, not " + invalidates.getName() + ".");
    // A variable must exist before the stage it invalidates; so one for Model is fixed by Topology.
    const Stage fixedBy = invalidates <= Stage::Model ? Stage::Topology : Stage::Model;
    if (s.stage >= fixedBy) throw StageTooHigh(where, "allocating " + variableName, fixedBy, s.stage);
    value->setLabel("discrete variable " + quoted(s, name));
    DiscreteVarInfo& v = s.discreteVariables.emplace_back();
    v.name = std::move(name);
    v.value = std::move(value);
    v.allocationStage = s.stage;
    v.invalidates = invalidates;
    return v;
}

DiscreteVariableIndex State::allocateDiscreteVariable(SubsystemIndex ix, Stage invalidates, AbstractValue* value,
                                                      std::string name) {
    const char* const where = "State::allocateDiscreteVariable()";
    std::unique_ptr<AbstractValue> owned(value);
    PerSubsystemInfo& s = data_->subsystem(ix, where);
    StateData::appendVariable(s, where, "discrete variable", Stage::Topology, invalidates, std::move(owned),
                              std::move(name));
    return DiscreteVariableIndex(s.discreteVariables.size() - 1);
}

DiscreteVariableIndex State::allocateAutoUpdateDiscreteVariable(SubsystemIndex ix, Stage invalidates,
                                                                AbstractValue* value, Stage updateDependsOn,
                                                                std::string name) {
    const char* const where = "State::allocateAutoUpdateDiscreteVariable()";
    std::unique_ptr<AbstractValue> owned(value);
    PerSubsystemInfo& s = data_->subsystem(ix, where);
    DiscreteVarInfo& v = StateData::appendVariable(s, where, "auto-update variable", Stage::Time, invalidates,
                                                   std::move(owned), std::move(name));
    v.updateEntry = allocateEntry(where, ix, updateDependsOn, Stage::Infinity, false, false, false, {}, {},
                                  v.value->clone().release(), v.name + " (update value)");
    s.cacheEntries.back().holdsNextValue = true;
    return DiscreteVariableIndex(s.discreteVariables.size() - 1);
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
Real State::getDiscreteVarLastUpdateTime(SubsystemIndex s, DiscreteVariableIndex v) const {
    return data_->variable(s, v, "State::getDiscreteVarLastUpdateTime()").lastUpdateTime;
}

namespace {
CacheEntryIndex requireAutoUpdate(StateData& d, SubsystemIndex s, DiscreteVariableIndex v, const char* where) {
    const DiscreteVarInfo& info = d.variable(s, v, where);
    if (!info.getAutoUpdateEntry().isValid())
        throw NotAutoUpdate(std::string(where) + ": discrete variable " +
                            quoted(d.subsystem(s, where), info.getName()) +
                            " is not an auto-update variable and has no update value.");
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
    const StateChange change{StateChange::Discrete, s, int(v), info.name};
    ++info.valueVersion;
    info.writtenAt = ++data_->clock;
    noteChange(info.dependents, change);
    if (info.updateEntry.isValid()) {
        CacheEntryInfo& update = data_->entry({s, info.updateEntry});
        update.upToDate = false;
        update.invalidatedBy = change;
        update.invalidatedBy.name = {};
    }
    invalidateStages(info.invalidates, change);
    info.lastUpdateTime = data_->time;
    return *info.value;
}

namespace {
void requireSameType(const AbstractValue& held, const AbstractValue& given, const char* where) {
    if (held.typeTag() != given.typeTag())
        throw WrongValueType(where, held.describe(), held.getTypeName(), given.getTypeName());
}
}  // namespace

void State::setDiscreteVariable(SubsystemIndex s, DiscreteVariableIndex v, const AbstractValue& value) {
    const char* const where = "State::setDiscreteVariable()";
    requireSameType(*data_->variable(s, v, where).value, value, where);
    updDiscreteVariable(s, v).assign(value);
}

void State::restoreDiscreteVariable(SubsystemIndex s, DiscreteVariableIndex v, const AbstractValue& value,
                                    Real lastUpdateTime) {
    setDiscreteVariable(s, v, value);
    data_->variable(s, v, "State::restoreDiscreteVariable()").lastUpdateTime = lastUpdateTime;
}

void State::restoreDiscreteVarUpdateValue(SubsystemIndex s, DiscreteVariableIndex v, const AbstractValue& value) {
    const char* const where = "State::restoreDiscreteVarUpdateValue()";
    CacheEntryInfo& update = data_->entry({s, requireAutoUpdate(*data_, s, v, where)});
    requireSameType(*update.value, value, where);
    update.value->assign(value);
    data_->setUpToDate(update);
}

void State::autoUpdateDiscreteVariables() {
    for (PerSubsystemInfo& s : data_->subsystems)
        for (DiscreteVarInfo& v : s.discreteVariables) {
            if (!v.updateEntry.isValid()) continue;
            CacheEntryInfo& update = s.cacheEntries[std::size_t(int(v.updateEntry))];
            if (!data_->isUpToDate(s, update)) continue;
            std::swap(v.value, update.value);
            v.value->swapLabels(*update.value);
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
