// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "system/system.h"

namespace trammel {

/// Write all variables of a State as text that loadState() reads back to the same bits: time, q, u, z with their
/// weights, weights of constraint errors, discrete variables with the time of their last update, and values that
/// auto-update variables will have after the next step. One line a variable, each with its name.
///
/// @param state at Model at least; StageTooLow if it is not, StaleState if it is not one of @p system
/// @return errors, and then nothing has been written, if a variable holds a value of a type without text form
///         (see value_parts.h)
///
///     trammel state 1
///     system "four-bar"
///     time 0.25
///     subsystem "forces" version "1.0"
///     discrete "parameters of Spring" type "SpringParameters" invalidates Dynamics updated nan = [ 250 0.1 ]
///     discrete "peak force" type "double" invalidates Report updated 0.24 = 17
///     next = 17.25
///     q "angle of Crank" = 0.7853981633974483
///     u "speed of Crank" = 2 weight 1
///     z "work of Motor" = 0 weight 1
///     qerr-weights 2 1 1
///     uerr-weights 2 1 1
///     end checksum 6c62272e07bb0142
///
/// Blank lines and lines that start with # are skipped. Whoever edits a file removes "checksum ..." from its end.
Diagnostics saveState(std::ostream& out, const System& system, const State& state);

/// A State of @p system as it was saved, at Instance at most. The result holds no State, and errors with their lines
/// instead, if the file is damaged or belongs to another model: other subsystems, versions, numbers, names or types.
/// A system of another name with the same contents is a warning. Throws StageTooLow before realizeTopology().
Result<State> loadState(std::istream& in, const System& system);

/// Which variable of a state file is which of a System that has others, too.
struct StateMapping {
    /// Number of continuous variables in the file; and by variable of the System's y its number there, -1: it has none.
    int nyInFile = 0;
    std::vector<int> source;
    /// By subsystem and discrete variable of the file: the System's; none: it has none, or one of another type.
    std::vector<std::vector<std::optional<DiscreteVarKey>>> discrete;
    /// Continuous variables of the System that the file does not have.
    std::vector<std::string> missing;
};
/// The State of @p system that is nearest to one saved of another version of the same model: variables are paired by
/// subsystem, kind and name, others have their default values. Instance at most. Errors: what the file itself has of them.
Result<State> loadStateByNames(std::istream& in, const System& system, StateMapping& mapping);

}  // namespace trammel
