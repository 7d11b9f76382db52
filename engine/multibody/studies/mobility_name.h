// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "system/state.h"

namespace trammel {

class MatterSubsystem;

/// Display name of the change of position by one speed (Position): the coordinate whose rate it is ("angle of Crank
/// pin"), or, if none exists, as for a quaternion, "rotation by angular velocity x of Socket".
std::string nameOfChange(const MatterSubsystem&, const State&, UIndex speed);

}  // namespace trammel
