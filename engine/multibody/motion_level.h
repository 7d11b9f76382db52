// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace trammel {

/// The highest level at which a motion or a lock drives a mobilizer. What is below that level follows by
/// differentiation and is driven too; what is above is found by integration.
enum class MotionLevel {
    None = -1,         ///< not driven: udot follows from forces
    Acceleration = 0,  ///< udot is known
    Velocity = 1,      ///< u and udot are known
    Position = 2       ///< q, u and udot are known
};

}  // namespace trammel
