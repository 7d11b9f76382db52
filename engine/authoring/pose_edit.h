// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "compile/compiled_model.h"
#include "document/edit.h"

namespace trammel {

/// The document with the initial coordinates of its joints as they are at @p state, a State of @p model; speeds are left
/// alone. Coordinates nearer than 1e-12 to what compiling the document gives anyway stay as they are written.
Result<Edit> setInitialPose(const Document& document, const TypeCatalog& catalog, const CompiledModel& model,
                            const State& state);

}  // namespace trammel
