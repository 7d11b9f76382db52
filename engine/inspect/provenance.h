// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "inspect/outputs.h"
#include "system/state_report.h"

namespace trammel {

/// A direct or indirect input of an output.
struct ProvenanceNode {
    enum class Kind {
        /// The requested output.
        Output,
        Entry,
        /// A computed vector shared by all subsystems: "udot", "constraint multipliers".
        Vector,
        /// Time, q, u, z or weights.
        Variable,
        /// A discrete variable: a parameter, or state that changes at events.
        Parameter
    };
    Kind kind = Kind::Output;
    /// As in reports: "'position kinematics' of subsystem 'matter'", "q".
    std::string name;
    /// For entries and parameters only.
    CacheEntryKey entry;
    DiscreteVarKey parameter;
    /// Computed-by stage, or the stage it invalidates.
    Stage stage;
    /// At the inspected State: whether the value is valid in its cache, and why, one sentence.
    bool valid = true;
    std::string reason;
    /// Shortened value: all numbers up to six, otherwise their count, and whether one is not finite.
    std::string value;
    /// Inputs, as indices in Provenance::nodes.
    std::vector<std::size_t> inputs;
};

/// The inputs of an output, back to variables and parameters.
struct Provenance {
    /// The output first; each node once.
    std::vector<ProvenanceNode> nodes;
    /// Value of the output, SI.
    Real value = NaN;

    /// Longest distance of each node from the output: 0 for the output, and inputs are further than their dependents.
    std::vector<int> findDepths() const;
};

/// Finds the inputs of the output @p output of @p outputs at @p state, of which @p report is the report.
///
/// Recomputes it on an empty copy and records reads: inputs of an entry are its declared prerequisites and the values read
/// while it was computed; inputs of a stage's values are all reads of its subsystem for that stage. Values are those of the
/// copy, so they are known even if @p state was not realized. Errors: those of System::realize().
Provenance findProvenance(const Outputs& outputs, std::size_t output, const State& state, const StateReport& report);

}  // namespace trammel
