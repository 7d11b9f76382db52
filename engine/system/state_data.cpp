// SPDX-License-Identifier: Apache-2.0
#include "system/state_data.h"

#include <algorithm>

namespace trammel {

bool ListOfDependents::contains(CacheEntryKey key) const { return std::find(begin(), end(), key) != end(); }
bool ListOfDependents::reaches(CacheEntryKey key) const {
    return std::find(keys_.begin(), keys_.end(), key) != keys_.end();
}
void ListOfDependents::addDeclared(CacheEntryKey key) {
    if (contains(key)) return;
    keys_.insert(end(), key);
    ++numDeclared_;
}
void ListOfDependents::addIndirect(CacheEntryKey key) {
    // The newest entry is the last of its part of the list: no search among thousands.
    const bool isDeclared = numDeclared_ > 0 && keys_[numDeclared_ - 1] == key;
    if (!isDeclared && (keys_.empty() || keys_.back() != key)) keys_.push_back(key);
}
void ListOfDependents::remove(CacheEntryKey key) {
    if (contains(key)) --numDeclared_;
    std::erase(keys_, key);
}

void StateData::throwNoSubsystem(SubsystemIndex ix, const char* where) const {
    throw IndexOutOfRange(where, "subsystem in the State of " + subsystemNames(), ix, int(subsystems.size()));
}
void StateData::throwNoVariable(const PerSubsystemInfo& sub, DiscreteVariableIndex ix, const char* where) {
    throw IndexOutOfRange(where, "discrete variable of subsystem '" + sub.name + "'", ix,
                          int(sub.discreteVariables.size()));
}
void StateData::throwNoEntry(const PerSubsystemInfo& sub, CacheEntryIndex ix, const char* where) {
    throw IndexOutOfRange(where, "cache entry of subsystem '" + sub.name + "'", ix, int(sub.cacheEntries.size()));
}
void StateData::throwTooLow(const PerSubsystemInfo& sub, Stage needed, const char* where, const char* what) {
    throw StageTooLow(where, std::string(what) + " of subsystem '" + sub.name + "'", needed, sub.stage);
}

std::string StateData::subsystemNames() const {
    std::string names;
    for (const PerSubsystemInfo& s : subsystems) names += (names.empty() ? "'" : ", '") + s.name + "'";
    return names.empty() ? "no subsystems" : names;
}

DiscreteVarInfo StateData::copyOf(const DiscreteVarInfo& v) {
    DiscreteVarInfo copy;
    copy.name = v.name;
    copy.value = v.value->clone();
    copy.allocationStage = v.allocationStage;
    copy.invalidates = v.invalidates;
    copy.updateEntry = v.updateEntry;
    copy.lastUpdateTime = v.lastUpdateTime;
    copy.valueVersion = v.valueVersion;
    copy.writtenAt = v.writtenAt;
    copy.dependents = v.dependents;
    return copy;
}

CacheEntryInfo StateData::copyOf(const CacheEntryInfo& e, bool isValid) {
    CacheEntryInfo copy;
    copy.name = e.name;
    copy.value = e.value->clone();
    copy.allocationStage = e.allocationStage;
    copy.earliest = e.earliest;
    copy.latest = e.latest;
    copy.prerequisiteQ = e.prerequisiteQ;
    copy.prerequisiteU = e.prerequisiteU;
    copy.prerequisiteZ = e.prerequisiteZ;
    copy.prerequisiteVariables = e.prerequisiteVariables;
    copy.prerequisiteEntries = e.prerequisiteEntries;
    copy.dependents = e.dependents;
    copy.holdsNextValue = e.holdsNextValue;
    if (isValid) {
        copy.upToDate = true;
        copy.versionSeen = e.versionSeen;
        copy.valueVersion = e.valueVersion;
        copy.computedAt = e.computedAt;
    }
    return copy;
}

PerSubsystemInfo StateData::copyOf(const PerSubsystemInfo& from) const {
    PerSubsystemInfo to;
    to.name = from.name;
    to.version = from.version;
    to.stage = from.stage > Stage::Instance ? Stage(Stage::Instance) : from.stage;
    to.qBlocks = from.qBlocks;
    to.uBlocks = from.uBlocks;
    to.zBlocks = from.zBlocks;
    to.qInit = from.qInit;
    to.uInit = from.uInit;
    to.zInit = from.zInit;
    to.qErrBlocks = from.qErrBlocks;
    to.uErrBlocks = from.uErrBlocks;
    to.uDotErrBlocks = from.uDotErrBlocks;
    to.triggerBlocks = from.triggerBlocks;
    to.discreteVariables.reserve(from.discreteVariables.size());
    for (const DiscreteVarInfo& v : from.discreteVariables) to.discreteVariables.push_back(copyOf(v));
    to.entriesByLatest = from.entriesByLatest;
    to.stagesWithEntries = from.stagesWithEntries;
    to.cacheEntries.reserve(from.cacheEntries.size());
    // Copies hold variables and the cache of copied stages only.
    for (const CacheEntryInfo& e : from.cacheEntries)
        to.cacheEntries.push_back(copyOf(e, e.latest <= Stage::Instance && isUpToDate(from, e)));
    return to;
}

void StateData::copyFrom(const StateData& other) {
    time = other.time;
    systemStage = other.systemStage > Stage::Instance ? Stage(Stage::Instance) : other.systemStage;
    systemVersions = other.systemVersions;
    topologyVersion = other.topologyVersion;
    stageVersions = other.stageVersions;
    groups = other.groups;
    clock = other.clock;
    cachingEnabled = other.cachingEnabled;

    y = other.y;
    uWeights = other.uWeights;
    zWeights = other.zWeights;
    ydot = other.ydot;
    qdotdot = other.qdotdot;
    yerr = other.yerr;
    udoterr = other.udoterr;
    multipliers = other.multipliers;
    qErrWeights = other.qErrWeights;
    uErrWeights = other.uErrWeights;
    triggers = other.triggers;
    triggerStart = other.triggerStart;

    subsystems.clear();
    subsystems.reserve(other.subsystems.size());
    for (const PerSubsystemInfo& from : other.subsystems) subsystems.push_back(other.copyOf(from));
    // Allocations for a stage that has not been realized are not copied.
    for (std::size_t s = 0; s < subsystems.size(); ++s)
        if (subsystems[s].stage <= Stage::Model) forgetAllocationsAbove(subsystems[s], int(s), subsystems[s].stage);
    bindContinuous();
    if (systemStage >= Stage::Instance) bindErrorsAndTriggers();
}

void StateData::allocateContinuous() {
    int nq = 0, nu = 0, nz = 0;
    for (const PerSubsystemInfo& s : subsystems) {
        nq += int(s.qInit.size());
        nu += int(s.uInit.size());
        nz += int(s.zInit.size());
    }
    y = Vector(nq + nu + nz);
    ydot = Vector(nq + nu + nz, NaN);
    qdotdot = Vector(nq, NaN);
    uWeights = Vector(nu, 1.);
    zWeights = Vector(nz, 1.);
    bindContinuous();
    for (PerSubsystemInfo& s : subsystems) {
        std::copy(s.qInit.begin(), s.qInit.end(), s.q.data());
        std::copy(s.uInit.begin(), s.uInit.end(), s.u.data());
        std::copy(s.zInit.begin(), s.zInit.end(), s.z.data());
    }
}

void StateData::bindContinuous() {
    if (systemStage < Stage::Model) return;  // variables exist from Model
    int nq = 0, nu = 0, nz = 0;
    for (PerSubsystemInfo& s : subsystems) {
        s.qStart = nq;
        s.uStart = nu;
        s.zStart = nz;
        nq += int(s.qInit.size());
        nu += int(s.uInit.size());
        nz += int(s.zInit.size());
    }
    q.viewAs(y.data(), nq);
    u.viewAs(y.data() + nq, nu);
    z.viewAs(y.data() + nq + nu, nz);
    qdot.viewAs(ydot.data(), nq);
    udot.viewAs(ydot.data() + nq, nu);
    zdot.viewAs(ydot.data() + nq + nu, nz);
    for (PerSubsystemInfo& s : subsystems) {
        const int sq = int(s.qInit.size()), su = int(s.uInit.size()), sz = int(s.zInit.size());
        s.q.viewAs(q.data() + s.qStart, sq);
        s.u.viewAs(u.data() + s.uStart, su);
        s.z.viewAs(z.data() + s.zStart, sz);
        s.qdot.viewAs(qdot.data() + s.qStart, sq);
        s.udot.viewAs(udot.data() + s.uStart, su);
        s.zdot.viewAs(zdot.data() + s.zStart, sz);
        s.qdotdot.viewAs(qdotdot.data() + s.qStart, sq);
        s.uWeights.viewAs(uWeights.data() + s.uStart, su);
        s.zWeights.viewAs(zWeights.data() + s.zStart, sz);
    }
}

void StateData::releaseContinuous() {
    for (Vector* v : {&q, &u, &z, &qdot, &udot, &zdot}) v->viewAs(nullptr, 0);
    for (PerSubsystemInfo& s : subsystems)
        for (Vector* v : {&s.q, &s.u, &s.z, &s.qdot, &s.udot, &s.zdot, &s.qdotdot, &s.uWeights, &s.zWeights})
            v->viewAs(nullptr, 0);
    for (Vector* v : {&y, &ydot, &qdotdot, &uWeights, &zWeights, &qErrWeights, &uErrWeights}) *v = Vector();
}

void StateData::allocateErrorsAndTriggers() {
    int nqerr = 0, nuerr = 0, nudoterr = 0, ntriggers = 0;
    for (const PerSubsystemInfo& s : subsystems) {
        nqerr += PerSubsystemInfo::total(s.qErrBlocks);
        nuerr += PerSubsystemInfo::total(s.uErrBlocks);
        nudoterr += PerSubsystemInfo::total(s.uDotErrBlocks);
        for (const auto& blocks : s.triggerBlocks) ntriggers += PerSubsystemInfo::total(blocks);
    }
    const bool sameShape = yerr.size() == nqerr + nuerr && qErrWeights.size() == nqerr;
    yerr = Vector(nqerr + nuerr, NaN);
    udoterr = Vector(nudoterr, NaN);
    multipliers = Vector(nudoterr, NaN);
    if (!sameShape) {
        qErrWeights = Vector(nqerr, 1.);
        uErrWeights = Vector(nuerr, 1.);
    }
    triggers = Vector(ntriggers, NaN);
    bindErrorsAndTriggers();
}

void StateData::bindErrorsAndTriggers() {
    int nqerr = 0, nuerr = 0, nudoterr = 0;
    for (PerSubsystemInfo& s : subsystems) {
        s.qErrStart = nqerr;
        s.uErrStart = nuerr;
        s.uDotErrStart = nudoterr;
        nqerr += PerSubsystemInfo::total(s.qErrBlocks);
        nuerr += PerSubsystemInfo::total(s.uErrBlocks);
        nudoterr += PerSubsystemInfo::total(s.uDotErrBlocks);
    }
    qErr.viewAs(yerr.data(), nqerr);
    uErr.viewAs(yerr.data() + nqerr, nuerr);
    for (PerSubsystemInfo& s : subsystems) {
        const int sq = PerSubsystemInfo::total(s.qErrBlocks), su = PerSubsystemInfo::total(s.uErrBlocks);
        const int sd = PerSubsystemInfo::total(s.uDotErrBlocks);
        s.qErr.viewAs(qErr.data() + s.qErrStart, sq);
        s.uErr.viewAs(uErr.data() + s.uErrStart, su);
        s.uDotErr.viewAs(udoterr.data() + s.uDotErrStart, sd);
        s.multipliers.viewAs(multipliers.data() + s.uDotErrStart, sd);
        s.qErrWeights.viewAs(qErrWeights.data() + s.qErrStart, sq);
        s.uErrWeights.viewAs(uErrWeights.data() + s.uErrStart, su);
    }
    // Triggers are grouped by stage, then by subsystem.
    int start = 0;
    for (std::size_t g = 0; g < Stage::NValid; ++g) {
        triggerStart[g] = start;
        int inStage = 0;
        for (PerSubsystemInfo& s : subsystems) {
            const int n = PerSubsystemInfo::total(s.triggerBlocks[g]);
            s.triggerStart[g] = inStage;
            s.triggers[g].viewAs(triggers.data() + start + inStage, n);
            inStage += n;
        }
        triggersByStage[g].viewAs(triggers.data() + start, inStage);
        start += inStage;
    }
}

void StateData::removeFromDependents(CacheEntryKey key) {
    for (Group& group : groups) group.dependents.remove(key);
    for (PerSubsystemInfo& s : subsystems) {
        for (DiscreteVarInfo& v : s.discreteVariables) v.dependents.remove(key);
        for (CacheEntryInfo& e : s.cacheEntries) e.dependents.remove(key);
    }
}

void StateData::forgetAllocationsAbove(PerSubsystemInfo& sub, int subsystemIndex, Stage remaining) {
    // An item allocated at stage s was allocated while realizing s+1 and is removed when s+1 is invalidated.
    const auto isRemoved = [remaining](const auto& item) { return int(item.allocationStage) >= int(remaining); };
    const auto popBlocks = [&](std::vector<PerSubsystemInfo::Block>& blocks) {
        while (!blocks.empty() && isRemoved(blocks.back())) blocks.pop_back();
    };
    popBlocks(sub.qBlocks);
    popBlocks(sub.uBlocks);
    popBlocks(sub.zBlocks);
    sub.qInit.resize(std::size_t(PerSubsystemInfo::total(sub.qBlocks)));
    sub.uInit.resize(std::size_t(PerSubsystemInfo::total(sub.uBlocks)));
    sub.zInit.resize(std::size_t(PerSubsystemInfo::total(sub.zBlocks)));
    popBlocks(sub.qErrBlocks);
    popBlocks(sub.uErrBlocks);
    popBlocks(sub.uDotErrBlocks);
    for (auto& blocks : sub.triggerBlocks) popBlocks(blocks);
    while (!sub.cacheEntries.empty() && isRemoved(sub.cacheEntries.back())) {
        removeFromDependents({SubsystemIndex(subsystemIndex), CacheEntryIndex(sub.cacheEntries.size() - 1)});
        const int latest = sub.cacheEntries.back().latest;
        std::vector<int>& entries = sub.entriesByLatest[std::size_t(latest)];
        entries.pop_back();
        if (entries.empty()) sub.stagesWithEntries &= ~(1u << latest);
        sub.cacheEntries.pop_back();
    }
    while (!sub.discreteVariables.empty() && isRemoved(sub.discreteVariables.back())) sub.discreteVariables.pop_back();
}

}  // namespace trammel
