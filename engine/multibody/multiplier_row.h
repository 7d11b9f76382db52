// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/matter_subsystem.h"

namespace trammel {

/// The row of equation @p i of a constraint (counted position, velocity, acceleration equations) in
/// State::getMultipliers(); -1 while the constraint is disabled. Required stage: Instance.
int findMultiplierRow(const MatterSubsystem& matter, const State& state, ConstraintIndex constraint, int i);

}  // namespace trammel
