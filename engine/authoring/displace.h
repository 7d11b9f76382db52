// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <set>

#include "compile/compiled_model.h"
#include "document/edit.h"

namespace trammel {

/// Moves elements in the world as they stand at @p state (needs Position), by X_G: a point at p goes to X_G p.
///
/// What is moved and what stays is meant in the world: a body that moves keeps its joints where they are, a joint that
/// moves keeps its bodies where they are; the frames and points on the bodies are worked out anew. A body that floats
/// takes the coordinates of its joint along. Where a joint's coordinate would have to change to keep what is not moved in place, the pose
/// stays as it is and the frames change, so everything can be moved.
///
/// The formulas of what changes are lost. Refuses elements that have no place of their own (a motor, gravity), with a
/// name.
Result<Edit> displaceElements(const Document& document, const TypeCatalog& catalog, const CompiledModel& model,
                              const State& state, const std::set<ElementId>& elements, const Transform& X_G);

/// Where an element is in the world, for handles to be drawn there: a joint's frame F, a body's frame, the middle of
/// its points for anything else that has points. None for what has no place.
std::optional<Transform> findElementFrame(const CompiledModel& model, const State& state, ElementId element);

/// Which of Scene::bodyPoses a body's is; 0, that of Ground, for none and for what has not been built.
int findBodyId(const CompiledModel& model, ElementId body);

}  // namespace trammel
