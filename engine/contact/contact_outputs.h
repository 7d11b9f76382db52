// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "meta/type_catalog.h"

namespace trammel {

/// Outputs of a contact over all places where it touches, listed before those of every force.
std::vector<OutputDescriptor> contactOutputs();

}  // namespace trammel
