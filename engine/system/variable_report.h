// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "system/state_report.h"

namespace trammel {

// Parts of reportState(): the whole report of a large model takes a tenth of a second and tens of megabytes.

/// One discrete variable, without its dependents.
VariableReport reportVariable(const State& state, const DiscreteVarKey& key);

/// All cache entries and shared vectors; no variables.
StateReport reportEntries(const State& state);

/// Total of all variables, as in StateReport::totalBytes().
std::size_t countVariableBytes(const State& state);

}  // namespace trammel
