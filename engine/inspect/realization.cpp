// SPDX-License-Identifier: Apache-2.0
#include "inspect/realization.h"

#include "multibody/multibody_system.h"

namespace trammel {

void realize(const CompiledModel& model, const State& state, Stage stage) { model.getSystem().realize(state, stage); }

}  // namespace trammel
