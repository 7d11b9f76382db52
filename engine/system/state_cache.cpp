// SPDX-License-Identifier: Apache-2.0
// State: cache entries, their validity, and why.
#include <algorithm>
#include <sstream>
#include <utility>

#include "system/state.h"
#include "system/state_data.h"

namespace trammel {

CacheEntryIndex State::allocateCacheEntry(SubsystemIndex s, Stage stage, AbstractValue* value, std::string name) const {
    return allocateCacheEntry(s, stage, stage, value, std::move(name));
}
CacheEntryIndex State::allocateLazyCacheEntry(SubsystemIndex s, Stage earliest, AbstractValue* value,
                                              std::string name) const {
    return allocateEntry("State::allocateLazyCacheEntry()", s, earliest, Stage::Infinity, false, false, false, {}, {},
                         value, std::move(name));
}
CacheEntryIndex State::allocateCacheEntry(SubsystemIndex s, Stage earliest, Stage latest, AbstractValue* value,
                                          std::string name) const {
    return allocateEntry("State::allocateCacheEntry()", s, earliest, latest, false, false, false, {}, {}, value,
                         std::move(name));
}
CacheEntryIndex State::allocateCacheEntryWithPrerequisites(SubsystemIndex s, Stage earliest, Stage latest, bool q,
                                                           bool u, bool z,
                                                           const std::vector<DiscreteVarKey>& discreteVars,
                                                           const std::vector<CacheEntryKey>& cacheEntries,
                                                           AbstractValue* value, std::string name) const {
    return allocateEntry("State::allocateCacheEntryWithPrerequisites()", s, earliest, latest, q, u, z, discreteVars,
                         cacheEntries, value, std::move(name));
}

CacheEntryIndex State::allocateEntry(const char* where, SubsystemIndex ix, Stage earliest, Stage latest, bool q, bool u,
                                     bool z, const std::vector<DiscreteVarKey>& discreteVars,
                                     const std::vector<CacheEntryKey>& cacheEntries, AbstractValue* value,
                                     std::string name) const {
    std::unique_ptr<AbstractValue> owned(value);
    StateData& d = *data_;
    PerSubsystemInfo& s = d.subsystem(ix, where);
    if (name.empty()) name = "entry " + std::to_string(s.cacheEntries.size());
    const std::string entryName = "cache entry " + quoted(s, name);
    if (s.stage >= Stage::Instance) throw StageTooHigh(where, "allocating " + entryName, Stage::Instance, s.stage);
    const auto refuse = [&](const std::string& why) { throw BadAllocation(std::string(where) + ": " + why); };
    if (!owned) refuse(entryName + " requires an initial value; it is null.");
    if (earliest > latest)
        refuse(entryName + " cannot be computed by stage " + latest.getName() +
               " if it can be computed only from stage " + earliest.getName() + " on.");
    const auto requireToLast = [&](const std::string& prerequisite, Stage allocatedAt) {
        if (allocatedAt > s.stage)
            refuse(entryName + " was allocated at stage " + s.stage.getName() + " and would outlive its prerequisite " +
                   prerequisite + ", allocated at " + allocatedAt.getName() + ".");
    };
    for (const CacheEntryKey& upstream : cacheEntries) {
        const CacheEntryInfo& e = d.entry(upstream.subsystem, upstream.entry, where);
        const std::string upstreamName = quoted(d.subsystem(upstream.subsystem, where), e.name);
        if (e.earliest > earliest)
            refuse("prerequisite " + upstreamName + " is available from stage " + e.earliest.getName() +
                   ", later than its dependent " + quoted(s, name) + " from " + earliest.getName() + ".");
        requireToLast(upstreamName, e.allocationStage);
    }
    for (const DiscreteVarKey& key : discreteVars) {
        const DiscreteVarInfo& v = d.variable(key.subsystem, key.variable, where);
        requireToLast(quoted(d.subsystem(key.subsystem, where), v.name), v.allocationStage);
    }

    owned->setLabel(entryName);
    CacheEntryInfo& e = s.cacheEntries.emplace_back();
    e.name = std::move(name);
    e.value = std::move(owned);
    e.allocationStage = s.stage;
    e.earliest = earliest;
    e.latest = latest;
    s.entriesByLatest[std::size_t(int(latest))].push_back(int(s.cacheEntries.size()) - 1);
    s.stagesWithEntries |= 1u << int(latest);
    e.prerequisiteQ = q;
    e.prerequisiteU = u;
    e.prerequisiteZ = z;
    e.prerequisiteVariables = discreteVars;
    e.prerequisiteEntries = cacheEntries;

    // Each variable and entry lists all direct and indirect dependents, so that invalidation is a flat loop.
    const CacheEntryKey key{ix, CacheEntryIndex(s.cacheEntries.size() - 1)};
    if (q) d.group(StateChange::Q).dependents.addDeclared(key);
    if (u) d.group(StateChange::U).dependents.addDeclared(key);
    if (z) d.group(StateChange::Z).dependents.addDeclared(key);
    for (const DiscreteVarKey& v : discreteVars) d.variable(v.subsystem, v.variable, where).dependents.addDeclared(key);
    for (const CacheEntryKey& upstream : cacheEntries) d.entry(upstream).dependents.addDeclared(key);
    // Upward from the prerequisites: a model may have thousands of entries beside these. Those of an entry that a failed
    // realization has left may be gone.
    std::vector<CacheEntryKey> upstream = cacheEntries;
    for (std::size_t i = 0; i < upstream.size(); ++i) {
        const CacheEntryInfo& above = d.entry(upstream[i]);
        if (above.prerequisiteQ) d.group(StateChange::Q).dependents.addIndirect(key);
        if (above.prerequisiteU) d.group(StateChange::U).dependents.addIndirect(key);
        if (above.prerequisiteZ) d.group(StateChange::Z).dependents.addIndirect(key);
        for (const DiscreteVarKey& v : above.prerequisiteVariables)
            if (hasDiscreteVar(v)) d.variable(v.subsystem, v.variable, where).dependents.addIndirect(key);
        for (const CacheEntryKey& next : above.prerequisiteEntries) {
            if (!hasCacheEntry(next)) continue;
            d.entry(next).dependents.addIndirect(key);
            if (std::find(upstream.begin(), upstream.end(), next) == upstream.end()) upstream.push_back(next);
        }
    }
    return key.entry;
}

Stage State::getCacheEntryAllocationStage(SubsystemIndex s, CacheEntryIndex e) const {
    return data_->entry(s, e, "State::getCacheEntryAllocationStage()").allocationStage;
}

void State::refuseCacheEntry(SubsystemIndex ix, CacheEntryIndex ex) const {
    StateData& d = *data_;
    const CacheEntryInfo& e = d.entry(ix, ex, "State::getCacheEntry()");
    const PerSubsystemInfo& s = d.subsystems[std::size_t(int(ix))];
    if (d.observer) d.observer->entryReadWhileInvalid(*this, {ix, ex});
    if (s.stage < e.earliest)
        throw StageTooLow("State::getCacheEntry()", "cache entry " + quoted(s, e.name), e.earliest, s.stage);
    throw CacheEntryOutOfDate("State::getCacheEntry()", quoted(s, e.name), explainCacheValidity({ix, ex}));
}

void State::refuseMark(const PerSubsystemInfo& s, const CacheEntryInfo& e) {
    throw StageTooLow("State::markCacheValueRealized()", "cache entry " + quoted(s, e.name), e.earliest, s.stage);
}

void State::notifyCacheMiss(SubsystemIndex ix, CacheEntryIndex ex) const {
    data_->observer->entryMissed(*this, {ix, ex});
    data_->entry({ix, ex}).askedAt = std::chrono::steady_clock::now();
}

void State::notifyRead(const char* what) const { data_->observer->vectorRead(*this, what); }
void State::notifyRead(SubsystemIndex s, DiscreteVariableIndex v) const {
    data_->observer->variableRead(*this, {s, v});
}
void State::notifyRead(SubsystemIndex s, CacheEntryIndex e) const { data_->observer->entryRead(*this, {s, e}); }

void State::notifyComputed(SubsystemIndex ix, CacheEntryIndex ex) const {
    StateData& d = *data_;
    CacheEntryInfo& e = d.entry({ix, ex});
    const auto asked = std::exchange(e.askedAt, {});
    const std::chrono::duration<double> sinceAsked = std::chrono::steady_clock::now() - asked;
    const bool wasRequested = asked != std::chrono::steady_clock::time_point{};
    d.observer->entryComputed(*this, {ix, ex}, wasRequested ? sinceAsked.count() : NaN);
}

void State::markCacheValueNotRealized(SubsystemIndex ix, CacheEntryIndex ex) const {
    CacheEntryInfo& e = data_->entry(ix, ex, "State::markCacheValueNotRealized()");
    const StateChange change{StateChange::Entry, ix, int(ex), e.name};
    if (e.upToDate && data_->observer) data_->observer->entryInvalidated(*this, {ix, ex}, change);
    e.upToDate = false;
    e.markedInvalid = true;
    noteChange(e.dependents, change);
}

bool State::hasCacheEntry(const CacheEntryKey& key) const {
    return key.subsystem >= 0 && key.subsystem < getNumSubsystems() && key.entry >= 0 &&
           key.entry < int(data_->subsystems[std::size_t(int(key.subsystem))].cacheEntries.size());
}
const CacheEntryInfo& State::getCacheEntryInfo(const CacheEntryKey& key) const {
    return data_->entry(key.subsystem, key.entry, "State::getCacheEntryInfo()");
}
CacheEntryInfo& State::updCacheEntryInfo(const CacheEntryKey& key) {
    return data_->entry(key.subsystem, key.entry, "State::updCacheEntryInfo()");
}

const ListOfDependents& State::getQDependents() const { return data_->group(StateChange::Q).dependents; }
const ListOfDependents& State::getUDependents() const { return data_->group(StateChange::U).dependents; }
const ListOfDependents& State::getZDependents() const { return data_->group(StateChange::Z).dependents; }

bool State::hasChangedSince(const CacheEntryKey& key, StateChange::Kind continuous) const {
    const char* const where = "State::hasChangedSince()";
    if (continuous != StateChange::Q && continuous != StateChange::U && continuous != StateChange::Z)
        throw Exception(std::string(where) + ": only q, u and z are prerequisites of this kind.");
    return data_->group(continuous).writtenAt > data_->entry(key.subsystem, key.entry, where).computedAt;
}
bool State::hasChangedSince(const CacheEntryKey& key, const DiscreteVarKey& prerequisite) const {
    const char* const where = "State::hasChangedSince()";
    return data_->variable(prerequisite.subsystem, prerequisite.variable, where).writtenAt >
           data_->entry(key.subsystem, key.entry, where).computedAt;
}
bool State::hasChangedSince(const CacheEntryKey& key, const CacheEntryKey& prerequisite) const {
    const char* const where = "State::hasChangedSince()";
    return data_->entry(prerequisite.subsystem, prerequisite.entry, where).computedAt >
           data_->entry(key.subsystem, key.entry, where).computedAt;
}

CacheValidity State::getCacheValidity(const CacheEntryKey& key) const {
    const CacheEntryInfo& e = getCacheEntryInfo(key);
    const PerSubsystemInfo& s = getPerSubsystemInfo(key.subsystem);
    if (data_->isUpToDate(s, e)) return CacheValidity::Valid;
    if (s.stage < e.earliest) return CacheValidity::StageTooLow;
    if (e.markedInvalid) return CacheValidity::MarkedInvalid;
    if (e.versionSeen == 0) return CacheValidity::NeverComputed;
    if (!e.upToDate && e.invalidatedBy.kind != StateChange::None) return CacheValidity::PrerequisiteChanged;
    return CacheValidity::StageInvalidated;
}

std::string State::describe(const StateChange& change) const {
    const auto whose = [&](const std::string& what) {
        return change.subsystem.isValid() ? what + " of subsystem '" + getSubsystemName(change.subsystem) + "'" : what;
    };
    switch (change.kind) {
        case StateChange::Time: return "time";
        case StateChange::Q: return whose("coordinates q");
        case StateChange::U: return whose("speeds u");
        case StateChange::Z: return whose("auxiliary variables z");
        case StateChange::Weights: return whose("weights");
        case StateChange::Discrete:
            return "'" + getDiscreteVarInfo({change.subsystem, DiscreteVariableIndex(change.index)}).getName() + "'";
        case StateChange::Entry:
            return "entry '" + getCacheEntryInfo({change.subsystem, CacheEntryIndex(change.index)}).getName() + "'";
        case StateChange::Stages: return std::string(change.name);
        case StateChange::None: break;
    }
    return "nothing";
}

std::string State::explainCacheValidity(const CacheEntryKey& key) const {
    const CacheEntryInfo& e = getCacheEntryInfo(key);
    const PerSubsystemInfo& s = getPerSubsystemInfo(key.subsystem);
    std::ostringstream text;
    switch (getCacheValidity(key)) {
        case CacheValidity::Valid:
            text << "valid: computed at version " << e.versionSeen << " of stage " << e.earliest.getName()
                 << ", the current one";
            break;
        case CacheValidity::StageTooLow:
            text << "not available: requires stage " << e.earliest.getName() << ", subsystem '" << s.name << "' is at "
                 << s.stage.getName();
            break;
        case CacheValidity::NeverComputed:
            text << "never computed since its allocation";
            if (e.latest < Stage::Infinity) text << "; it will be by stage " << e.latest.getName();
            break;
        case CacheValidity::MarkedInvalid: text << "stale: explicitly marked as not realized"; break;
        case CacheValidity::PrerequisiteChanged:
            text << "stale: prerequisite " << describe(e.invalidatedBy) << " changed since it was computed";
            break;
        case CacheValidity::StageInvalidated:
            text << "stale: stage " << e.earliest.getName() << " is at version "
                 << data_->stageVersions[std::size_t(int(e.earliest))] << ", computed at " << e.versionSeen;
            break;
    }
    return text.str();
}

}  // namespace trammel
