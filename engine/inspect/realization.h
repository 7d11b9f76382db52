// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compile/compiled_model.h"
#include "system/observer.h"
#include "system/state.h"

namespace trammel {

/// Fill the cache of @p state, a State of @p model's System, up to @p stage; does nothing when it is there already.
///
/// For those who see models but no Systems: the window, which realizes the State in view only as far as a panel needs.
/// Errors: those of System::realize().
void realize(const CompiledModel& model, const State& state, Stage stage);

}  // namespace trammel
