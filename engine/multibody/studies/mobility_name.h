// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "system/state.h"

namespace trammel {

class MatterSubsystem;

/// What people call a change of position by one speed (Position): the coordinate whose rate it is ("angle of Crank pin"),
/// or, where it is no single one's, as of a quaternion, "turn by angular velocity x of Socket".
std::string nameOfChange(const MatterSubsystem&, const State&, UIndex speed);

}  // namespace trammel
