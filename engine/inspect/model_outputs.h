// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/index.h"
#include "meta/type_catalog.h"

namespace trammel {

/// Outputs of a model as a whole: momentum, center of mass, power of motors, and the sum of pulls.
/// @param pulls the force element that pulls
std::vector<OutputDescriptor> modelOutputs(ForceIndex pulls);

}  // namespace trammel
