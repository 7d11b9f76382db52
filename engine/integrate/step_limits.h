// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>

#include "integrate/integrator_settings.h"

namespace trammel {

/// The length no step that starts at @p t0 may fall below, s: what was asked for, but never so little that time could not
/// tell it.
inline Real shortestStep(const IntegratorSettings& settings, Real t0) {
    constexpr Real Shortest = 1e-14;
    constexpr Real ShortestUlps = 16;
    return std::max(settings.minimumStepSize > 0 ? settings.minimumStepSize : Shortest,
                    ShortestUlps * Eps * std::abs(t0));
}

/// Where a step from @p t0 ends that is @p wanted seconds long and must not pass @p tMax: one that would end just before
/// ends there, so that no sliver remains.
inline Real endOfStep(const IntegratorSettings& settings, Real t0, Real wanted, Real tMax) {
    constexpr Real SnapAdaptive = 0.95, SnapFixed = 0.999;
    const Real snap = settings.fixedStepSize > 0 ? SnapFixed : SnapAdaptive;
    return wanted >= snap * (tMax - t0) ? tMax : t0 + wanted;
}

}  // namespace trammel
