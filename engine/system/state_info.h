// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "base/index.h"
#include "base/stage.h"
#include "math/vector.h"
#include "system/value.h"

namespace trammel {

/// Names one cache entry of a State.
struct CacheEntryKey {
    SubsystemIndex subsystem;
    CacheEntryIndex entry;
    friend bool operator==(CacheEntryKey a, CacheEntryKey b) {
        return int(a.subsystem) == int(b.subsystem) && int(a.entry) == int(b.entry);
    }
};

/// Names one discrete variable of a State.
struct DiscreteVarKey {
    SubsystemIndex subsystem;
    DiscreteVariableIndex variable;
    friend bool operator==(DiscreteVarKey a, DiscreteVarKey b) {
        return int(a.subsystem) == int(b.subsystem) && int(a.variable) == int(b.variable);
    }
};

/// All cache entries, direct and indirect, that become invalid when something changes.
class ListOfDependents {
public:
    bool contains(CacheEntryKey key) const;
    void add(CacheEntryKey key);
    void remove(CacheEntryKey key);
    bool empty() const { return keys_.empty(); }
    std::size_t size() const { return keys_.size(); }
    auto begin() const { return keys_.begin(); }
    auto end() const { return keys_.end(); }

private:
    std::vector<CacheEntryKey> keys_;
};

/// A discrete state variable: its value, and what happens when it is written.
class DiscreteVarInfo {
public:
    const std::string& getName() const { return name; }
    Stage getAllocationStage() const { return allocationStage; }
    Stage getInvalidatedStage() const { return invalidates; }
    CacheEntryIndex getAutoUpdateEntry() const { return updateEntry; }
    Real getTimeLastUpdated() const { return lastUpdateTime; }
    std::int64_t getValueVersion() const { return valueVersion; }
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
    std::int64_t valueVersion = 1;
    ListOfDependents dependents;
};

/// Which variable was written: one of the continuous groups, a discrete variable, or an upstream cache entry.
struct ChangedVariable {
    enum Kind : std::int8_t { None, Q, U, Z, Discrete, Entry };
    Kind kind = None;
    SubsystemIndex subsystem;
    int index = -1;
};

/// Why a cache entry is, or is not, valid.
enum class CacheValidity {
    Valid,
    /// The subsystem has not reached the earliest stage.
    StageTooLow,
    /// Never computed since it was allocated.
    NeverComputed,
    /// A stage it depends on was invalidated since.
    StageInvalidated,
    /// One of its prerequisites changed since.
    PrerequisiteChanged,
    /// Somebody said so.
    MarkedInvalid
};

/// A cache entry: its value, the stages between which it is computed, what it depends on, and whether it holds.
class CacheEntryInfo {
public:
    const std::string& getName() const { return name; }
    Stage getAllocationStage() const { return allocationStage; }
    Stage getDependsOnStage() const { return earliest; }
    Stage getComputedByStage() const { return latest; }
    bool dependsOnQ() const { return prerequisiteQ; }
    bool dependsOnU() const { return prerequisiteU; }
    bool dependsOnZ() const { return prerequisiteZ; }
    const std::vector<DiscreteVarKey>& getDiscretePrerequisites() const { return prerequisiteVariables; }
    const std::vector<CacheEntryKey>& getCachePrerequisites() const { return prerequisiteEntries; }
    const ListOfDependents& getDependents() const { return dependents; }
    /// Grows each time the value is marked realized.
    std::int64_t getValueVersion() const { return valueVersion; }
    /// Version of the earliest stage when the value was last computed; 0: never.
    StageVersion getDependsOnVersionSeen() const { return versionSeen; }
    const AbstractValue& getValue() const { return *value; }

private:
    friend class State;
    friend struct StateData;
    std::string name;
    std::unique_ptr<AbstractValue> value;
    Stage allocationStage;
    Stage earliest, latest;
    bool prerequisiteQ = false, prerequisiteU = false, prerequisiteZ = false;
    std::vector<DiscreteVarKey> prerequisiteVariables;
    std::vector<CacheEntryKey> prerequisiteEntries;
    ListOfDependents dependents;
    StageVersion versionSeen = 0;
    std::int64_t valueVersion = 0;
    bool upToDate = false;
    bool markedInvalid = false;
    /// What made it invalid first since it was last valid.
    ChangedVariable invalidatedBy;
};

/// What a State knows of one subsystem.
struct PerSubsystemInfo {
    PerSubsystemInfo() = default;
    PerSubsystemInfo(PerSubsystemInfo&&) noexcept = default;
    PerSubsystemInfo(const PerSubsystemInfo&) = delete;

    std::string name, version;
    Stage stage;
    std::array<StageVersion, Stage::NValid> stageVersions{};

    struct Block {
        int start, size;
        Stage allocationStage;
    };
    std::vector<Block> qBlocks, uBlocks, zBlocks;
    std::vector<Real> qInit, uInit, zInit;
    std::vector<Block> qErrBlocks, uErrBlocks, uDotErrBlocks;
    std::array<std::vector<Block>, Stage::NValid> triggerBlocks;

    std::vector<DiscreteVarInfo> discreteVariables;
    std::vector<CacheEntryInfo> cacheEntries;

    // Where this subsystem's variables start in the system-wide vectors (valid from Model, errors from Instance).
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
