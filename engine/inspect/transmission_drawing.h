// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "inspect/vector_drawing.h"

namespace trammel {

/// The drawing of the transmission angle of a four-bar.
const Drawing& transmissionDrawing();

/// Appends, for a four-bar, the angle between coupler and output, and the dead points of its links at Ground. Nothing for other
/// mechanisms. @p state requires Position.
void appendTransmission(const CompiledModel& model, const State& state, std::vector<DecorativeGeometry>& out);

}  // namespace trammel
