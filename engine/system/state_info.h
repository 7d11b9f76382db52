// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/index.h"
#include "base/stage.h"
#include "math/vector.h"
#include "system/value.h"

namespace trammel {

/// Grows by one each time a variable is opened for writing, or a cache value is computed.
using ValueVersion = std::int64_t;

/// Identifies one cache entry of a State.
struct CacheEntryKey {
    CacheEntryKey() = default;
    CacheEntryKey(SubsystemIndex s, CacheEntryIndex e) : subsystem(s), entry(e) {}
    CacheEntryKey(const std::pair<SubsystemIndex, CacheEntryIndex>& p) : CacheEntryKey(p.first, p.second) {}

    SubsystemIndex subsystem;
    CacheEntryIndex entry;
    friend bool operator==(CacheEntryKey a, CacheEntryKey b) {
        return int(a.subsystem) == int(b.subsystem) && int(a.entry) == int(b.entry);
    }
};

/// Identifies one discrete variable of a State.
struct DiscreteVarKey {
    DiscreteVarKey() = default;
    DiscreteVarKey(SubsystemIndex s, DiscreteVariableIndex v) : subsystem(s), variable(v) {}
    DiscreteVarKey(const std::pair<SubsystemIndex, DiscreteVariableIndex>& p) : DiscreteVarKey(p.first, p.second) {}

    SubsystemIndex subsystem;
    DiscreteVariableIndex variable;
    friend bool operator==(DiscreteVarKey a, DiscreteVarKey b) {
        return int(a.subsystem) == int(b.subsystem) && int(a.variable) == int(b.variable);
    }
};

/// The cache entries that declare a variable or entry as a prerequisite; all() adds their own dependents.
class ListOfDependents {
public:
    bool contains(CacheEntryKey key) const;
    bool empty() const { return numDeclared_ == 0; }
    std::size_t size() const { return numDeclared_; }
    auto begin() const { return keys_.begin(); }
    auto end() const { return keys_.begin() + std::ptrdiff_t(numDeclared_); }

    /// The list, followed by entries that depend on it through others.
    const std::vector<CacheEntryKey>& all() const { return keys_; }
    bool reaches(CacheEntryKey key) const;
    void addDeclared(CacheEntryKey key);
    /// Adds the newest entry, unless it is listed.
    void addIndirect(CacheEntryKey key);
    void remove(CacheEntryKey key);

private:
    std::vector<CacheEntryKey> keys_;
    std::size_t numDeclared_ = 0;
};

/// A discrete state variable: its value and the stage it invalidates.
class DiscreteVarInfo {
public:
    const std::string& getName() const { return name; }
    Stage getAllocationStage() const { return allocationStage; }
    Stage getInvalidatedStage() const { return invalidates; }
    CacheEntryIndex getAutoUpdateEntry() const { return updateEntry; }
    Real getTimeLastUpdated() const { return lastUpdateTime; }
    ValueVersion getValueVersion() const { return valueVersion; }
    const AbstractValue& getValue() const { return *value; }
    const ListOfDependents& getDependents() const { return dependents; }

private:
    friend class State;
    friend struct StateData;
    std::string name;
    std::unique_ptr<AbstractValue> value;
    Stage allocationStage;
    Stage invalidates;
    CacheEntryIndex updateEntry;
    Real lastUpdateTime = NaN;
    ValueVersion valueVersion = 1;
    std::int64_t writtenAt = 0;
    ListOfDependents dependents;
};

/// The write that invalidated stages or cache values.
struct StateChange {
    enum Kind : std::int8_t {
        None,
        Time,
        Q,
        U,
        Z,
        Weights,
        Discrete,
        /// A cache entry with dependents was marked as not realized.
        Entry,
        /// Stages were invalidated explicitly.
        Stages
    };
    Kind kind = None;
    /// Invalid if the write affected the variables of all subsystems.
    SubsystemIndex subsystem;
    /// Index of the discrete variable or cache entry in its subsystem.
    int index = -1;
    /// Display name: "q", "stiffness of Damper", or the method that invalidated stages. Valid only during the
    /// notification.
    std::string_view name;
};

/// Reason why a cache entry is valid or invalid.
enum class CacheValidity {
    Valid,
    /// The subsystem is below the depends-on stage.
    StageTooLow,
    /// Never computed since its allocation.
    NeverComputed,
    /// A stage it depends on was invalidated.
    StageInvalidated,
    /// One of its prerequisites changed.
    PrerequisiteChanged,
    /// Explicitly marked as not realized.
    MarkedInvalid
};

/// A cache entry: its value, its depends-on and computed-by stages, its prerequisites, and its validity.
class CacheEntryInfo {
public:
    const std::string& getName() const { return name; }
    Stage getAllocationStage() const { return allocationStage; }
    Stage getDependsOnStage() const { return earliest; }
    Stage getComputedByStage() const { return latest; }
    bool dependsOnQ() const { return prerequisiteQ; }
    bool dependsOnU() const { return prerequisiteU; }
    bool dependsOnZ() const { return prerequisiteZ; }
    bool hasPrerequisites() const {
        return prerequisiteQ || prerequisiteU || prerequisiteZ || !prerequisiteVariables.empty() ||
               !prerequisiteEntries.empty();
    }
    /// True if it holds the update value of an auto-update variable.
    bool isNextValue() const { return holdsNextValue; }
    const std::vector<DiscreteVarKey>& getDiscretePrerequisites() const { return prerequisiteVariables; }
    const std::vector<CacheEntryKey>& getCachePrerequisites() const { return prerequisiteEntries; }
    const ListOfDependents& getDependents() const { return dependents; }
    /// Grows each time the value is marked realized.
    ValueVersion getValueVersion() const { return valueVersion; }
    /// Version of the depends-on stage when the value was last computed; 0: never.
    StageVersion getDependsOnVersionSeen() const { return versionSeen; }
    const AbstractValue& getValue() const { return *value; }

private:
    friend class State;
    friend struct StateData;
    // First, because every read tests it.
    bool upToDate = false;
    bool markedInvalid = false;
    Stage earliest, latest;
    StageVersion versionSeen = 0;
    std::unique_ptr<AbstractValue> value;
    ValueVersion valueVersion = 0;
    std::int64_t computedAt = 0;
    /// The first change that invalidated it since it was last valid; without the name.
    StateChange invalidatedBy;
    std::string name;
    Stage allocationStage;
    bool prerequisiteQ = false, prerequisiteU = false, prerequisiteZ = false;
    /// True for the update value of an auto-update variable.
    bool holdsNextValue = false;
    std::vector<DiscreteVarKey> prerequisiteVariables;
    std::vector<CacheEntryKey> prerequisiteEntries;
    ListOfDependents dependents;
    /// Time of the last miss; set only with an observer.
    std::chrono::steady_clock::time_point askedAt;
};

/// A subsystem's part of a State.
struct PerSubsystemInfo {
    PerSubsystemInfo() = default;
    PerSubsystemInfo(PerSubsystemInfo&&) noexcept = default;
    PerSubsystemInfo(const PerSubsystemInfo&) = delete;

    // First, because every read tests it.
    Stage stage;
    /// Bit g: some entry is presumed valid once stage g is realized.
    std::uint32_t stagesWithEntries = 0;
    std::vector<CacheEntryInfo> cacheEntries;
    std::vector<DiscreteVarInfo> discreteVariables;
    /// Indices of the entries that are presumed valid once the stage is realized.
    std::array<std::vector<int>, Stage::NValid> entriesByLatest;
    std::string name, version;

    struct Block {
        int start, size;
        Stage allocationStage;
    };
    std::vector<Block> qBlocks, uBlocks, zBlocks;
    std::vector<Real> qInit, uInit, zInit;
    std::vector<Block> qErrBlocks, uErrBlocks, uDotErrBlocks;
    std::array<std::vector<Block>, Stage::NValid> triggerBlocks;

    // Start of this subsystem's variables in the system-wide vectors (valid from Model, errors from Instance).
    int qStart = 0, uStart = 0, zStart = 0, qErrStart = 0, uErrStart = 0, uDotErrStart = 0;
    std::array<int, Stage::NValid> triggerStart{};

    // Views into the system-wide vectors.
    Vector q, u, z, uWeights, zWeights;
    Vector qdot, udot, zdot, qdotdot;
    Vector qErr, uErr, uDotErr, multipliers, qErrWeights, uErrWeights;
    std::array<Vector, Stage::NValid> triggers;

    static int total(const std::vector<Block>& blocks) {
        return blocks.empty() ? 0 : blocks.back().start + blocks.back().size;
    }
};

}  // namespace trammel
