// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compile/compiled_model.h"

namespace trammel {

/// Mass of a whole body in the initial State, kg; 0 for no body and for bodies that were not built.
Real calcBodyMass(const CompiledModel& model, ElementId body);

}  // namespace trammel
