// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "compile/compiled_model.h"
#include "document/read_error.h"

namespace trammel {

/// The conflicting elements of the initial pose, at the first level with a conflict (position, speed, acceleration):
/// constraints, loop-closing joints, motors and locked joints. Empty if there is no conflict.
std::vector<ElementId> findConflicting(const CompiledModel& model);

/// Fixes for a problem with @p element of a compiled model: a misspelled key in its file; a closure with fewer redundant equations or another cut
/// joint; disabling redundant constraints and excess motors; disabling or unlocking conflicting elements; aligning a
/// tilted pin; a joint with more freedom for a pin that holds a mechanism; moving a joint back between its stops; letting bodies that overlap at the start pass through each other; adding mass; pinning floating gears; deleting an element that cannot be built; and for a
/// loop that cannot close, the length of a bar that allows it, or leaving it open. Fixes that change a loop have been
/// compiled and verified. Empty if none.
/// @param isStopped called between trials; true returns the fixes found so far; may be empty
std::vector<Fix> findFixes(const CompiledModelPtr& model, ElementId element,
                           const std::function<bool()>& isStopped = {});

}  // namespace trammel
