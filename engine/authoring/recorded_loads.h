// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "compile/compiled_model.h"
#include "document/edit.h"
#include "formats/recorded_load.h"

namespace trammel {

/// A force for each recorded load, with the samples from @p from to @p to, s, and the ones next to them. A force of that kind
/// and name on the same body is replaced. No value, with errors, for a load on a body that the model does not have.
Result<Edit> addRecordedLoads(const Document& document, const std::vector<RecordedLoad>& loads, Real from, Real to);

/// The model with recorded loads, as addRecordedLoads(), and without the forces of its muscles if wanted, as customary for net
/// torques of joints. No value, with errors, as there, or if it does not compile.
Result<CompiledModelPtr> modelUnderLoads(const CompiledModelPtr& model, const std::vector<RecordedLoad>& loads,
                                         Real from, Real to, bool withoutMuscles);
/// Number of enabled muscles.
int countMuscles(const Document& document);

}  // namespace trammel
