// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "system/state.h"

namespace trammel {

class System;

/// A prerequisite of a cache entry, and whether it changed since the entry was last computed.
struct PrerequisiteReport {
    /// "q", "'stiffness' of subsystem 'springs'".
    std::string name;
    /// Number of writes or computations.
    ValueVersion version = 0;
    bool changedSince = false;
};

/// One discrete variable, or one block of continuous variables or weights of a subsystem.
struct VariableReport {
    enum class Kind { Time, Q, U, Z, UWeights, ZWeights, QErrWeights, UErrWeights, Discrete, AutoUpdate };
    Kind kind = Kind::Discrete;
    /// Discrete variables only.
    DiscreteVarKey key;
    std::string name;
    /// C++ type of the value.
    std::string type;
    /// Number of scalars; 1 for time and discrete variables.
    int count = 1;
    /// Display names of the elements of q, u and z; empty without a System.
    std::vector<std::string> elements;
    /// Value of a discrete variable, if its type has a text form.
    std::string value;
    Stage allocated, invalidates;
    /// 0 for time and weights, which have no version.
    ValueVersion version = 0;
    /// Discrete variables: simulated time of the last write, s; NaN: never.
    Real lastUpdate = NaN;
    std::size_t bytes = 0;
    /// Direct and indirect ones.
    std::vector<std::string> dependents;
};

struct CacheEntryReport {
    CacheEntryKey key;
    std::string name, type;
    Stage allocated, earliest, latest;
    bool lazy = false;
    /// True for the update value of an auto-update variable.
    bool nextValue = false;
    std::vector<PrerequisiteReport> prerequisites;
    std::vector<std::string> dependents;
    /// Version of the depends-on stage when last computed (0: never), and now.
    StageVersion versionSeen = 0, versionNow = 0;
    /// Number of computations.
    ValueVersion version = 0;
    CacheValidity validity = CacheValidity::NeverComputed;
    /// Why it is valid or invalid, one sentence.
    std::string reason;
    std::size_t bytes = 0;
};

/// A cache vector shared by all subsystems: qdot, position errors, multipliers, event triggers, ...
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

/// Complete description of a State except for its numbers, as plain data that outlives it.
struct StateReport {
    Stage stage;
    StageVersion topologyVersion = 0;
    VariableReport time;
    std::vector<SubsystemReport> subsystems;

    int countEntries() const;
    int countValidEntries() const;
    /// Total of all variables and entries of known size.
    std::size_t totalBytes() const;
    /// Readable table.
    std::string toString() const;
};

/// @param system provides names of continuous variables; may be null
StateReport reportState(const State& state, const System* system = nullptr);

/// "'stiffness' of subsystem 'springs'".
std::string nameOf(const State&, const DiscreteVarKey&);
std::string nameOf(const State&, const CacheEntryKey&);

}  // namespace trammel
