// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "document/changes.h"

namespace trammel {

/// Whether a formula of a joint names an element that changed. The numbers in such formulas are part of the joint, and so
/// of the System.
/// @param document after the changes
bool changesJointFormula(const Document& document, const Changes& changes);

}  // namespace trammel
