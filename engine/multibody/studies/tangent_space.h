// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "math/vector.h"
#include "multibody/motion_level.h"
#include "system/state.h"

namespace trammel {

class MatterSubsystem;

/// All speeds that constraints and prescribed motion leave possible: u = basis y, with y the speeds numbered by leading.
struct TangentSpace {
    Matrix basis;
    /// basis has the identity in these rows.
    std::vector<int> leading;
    int size() const { return int(leading.size()); }
};

/// Independent speeds at a pose (needs Velocity), those that move most mass first; their rank is decided as dynamics does.
///
/// @param level Position: changes of position, bound by holonomic equations only, with all speeds free but those of
///        mobilizers whose position is prescribed. Velocity: changes of speed, bound by nonholonomic equations too, and by
///        prescribed speeds.
TangentSpace calcTangentSpace(const MatterSubsystem&, const State&, MotionLevel level);

}  // namespace trammel
