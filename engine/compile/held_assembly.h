// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <vector>

#include "multibody/matter_subsystem.h"
#include "multibody/multibody_system.h"

namespace trammel {

struct HeldAssembly {
    ProjectResults results;
    /// True if a mechanism closed only with joints released.
    bool released = false;
};

/// Closes the loops of @p s (Instance), where held joints keep their coordinates as far as possible. Each mechanism that cannot
/// close otherwise releases its own: 1, 2, 4, ... of those not locked, then all of them, and only then locked ones in the same
/// way. If none of that helps, it has the smallest gap that was found. @p s is realized to Position.
/// @param held bodies of the joints, those to be released first last
HeldAssembly assembleHeld(const MultibodySystem& system, State& s, const std::vector<MobilizedBodyIndex>& held,
                          const std::set<MobilizedBodyIndex>& locked, Real tolerance);

}  // namespace trammel
