// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compile/compiled_model.h"

namespace trammel {

/// The pin that may immobilize its loop: of the pins of loops that share joints, the one with the fewest others parallel to
/// it, the last one of several. Invalid if all pins of such loops are parallel. Couplers join no loops. Requires Position.
ElementId findSkewPin(const CompiledModel& model, const State& s);

/// Whether closed loops hold the initial pose of a model without other constraints, as in a truss: nothing can move.
bool isHeldByLoops(const CompiledModel& model);

}  // namespace trammel
