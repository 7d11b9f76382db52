// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compile/compiled_model.h"
#include "system/observer.h"
#include "system/state.h"

namespace trammel {

/// Fills the cache of @p state, a State of @p model's System, up to @p stage; does nothing if it is already realized.
///
/// For callers that know models but no Systems: the window realizes the displayed state only as far as a panel
/// requires. Errors: those of System::realize().
void realize(const CompiledModel& model, const State& state, Stage stage);

}  // namespace trammel
