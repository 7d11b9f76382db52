// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "system/state.h"

namespace trammel {

class System;

/// What a cache entry depends on, and whether that changed since the entry was last computed.
struct PrerequisiteReport {
    /// "q", "'stiffness' of subsystem 'springs'".
    std::string name;
    /// How often it was written or computed.
    ValueVersion version = 0;
    bool changedSince = false;
};

/// One variable, or one block of continuous variables or weights of a subsystem.
struct VariableReport {
    enum class Kind { Time, Q, U, Z, UWeights, ZWeights, QErrWeights, UErrWeights, Discrete, AutoUpdate };
    Kind kind = Kind::Discrete;
    /// Discrete variables only.
    DiscreteVarKey key;
    std::string name;
    /// C++ type of the value, for programmers.
    std::string type;
    /// How many numbers; 1 for time and discrete variables.
    int count = 1;
    /// What a person calls each number of q, u and z; empty if no System was given.
    std::vector<std::string> elements;
    /// What a discrete variable holds, if its type has a text form.
    std::string value;
    Stage allocated, invalidates;
    /// 0 where versions are not kept: time and weights.
    ValueVersion version = 0;
    /// Discrete variables: simulated time of the last write, s; NaN: never.
    Real lastUpdate = NaN;
    std::size_t bytes = 0;
    std::vector<std::string> dependents;
};

struct CacheEntryReport {
    CacheEntryKey key;
    std::string name, type;
    Stage allocated, earliest, latest;
    bool lazy = false;
    /// Holds the next value of an auto-update variable.
    bool nextValue = false;
    std::vector<PrerequisiteReport> prerequisites;
    std::vector<std::string> dependents;
    /// Version of the earliest stage when last computed (0: never), and now.
    StageVersion versionSeen = 0, versionNow = 0;
    /// How often it was computed.
    ValueVersion version = 0;
    CacheValidity validity = CacheValidity::NeverComputed;
    /// One sentence.
    std::string reason;
    std::size_t bytes = 0;
};

/// A cache vector that all subsystems share: qdot, position errors, multipliers, event triggers, ...
struct SharedCacheReport {
    std::string name;
    int count = 0;
    Stage availableFrom;
    bool available = false;
};

struct SubsystemReport {
    SubsystemIndex index;
    std::string name, version;
    Stage stage;
    /// By stage, Empty to Infinity.
    std::vector<StageVersion> stageVersions;
    std::vector<VariableReport> variables;
    std::vector<SharedCacheReport> sharedCache;
    std::vector<CacheEntryReport> entries;
};

/// All there is to know of a State except the numbers, as plain data that outlives it.
struct StateReport {
    Stage stage;
    StageVersion topologyVersion = 0;
    VariableReport time;
    std::vector<SubsystemReport> subsystems;

    int countEntries() const;
    int countValidEntries() const;
    /// Of all variables and entries whose size is known.
    std::size_t totalBytes() const;
    /// A table for people.
    std::string toString() const;
};

/// @param system names the continuous variables, if given
StateReport reportState(const State& state, const System* system = nullptr);

/// "'stiffness' of subsystem 'springs'".
std::string nameOf(const State&, const DiscreteVarKey&);
std::string nameOf(const State&, const CacheEntryKey&);

}  // namespace trammel
