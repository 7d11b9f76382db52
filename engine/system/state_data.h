// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "system/observer.h"
#include "system/state_exceptions.h"
#include "system/state_info.h"

namespace trammel {

/// The quoted name of a variable or cache entry, for messages.
inline std::string quoted(const PerSubsystemInfo& s, const std::string& name) {
    return "'" + name + "' of subsystem '" + s.name + "'";
}

/// Contents of a State. Internal to the State's source files; visible elsewhere so that frequent accessors can be
/// inline.
///
/// Memory: y, its derivatives and the errors are contiguous blocks; all other vectors are views into them, rebound
/// whenever a block is (re)allocated or copied.
struct StateData {
    Real time = NaN;
    Stage systemStage = Stage::Empty;
    std::array<StageVersion, Stage::NValid> systemVersions;
    StageVersion topologyVersion = 0;
    /// Versions shared by all subsystems: a write invalidates a stage in all of them, realized or not.
    std::array<StageVersion, Stage::NValid> stageVersions;

    std::vector<PerSubsystemInfo> subsystems;
    /// Stored here because every read needs both.
#ifdef TRAMMEL_UNWATCHED
    /// For the benchmark of the cost of observability: disables observers at compile time.
    static constexpr RealizationObserver* observer = nullptr;
    void watchBy(RealizationObserver*) {}
#else
    RealizationObserver* observer = nullptr;
    void watchBy(RealizationObserver* by) { observer = by; }
#endif
    /// One of q, u and z: its dependents, the number of writes and the time of the last one.
    struct Group {
        ListOfDependents dependents;
        ValueVersion version = 1;
        std::int64_t writtenAt = 0;
    };
    std::array<Group, 3> groups;
    Group& group(StateChange::Kind kind) { return groups[std::size_t(kind - StateChange::Q)]; }
    /// Counts writes and computations, to order them.
    std::int64_t clock = 0;

    // Contiguous blocks.
    Vector y, uWeights, zWeights;
    Vector ydot, qdotdot;
    Vector yerr, udoterr, multipliers, qErrWeights, uErrWeights;
    Vector triggers;
    // System-wide views.
    Vector q, u, z, qdot, udot, zdot, qErr, uErr;
    std::array<Vector, Stage::NValid> triggersByStage;
    std::array<int, Stage::NValid> triggerStart{};

    std::string_view activity;
    bool cachingEnabled = true;
    /// True during a realization that began by invalidating the cache.
    bool recomputingAll = false;
    mutable std::mutex lock;

    StateData() {
        systemVersions.fill(1);
        stageVersions.fill(1);
    }

    PerSubsystemInfo& subsystem(SubsystemIndex ix, const char* where) {
        if (!has(subsystems, ix)) throwNoSubsystem(ix, where);
        return subsystems[std::size_t(int(ix))];
    }
    DiscreteVarInfo& variable(SubsystemIndex s, DiscreteVariableIndex ix, const char* where) {
        PerSubsystemInfo& sub = subsystem(s, where);
        if (!has(sub.discreteVariables, ix)) throwNoVariable(sub, ix, where);
        return sub.discreteVariables[std::size_t(int(ix))];
    }
    CacheEntryInfo& entry(SubsystemIndex s, CacheEntryIndex ix, const char* where) {
        return entry(subsystem(s, where), ix, where);
    }
    static CacheEntryInfo& entry(PerSubsystemInfo& sub, CacheEntryIndex ix, const char* where) {
        if (!has(sub.cacheEntries, ix)) throwNoEntry(sub, ix, where);
        return sub.cacheEntries[std::size_t(int(ix))];
    }
    /// Compares pointers, since a size costs a division. A negative index is a very large one here.
    template <class T, class Ix>
    static bool has(const std::vector<T>& all, Ix ix) {
        const auto start = reinterpret_cast<std::uintptr_t>(all.data());
        const auto end = reinterpret_cast<std::uintptr_t>(std::to_address(all.end()));
        return std::uintptr_t(std::uint32_t(int(ix))) * sizeof(T) < end - start;
    }
    [[noreturn]] void throwNoSubsystem(SubsystemIndex, const char* where) const;
    [[noreturn]] static void throwNoVariable(const PerSubsystemInfo&, DiscreteVariableIndex, const char* where);
    [[noreturn]] static void throwNoEntry(const PerSubsystemInfo&, CacheEntryIndex, const char* where);
    CacheEntryInfo& entry(const CacheEntryKey& key) {
        return subsystems[std::size_t(int(key.subsystem))].cacheEntries[std::size_t(int(key.entry))];
    }

    void requireSystem(Stage needed, const char* where, const char* what) const {
        if (systemStage < needed) throw StageTooLow(where, what, needed, systemStage);
    }
    void require(const PerSubsystemInfo& sub, Stage needed, const char* where, const char* what) const {
        if (sub.stage < needed) throwTooLow(sub, needed, where, what);
    }
    [[noreturn]] static void throwTooLow(const PerSubsystemInfo&, Stage needed, const char* where, const char* what);

    bool isUpToDate(const PerSubsystemInfo& sub, const CacheEntryInfo& e) const {
        return e.upToDate && sub.stage >= e.earliest && e.versionSeen == stageVersions[std::size_t(int(e.earliest))];
    }

    /// Marks the value as up to date.
    void setUpToDate(CacheEntryInfo& e) {
        e.upToDate = true;
        e.markedInvalid = false;
        e.invalidatedBy.kind = StateChange::None;
        e.versionSeen = stageVersions[std::size_t(int(e.earliest))];
        e.computedAt = ++clock;
        ++e.valueVersion;
    }

    /// Moves the subsystem to stage @p g. An entry is presumed valid from its computed-by stage on; marking it here
    /// leaves a single test of validity. Calls notify(entry) for each newly valid one.
    template <class Notify>
    void reach(PerSubsystemInfo& sub, Stage g, Notify notify) {
        sub.stage = g;
        CacheEntryInfo* const entries = sub.cacheEntries.data();
        for (int k : sub.entriesByLatest[std::size_t(int(g))]) {
            CacheEntryInfo& e = entries[k];
            // The stage is high enough: no entry's computed-by stage is below its depends-on stage.
            if (e.upToDate && e.versionSeen == stageVersions[std::size_t(int(e.earliest))]) continue;
            setUpToDate(e);
            notify(k);
        }
    }

    /// Invalidates stage @p g and all above, but keeps their allocations; returns whether any was realized.
    [[gnu::always_inline]] bool invalidateStages(Stage g) {
        const Stage remaining = Stage(int(g) - 1);
        // Stages that are not realized get a new version too: a value computed ahead of its stage becomes stale.
#pragma GCC unroll 11
        for (int level = Stage::NValid - 1; level >= 0; --level) {
            if (level < g) break;
            ++stageVersions[std::size_t(level)];
        }
        bool anything = false;
        for (PerSubsystemInfo& s : subsystems) {
            if (s.stage < g) continue;
            anything = true;
            s.stage = remaining;
        }
        if (systemStage < g) return anything;
        for (int level = g; level <= int(systemStage); ++level) ++systemVersions[std::size_t(level)];
        systemStage = remaining;
        return true;
    }
    /// Invalidates the dependents of a written variable; calls notify(key) for each entry that was valid.
    template <class Notify>
    [[gnu::always_inline]] void invalidateDependents(const ListOfDependents& dependents, const StateChange& change,
                                                     Notify notify) {
        for (const CacheEntryKey& key : dependents.all()) {
            CacheEntryInfo& e = entry(key);
            if (!e.upToDate) continue;
            e.upToDate = false;
            // Without the name, which is temporary.
            e.invalidatedBy.kind = change.kind;
            e.invalidatedBy.subsystem = change.subsystem;
            e.invalidatedBy.index = change.index;
            notify(key);
        }
    }

    /// Appends a discrete variable to its subsystem. @p what: "discrete variable" or "auto-update variable".
    static DiscreteVarInfo& appendVariable(PerSubsystemInfo&, const char* where, const char* what, Stage above,
                                           Stage invalidates, std::unique_ptr<AbstractValue>, std::string name);
    /// "'matter', 'forces'".
    std::string subsystemNames() const;
    void copyFrom(const StateData& other);
    /// Parts of the copy of a State: its variables, and the cache entries that are valid there and stay so.
    static DiscreteVarInfo copyOf(const DiscreteVarInfo& variable);
    static CacheEntryInfo copyOf(const CacheEntryInfo& entry, bool isValid);
    PerSubsystemInfo copyOf(const PerSubsystemInfo& subsystem) const;
    void allocateContinuous();
    void bindContinuous();
    void releaseContinuous();
    void allocateErrorsAndTriggers();
    void bindErrorsAndTriggers();
    /// Removes allocations made while realizing stages above @p remaining.
    void forgetAllocationsAbove(PerSubsystemInfo& sub, int subsystemIndex, Stage remaining);
    void removeFromDependents(CacheEntryKey key);
};

}  // namespace trammel
