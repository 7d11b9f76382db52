// SPDX-License-Identifier: Apache-2.0
// State: cache entries, their validity, and why.
#include <sstream>

#include "system/state.h"
#include "system/state_data.h"

namespace trammel {

CacheEntryIndex State::allocateCacheEntry(SubsystemIndex s, Stage stage, AbstractValue* value, std::string name) const {
    return allocateCacheEntry(s, stage, stage, value, std::move(name));
}
CacheEntryIndex State::allocateLazyCacheEntry(SubsystemIndex s, Stage earliest, AbstractValue* value,
                                              std::string name) const {
    return allocateCacheEntry(s, earliest, Stage::Infinity, value, std::move(name));
}
CacheEntryIndex State::allocateCacheEntry(SubsystemIndex s, Stage earliest, Stage latest, AbstractValue* value,
                                          std::string name) const {
    return allocateCacheEntryWithPrerequisites(s, earliest, latest, false, false, false, {}, {}, value,
                                               std::move(name));
}

CacheEntryIndex State::allocateCacheEntryWithPrerequisites(SubsystemIndex ix, Stage earliest, Stage latest, bool q,
                                                           bool u, bool z,
                                                           const std::vector<DiscreteVarKey>& discreteVars,
                                                           const std::vector<CacheEntryKey>& cacheEntries,
                                                           AbstractValue* value, std::string name) const {
    const char* const where = "State::allocateCacheEntry()";
    std::unique_ptr<AbstractValue> owned(value);
    StateData& d = *data_;
    PerSubsystemInfo& s = d.subsystem(ix, where);
    if (name.empty()) name = "entry " + std::to_string(s.cacheEntries.size());
    if (s.stage >= Stage::Instance)
        throw StageTooHigh(where, "allocating cache entry " + quoted(s, name), Stage::Instance, s.stage);
    if (earliest > latest)
        throw Exception(std::string(where) + ": cache entry " + quoted(s, name) + " cannot be computed by stage " +
                        latest.getName() + " when it can be computed only from stage " + earliest.getName() + " on.");
    for (const CacheEntryKey& upstream : cacheEntries) {
        const CacheEntryInfo& e = d.entry(upstream.subsystem, upstream.entry, where);
        if (e.earliest > earliest)
            throw Exception(std::string(where) + ": prerequisite " +
                            quoted(d.subsystem(upstream.subsystem, where), e.name) + " is available from stage " +
                            e.earliest.getName() + ", later than its dependent " + quoted(s, name) + " from " +
                            earliest.getName() + ".");
    }
    for (const DiscreteVarKey& v : discreteVars) d.variable(v.subsystem, v.variable, where);

    CacheEntryInfo& e = s.cacheEntries.emplace_back();
    e.name = std::move(name);
    e.value = std::move(owned);
    e.allocationStage = s.stage;
    e.earliest = earliest;
    e.latest = latest;
    e.prerequisiteQ = q;
    e.prerequisiteU = u;
    e.prerequisiteZ = z;
    e.prerequisiteVariables = discreteVars;
    e.prerequisiteEntries = cacheEntries;

    // Each variable and entry lists all that depends on it, indirectly too, so that a change is one flat loop.
    const CacheEntryKey key{ix, CacheEntryIndex(s.cacheEntries.size() - 1)};
    if (q) d.continuousDependents[0].add(key);
    if (u) d.continuousDependents[1].add(key);
    if (z) d.continuousDependents[2].add(key);
    for (const DiscreteVarKey& v : discreteVars) d.variable(v.subsystem, v.variable, where).dependents.add(key);
    const auto dependsOnUpstream = [&](const ListOfDependents& list) {
        for (const CacheEntryKey& upstream : cacheEntries)
            if (list.contains(upstream)) return true;
        return false;
    };
    for (ListOfDependents& list : d.continuousDependents)
        if (dependsOnUpstream(list)) list.add(key);
    for (PerSubsystemInfo& sub : d.subsystems) {
        for (DiscreteVarInfo& v : sub.discreteVariables)
            if (dependsOnUpstream(v.dependents)) v.dependents.add(key);
        for (CacheEntryInfo& other : sub.cacheEntries)
            if (dependsOnUpstream(other.dependents)) other.dependents.add(key);
    }
    for (const CacheEntryKey& upstream : cacheEntries) d.entry(upstream).dependents.add(key);
    return key.entry;
}

Stage State::getCacheEntryAllocationStage(SubsystemIndex s, CacheEntryIndex e) const {
    return data_->entry(s, e, "State::getCacheEntryAllocationStage()").allocationStage;
}

const AbstractValue& State::getCacheEntry(SubsystemIndex ix, CacheEntryIndex ex) const {
    StateData& d = *data_;
    const CacheEntryInfo& e = d.entry(ix, ex, "State::getCacheEntry()");
    const PerSubsystemInfo& s = d.subsystems[std::size_t(int(ix))];
    if (!StateData::isUpToDate(s, e)) {
        if (d.observer) d.observer->entryReadWhileInvalid(*this, {ix, ex});
        if (s.stage < e.earliest)
            throw StageTooLow("State::getCacheEntry()", "cache entry " + quoted(s, e.name), e.earliest, s.stage);
        throw CacheEntryOutOfDate("State::getCacheEntry()", quoted(s, e.name), explainCacheValidity({ix, ex}));
    }
    return *e.value;
}

AbstractValue& State::updCacheEntry(SubsystemIndex ix, CacheEntryIndex ex) const {
    return *data_->entry(ix, ex, "State::updCacheEntry()").value;
}

bool State::isCacheValueRealized(SubsystemIndex ix, CacheEntryIndex ex) const {
    const CacheEntryInfo& e = data_->entry(ix, ex, "State::isCacheValueRealized()");
    return StateData::isUpToDate(data_->subsystems[std::size_t(int(ix))], e);
}

void State::markCacheValueRealized(SubsystemIndex ix, CacheEntryIndex ex) const {
    CacheEntryInfo& e = data_->entry(ix, ex, "State::markCacheValueRealized()");
    const PerSubsystemInfo& s = data_->subsystems[std::size_t(int(ix))];
    // One stage below earliest is where the work of realizing that stage is done; the value counts once it is reached.
    if (s.stage < e.earliest.prev())
        throw StageTooLow("State::markCacheValueRealized()", "cache entry " + quoted(s, e.name), e.earliest, s.stage);
    e.upToDate = true;
    e.markedInvalid = false;
    e.invalidatedBy = {};
    e.versionSeen = s.stageVersions[std::size_t(int(e.earliest))];
    ++e.valueVersion;
    if (data_->observer) data_->observer->entryComputed(*this, {ix, ex});
}

void State::markCacheValueNotRealized(SubsystemIndex ix, CacheEntryIndex ex) const {
    CacheEntryInfo& e = data_->entry(ix, ex, "State::markCacheValueNotRealized()");
    e.upToDate = false;
    e.markedInvalid = true;
    noteChange(e.dependents, {ChangedVariable::Entry, ix, int(ex)});
}

bool State::hasCacheEntry(const CacheEntryKey& key) const {
    return key.subsystem >= 0 && key.subsystem < getNumSubsystems() && key.entry >= 0 &&
           key.entry < int(data_->subsystems[std::size_t(int(key.subsystem))].cacheEntries.size());
}
const CacheEntryInfo& State::getCacheEntryInfo(const CacheEntryKey& key) const {
    return data_->entry(key.subsystem, key.entry, "State::getCacheEntryInfo()");
}
const ListOfDependents& State::getQDependents() const { return data_->continuousDependents[0]; }
const ListOfDependents& State::getUDependents() const { return data_->continuousDependents[1]; }
const ListOfDependents& State::getZDependents() const { return data_->continuousDependents[2]; }

CacheValidity State::getCacheValidity(const CacheEntryKey& key) const {
    const CacheEntryInfo& e = getCacheEntryInfo(key);
    const PerSubsystemInfo& s = getPerSubsystemInfo(key.subsystem);
    if (StateData::isUpToDate(s, e)) return CacheValidity::Valid;
    if (s.stage < e.earliest) return CacheValidity::StageTooLow;
    if (e.markedInvalid) return CacheValidity::MarkedInvalid;
    if (e.versionSeen == 0) return CacheValidity::NeverComputed;
    if (!e.upToDate && e.invalidatedBy.kind != ChangedVariable::None) return CacheValidity::PrerequisiteChanged;
    return CacheValidity::StageInvalidated;
}

namespace {
std::string describe(const State& state, const ChangedVariable& changed) {
    switch (changed.kind) {
        case ChangedVariable::Q: return "coordinates q";
        case ChangedVariable::U: return "speeds u";
        case ChangedVariable::Z: return "auxiliary variables z";
        case ChangedVariable::Discrete:
            return "'" + state.getDiscreteVarInfo({changed.subsystem, DiscreteVariableIndex(changed.index)}).getName() +
                   "'";
        case ChangedVariable::Entry:
            return "entry '" + state.getCacheEntryInfo({changed.subsystem, CacheEntryIndex(changed.index)}).getName() +
                   "'";
        case ChangedVariable::None: break;
    }
    return "nothing";
}
}  // namespace

std::string State::explainCacheValidity(const CacheEntryKey& key) const {
    const CacheEntryInfo& e = getCacheEntryInfo(key);
    const PerSubsystemInfo& s = getPerSubsystemInfo(key.subsystem);
    std::ostringstream text;
    switch (getCacheValidity(key)) {
        case CacheValidity::Valid:
            text << "valid: computed at version " << e.versionSeen << " of stage " << e.earliest.getName()
                 << ", which is the present one";
            break;
        case CacheValidity::StageTooLow:
            text << "not reachable: needs stage " << e.earliest.getName() << ", subsystem '" << s.name << "' is at "
                 << s.stage.getName();
            break;
        case CacheValidity::NeverComputed:
            text << "never computed since it was allocated";
            if (e.latest < Stage::Infinity) text << "; it will be by stage " << e.latest.getName();
            break;
        case CacheValidity::MarkedInvalid: text << "stale: it was explicitly marked as not realized"; break;
        case CacheValidity::PrerequisiteChanged:
            text << "stale: prerequisite " << describe(*this, e.invalidatedBy) << " changed since it was computed";
            break;
        case CacheValidity::StageInvalidated:
            text << "stale: stage " << e.earliest.getName() << " is at version "
                 << s.stageVersions[std::size_t(int(e.earliest))] << ", computed at " << e.versionSeen;
            break;
    }
    return text.str();
}

// --- Text ---

std::string State::toString() const {
    std::ostringstream text;
    text.precision(17);
    const StateData& d = *data_;
    text << "State at stage " << d.systemStage.getName() << "\n";
    if (d.systemStage >= Stage::Topology) text << "t = " << d.time << "\n";
    const auto list = [&](const char* label, const Vector& v) {
        if (v.size() == 0) return;
        text << "  " << label << " =";
        for (int i = 0; i < v.size(); ++i) text << ' ' << v[i];
        text << "\n";
    };
    for (const PerSubsystemInfo& s : d.subsystems) {
        text << "subsystem '" << s.name << "' " << s.version << " at stage " << s.stage.getName() << "\n";
        if (d.systemStage >= Stage::Model) {
            list("q", s.q);
            list("u", s.u);
            list("z", s.z);
        }
        for (const DiscreteVarInfo& v : s.discreteVariables)
            text << "  '" << v.name << "': " << v.value->getTypeName() << ", invalidates " << v.invalidates.getName()
                 << ", version " << v.valueVersion << "\n";
    }
    return text.str();
}

std::string State::cacheToString() const {
    std::ostringstream text;
    for (std::size_t i = 0; i < data_->subsystems.size(); ++i) {
        const PerSubsystemInfo& s = data_->subsystems[i];
        text << "subsystem '" << s.name << "' at stage " << s.stage.getName() << "\n";
        for (std::size_t k = 0; k < s.cacheEntries.size(); ++k) {
            const CacheEntryInfo& e = s.cacheEntries[k];
            text << "  '" << e.name << "' (" << e.earliest.getName() << " .. " << e.latest.getName()
                 << "): " << explainCacheValidity({SubsystemIndex(i), CacheEntryIndex(k)}) << "\n";
        }
    }
    return text.str();
}

}  // namespace trammel
