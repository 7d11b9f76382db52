// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>

#include "compile/compiled_model.h"

namespace trammel {

/// True if a State of @p model (t, q and u) violates position or velocity constraints, or the motors' positions and
/// speeds, by more than a run could: an edited one.
bool violatesConstraints(const CompiledModel& model, const State& state);

/// Moves q and u until all constraints and motors are satisfied. Joints with variables in @p kept (indices of y) stay where
/// the constraints allow it; time stays. Realizes to Velocity at least. False, with t, q and u unchanged, if the constraints
/// cannot be satisfied from there.
bool satisfyConstraints(const CompiledModel& model, State& state, const std::set<int>& kept = {});

}  // namespace trammel
