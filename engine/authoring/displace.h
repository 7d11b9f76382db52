// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <set>

#include "compile/compiled_model.h"
#include "document/edit.h"

namespace trammel {

/// Moves elements rigidly in Ground by X_G from their poses at @p state (requires Position): a point at p moves to X_G
/// p.
///
/// A moved body keeps its joints in place, and a moved joint keeps its bodies in place: frames and points on bodies are
/// recomputed. A floating body takes the coordinates of its joint along. If a joint's coordinate would have to change,
/// its frames change instead, so that everything can be moved.
///
/// Formulas of changed properties are removed. Fails, with names, for elements without location (a motor, gravity).
Result<Edit> displaceElements(const Document& document, const TypeCatalog& catalog, const CompiledModel& model,
                              const State& state, const std::set<ElementId>& elements, const Transform& X_G);

/// Frame of an element in Ground, for gizmos: a joint's frame F, a body's frame, or the centroid of the points of other
/// elements. None for elements without location.
std::optional<Transform> findElementFrame(const CompiledModel& model, const State& state, ElementId element);

/// Index of a body in Scene::bodyPoses; 0, that of Ground, for none and for bodies that were not built.
int findBodyId(const CompiledModel& model, ElementId body);

}  // namespace trammel
