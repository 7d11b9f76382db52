// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>

#include "integrate/integrator_settings.h"

namespace trammel {

/// Minimum size of a step that starts at @p t0, s: the setting, but at least the resolution of time.
inline Real shortestStep(const IntegratorSettings& settings, Real t0) {
    constexpr Real Shortest = 1e-14;
    constexpr Real ShortestUlps = 16;
    return std::max(settings.minimumStepSize > 0 ? settings.minimumStepSize : Shortest,
                    ShortestUlps * Eps * std::abs(t0));
}

/// End of a step from @p t0 of @p wanted seconds that must not pass @p tMax; snaps to tMax if the remainder would be a
/// sliver.
inline Real endOfStep(const IntegratorSettings& settings, Real t0, Real wanted, Real tMax) {
    constexpr Real SnapAdaptive = 0.95, SnapFixed = 0.999;
    const Real snap = settings.fixedStepSize > 0 ? SnapFixed : SnapAdaptive;
    return wanted >= snap * (tMax - t0) ? tMax : t0 + wanted;
}

}  // namespace trammel
