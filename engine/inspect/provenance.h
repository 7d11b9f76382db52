// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "inspect/observables.h"
#include "system/state_report.h"

namespace trammel {

/// One thing that a reading was made from, directly or not.
struct ProvenanceNode {
    enum class Kind {
        /// What was asked about.
        Reading,
        Entry,
        /// A vector that all subsystems share and that is computed: "udot", "constraint multipliers".
        Vector,
        /// Time, q, u, z or weights.
        Variable,
        /// A discrete variable: what was edited, or a memory.
        Parameter
    };
    Kind kind = Kind::Reading;
    /// As reports have it: "'position kinematics' of subsystem 'matter'", "q".
    std::string name;
    /// Of entries and parameters only.
    CacheEntryKey entry;
    DiscreteVarKey parameter;
    /// By which it is computed, or which it invalidates.
    Stage stage;
    /// At the State asked about: whether the value stands in its cache, and why or why not in one sentence.
    bool valid = true;
    std::string reason;
    /// Its value, shortened: all of up to six numbers, else how many, and whether one is not finite.
    std::string value;
    /// What it was made from, as places in Provenance::nodes.
    std::vector<std::size_t> inputs;
};

/// What a reading came from, back to variables and parameters.
struct Provenance {
    /// The reading first; each node once.
    std::vector<ProvenanceNode> nodes;

    /// How far a node is from the reading, at most: 0 is the reading, and every input is further than what it goes into.
    std::vector<int> findDepths() const;
};

/// Finds what @p reading, one of @p observables, is made from at @p state, of which @p report is the report.
///
/// Computes it once more on a copy, from nothing, and notes who asks for what: what an entry was made from is what it
/// declares as its prerequisites and what was read while it was computed; what belongs to a stage is made from all that
/// its subsystem read for that stage. Values are those of the copy, so they are known even where @p state was not
/// realized. Errors: those of System::realize().
Provenance findProvenance(const Observables& observables, std::size_t reading, const State& state,
                          const StateReport& report);

}  // namespace trammel
