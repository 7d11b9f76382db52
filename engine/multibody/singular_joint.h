// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "math/spatial.h"

namespace trammel {

/// The first speed of a joint that moves nothing that those before it do not, by the columns of H in any frame; -1 if all are
/// independent. Lengths count in meters.
int findDependentSpeed(int nu, const SpatialVec* H);

}  // namespace trammel
