// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "compile/compiled_model.h"
#include "document/edit.h"

namespace trammel {

/// The document with @p joint locked at level @p level, unlocked if null; a locked joint keeps its coordinates at @p
/// state.
Result<Edit> setLock(const Document& document, const TypeCatalog& catalog, const CompiledModel& model,
                     const State& state, ElementId joint, const std::optional<PropertyValue>& level);

/// The document with the initial coordinates of its joints at @p state, a State of @p model; speeds are kept.
/// Coordinates within 1e-12 of the compiled ones keep their text. Contacts keep their holding friction; @p state must
/// be realized to Position.
Result<Edit> setInitialPose(const Document& document, const TypeCatalog& catalog, const CompiledModel& model,
                            const State& state);

/// The document with the initial coordinates of @p joints for which bodies are at @p X_GB, as far as the joints allow. Locked
/// joints and coordinates with formulas stay.
/// @param model compiled from a document with the same bodies and functions
Result<Edit> setBodyPoses(const Document& document, const CompiledModel& model,
                          const std::function<Transform(ElementId)>& X_GB, const std::set<ElementId>& joints);

}  // namespace trammel
