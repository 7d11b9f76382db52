// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace trammel {

/// The highest level at which a motion or a lock drives a mobilizer. Derivatives are driven too; integrals are not.
enum class MotionLevel {
    None = -1,         ///< not driven: udot follows from forces
    Acceleration = 0,  ///< udot is known
    Velocity = 1,      ///< u and udot are known
    Position = 2       ///< q, u and udot are known
};

}  // namespace trammel
