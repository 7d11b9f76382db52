// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compile/compiled_model.h"

namespace trammel {

/// Position and velocity of a traced point in Ground: m, m/s.
struct TraceMotion {
    Vec3 position{0.}, velocity{0.};
};

/// Motion of trace @p index at @p state (requires Velocity). v = v_B + ω_B × R_GB p_B.
TraceMotion calcTraceMotion(const CompiledModel& model, std::size_t index, const State& state);

}  // namespace trammel
