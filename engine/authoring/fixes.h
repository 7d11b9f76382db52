// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "compile/compiled_model.h"
#include "document/read_fault.h"

namespace trammel {

/// The elements that contradict each other in the initial pose, at the first level where they do (position, speed, acceleration):
/// constraints, joints that close loops, motors and locked joints. Empty if none do.
std::vector<ElementId> findConflicting(const CompiledModel& model);

/// Ways out of what is wrong with @p element of a compiled model: a closure with fewer equations where some are redundant,
/// or another joint to cut the loop at, each constraint of a redundant set and each motor too many that can be switched
/// off, what contradicts others switched off or unlocked, a tilted pin aligned, a joint snapped back between its stops, a
/// body given mass, what cannot be built deleted, and for a loop that cannot close the length of a bar with which it
/// would, or to leave it open. What changes a loop has been compiled and does what it says. Empty if none is known.
/// @param isStopped asked between one trial and the next whether to give up with what there is; none: never
std::vector<Fix> findFixes(const CompiledModelPtr& model, ElementId element,
                           const std::function<bool()>& isStopped = {});

}  // namespace trammel
