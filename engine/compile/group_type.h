// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "meta/type_catalog.h"

namespace trammel {

/// Family of elements that hold others: a subassembly in the tree. It has no effect on the mechanism.
inline constexpr const char* groupFamily = "group";

TypeDescriptor groupType();

}  // namespace trammel
