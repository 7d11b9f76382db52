// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>

#include "authoring/placed_element.h"
#include "document/fragment.h"

namespace trammel {

/// Like copyElements() for @p elements with their descendants, in their poses at @p state (requires Position): a body
/// without a copied joint gets its own free joint.
Fragment copyPlaced(const CompiledModel& model, const State& state, const std::set<ElementId>& elements);

/// Adds the elements of @p fragment like pasteElements(), beside existing ones: offset by the smallest multiple of @p
/// step_G at which no added body coincides with a body of the same type and size; without offset if none does. Joints
/// and constraints between existing bodies are not moved. Elements that a model has only once, such as settings or
/// gravity, are skipped, with a note.
/// @param added receives the copies
Result<PlacedElement> pasteBeside(const Document& document, const CompiledModelPtr& current, const Fragment& fragment,
                                  const Vec3& step_G, std::set<ElementId>& added);

}  // namespace trammel
