// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>

#include "compile/compiled_model.h"
#include "document/edit_removal.h"

namespace trammel {

// Edits of how bodies are connected that leave every body where it is at @p state (Position), a State of @p model, which is
// compiled from @p document. A body that loses the joint that carries it gets a free joint to Ground; where other joints
// lose the coordinates that the loops gave them, all joints take their coordinates at @p state into the document.

/// Removes elements as removeElement() does. Bodies of a loop that this cuts are carried from the loop's other side
/// where possible.
Result<Edit> removeInPlace(const Document& document, const TypeCatalog& catalog, const CompiledModel& model,
                           const State& state, const std::set<ElementId>& elements);

/// Plugs @p target into a socket as setReference() does; points, frames and directions on it stay where they are in Ground.
/// The new child of a joint loses the joint by which it only floats; one that is carried otherwise closes a loop.
Result<Edit> reconnectInPlace(const Document& document, const TypeCatalog& catalog, const CompiledModel& model,
                              const State& state, ElementId element, const std::string& socket, ElementId target);

}  // namespace trammel
