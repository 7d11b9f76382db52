// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/matter_subsystem.h"

namespace trammel {

/// Response to an impulse, with constraints, motors and locks enforced:
///
///   M w + G^T p = j,  G w = 0
struct ImpulseResponse {
    /// w: changes of all speeds.
    Vector speeds;
    /// M w + G^T p: impulses at all mobilities, the given one and those of motors and locks.
    Vector impulses;
};
/// Response to @p impulse on the mobilities (Velocity).
ImpulseResponse calcImpulseResponse(const MatterSubsystem& matter, const State& state, const Vector& impulse);

}  // namespace trammel
