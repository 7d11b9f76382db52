// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "system/system.h"

namespace trammel {

/// One thing that an audit found out about a cache entry or could not find out.
struct AuditFinding {
    enum class Kind {
        /// The value changes with a variable, but the entry would have been kept: results would be wrong.
        MissingPrerequisite,
        /// A declared prerequisite changed and the value did not.
        NeedlessPrerequisite,
        /// Variables of the entry's earliest stage changed, and those of the stages just below, and the value did not.
        NeedlessStage,
        /// Computed twice from the same variables the value was not the same.
        NotReproducible,
        /// Not computed at this stage, so nothing can be said.
        NotComputed,
        /// Its type cannot be compared.
        NotComparable,
        /// A variable's type cannot be perturbed, or it settles which variables there are.
        NotPerturbed,
        /// The System could not be realized with a variable perturbed.
        Failed
    };
    Kind kind;
    /// Names, as in "'force' of subsystem 'springs'"; empty where no entry, or no variable, is meant.
    std::string entry, variable;
    /// One plain sentence.
    std::string sentence;

    /// Whether something is wrong, rather than improvable or unknown.
    bool isFault() const { return kind == Kind::MissingPrerequisite || kind == Kind::NotReproducible; }
};

struct CacheAudit {
    Stage stage;
    int entriesCompared = 0;
    int variablesPerturbed = 0;
    std::vector<AuditFinding> findings;

    /// No fault was found.
    bool passed() const;
    /// The findings, faults first, a line each, and what was examined.
    std::string toString() const;
};

/// Check what cache entries declare against what they depend on: perturb t, each q, u and z and each discrete variable
/// in turn, compute everything again from scratch, and compare each entry. "Needless" holds for this State only;
/// another one, or a larger perturbation, may show a dependence.
///
/// Realizes copies only. Works on any System; takes two realizations a variable.
/// @param state at Model at least
/// @param stage how far to realize
/// @param askForLazyValues asks for lazy entries that no realization computes, so that they are audited too
CacheAudit auditCache(const System& system, const State& state, Stage stage = Stage::Report,
                      const std::function<void(const State&)>& askForLazyValues = {});

}  // namespace trammel
