// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "document/document.h"
#include "math/vec.h"

namespace trammel {

/// The direction opposite to gravity, a unit vector in Ground; y for a document without gravity.
Vec3 upDirection(const Document& document);

}  // namespace trammel
