// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "system/system.h"

namespace trammel {

/// One result of an audit for a cache entry.
struct AuditFinding {
    enum class Kind {
        /// The value changes with a variable but the entry stays valid: results would be wrong.
        MissingPrerequisite,
        /// The value does not change with a declared prerequisite.
        UnusedPrerequisite,
        /// The value does not change with variables of the entry's depends-on stage, nor with those of the stages just
        /// below.
        StageTooHigh,
        /// Recomputing from the same variables gives another value.
        NotReproducible,
        /// Not computed by the audited stage.
        NotComputed,
        /// Values of its type cannot be compared.
        NotComparable,
        /// A variable's type cannot be perturbed, or it determines which variables exist.
        NotPerturbed,
        /// The System cannot be realized with a perturbed variable.
        Failed
    };
    Kind kind;
    /// Names, such as "'force' of subsystem 'springs'"; empty if no entry or no variable is concerned.
    std::string entry, variable;
    /// One sentence.
    std::string sentence;

    /// True for errors; false for inefficiencies and unknowns.
    bool isFault() const { return kind == Kind::MissingPrerequisite || kind == Kind::NotReproducible; }
};

struct CacheAudit {
    Stage stage;
    int entriesCompared = 0;
    int variablesPerturbed = 0;
    std::vector<AuditFinding> findings;

    /// True if there are no errors.
    bool passed() const;
    /// All findings, errors first, one per line, and a summary of the audited entries.
    std::string toString() const;
};

/// Checks declared dependencies of cache entries against actual ones: perturbs t and each q, u, z and discrete
/// variable, recomputes the cache from scratch and compares each entry. "Unused" refers to this State only;
/// another one, or a larger perturbation, may reveal a dependence.
///
/// Realizes copies only. Works on any System; takes two realizations per variable.
/// @param state at Model or above
/// @param stage realized for the comparison
/// @param includeLazyValues requests lazy entries that realization does not compute, so that they are audited too
/// @param proceed asked before each variable; false ends the audit with what was found so far
CacheAudit auditCache(const System& system, const State& state, Stage stage = Stage::Report,
                      const std::function<void(const State&)>& includeLazyValues = {},
                      const std::function<bool()>& proceed = {});

}  // namespace trammel
