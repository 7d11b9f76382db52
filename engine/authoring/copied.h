// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <utility>
#include <vector>

#include "authoring/placed_element.h"
#include "compile/pattern_type.h"
#include "document/fragment.h"

namespace trammel {

/// @p elements with all their descendants.
std::set<ElementId> withDescendants(const Document& document, const std::set<ElementId>& elements);

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

/// @p elements with the joints that carry their bodies, the constraints, forces, motors and events that act on them or
/// watch them, and the samples of these events.
std::set<ElementId> withConnections(const Document& document, const std::set<ElementId>& elements);

enum class CopyKind { Free, Linked };

/// Copies of elements, in the places of the originals.
struct CopiedElements {
    Edit edit;
    std::vector<std::set<ElementId>> copies;
    /// The elements copied, in the order of each of the copies.
    std::vector<ElementId> sources;
    /// The edited document, compiled.
    CompiledModelPtr model;
};
/// Each source with its counterpart in one of the copies.
std::vector<std::pair<ElementId, ElementId>> pairsOf(const CopiedElements& copied, std::size_t copy);
/// Adds @p count copies of @p elements withConnections(). Elements that a model has only once are skipped, with a note.
Result<CopiedElements> addCopies(const Document& document, const CompiledModelPtr& current,
                                 const std::set<ElementId>& elements, std::size_t count);

/// Adds a copy of @p elements withConnections() for each of the displacements in Ground from the initial pose.
///
/// Free copies are not reached by later changes of the originals, linked ones follow them: see linkCopies(). References
/// and formulas among the elements refer to the copies, others stay; where a copy is connected to an element outside,
/// such as Ground, it is connected at the displaced point. Coordinates, motors and couplings keep their values, but gear
/// pairs mesh at their places. Elements that a model has only once are skipped, with a note.
/// @param added receives the copies
Result<Edit> addPattern(const Document& document, const CompiledModelPtr& current, const std::set<ElementId>& elements,
                        const std::vector<Transform>& displacements, std::set<ElementId>& added,
                        CopyKind kind = CopyKind::Free);

}  // namespace trammel
