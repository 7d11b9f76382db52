// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "system/system.h"

namespace trammel {

/// Writes all variables of a State as text that loadState() reads back bitwise identical: time, q, u, z with their
/// weights, weights of constraint errors, discrete variables with the times of their last updates, and update values of
/// auto-update variables. One line per variable, with its name.
///
/// @param state at Model or above; StageTooLow if it is not, StaleState if it is not one of @p system
/// @return errors, and then nothing is written, if a variable holds a value of a type without text form
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
/// Blank lines and lines that start with # are skipped. To edit a file by hand, remove "checksum ..." from its end.
Diagnostics saveState(std::ostream& out, const System& system, const State& state);

/// Reads a State of @p system, at Instance at most. If the file is damaged or belongs to another model (other
/// subsystems, versions, sizes, names or types), there is no State but errors with line numbers. A system of another
/// name with the same contents is a warning. Throws StageTooLow before realizeTopology().
Result<State> loadState(std::istream& in, const System& system);

/// Maps the variables of a state file to those of a different System.
struct StateMapping {
    /// Number of continuous variables in the file; and for each element of the System's y its index there, -1: none.
    int nyInFile = 0;
    std::vector<int> source;
    /// By subsystem and discrete variable of the file: the System's variable; empty without one of that name and
    /// type.
    std::vector<std::vector<std::optional<DiscreteVarKey>>> discrete;
    /// Names of continuous variables of the System that the file lacks.
    std::vector<std::string> missing;
};
/// The State of @p system closest to one saved from another version of the model: variables are matched by subsystem,
/// kind and name; others keep their defaults. Instance at most. Errors: those of the file itself.
Result<State> loadStateByNames(std::istream& in, const System& system, StateMapping& mapping);

}  // namespace trammel
