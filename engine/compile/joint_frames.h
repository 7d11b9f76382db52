// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "document/document.h"
#include "math/rotation.h"

namespace trammel {

/// X_PF and X_BM of a joint element.
std::pair<Transform, Transform> calcJointFrames(const Document& document, const Element& joint);

}  // namespace trammel
