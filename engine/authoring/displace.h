// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <set>

#include "compile/compiled_model.h"
#include "document/edit.h"
#include "math/isometry.h"

namespace trammel {

/// Moves elements in Ground from their poses at @p state (requires Position), a State of @p model: a point at p moves
/// to its image by @p motion. Only sizes of the elements may differ between @p document and that of @p model.
///
/// A moved body keeps its joints in place, and a moved joint keeps its bodies in place: frames and points on bodies are
/// recomputed. A floating body takes the coordinates of its joint along. If a joint's coordinate would have to change,
/// its frames change instead, so that everything can be moved. A group stands for its members.
///
/// Formulas of changed numbers are removed, or negated with them. Fails, with names, for elements without location (a
/// motor, gravity). A reflection changes only places, frames and directions: see addMirrored() for the rest.
Result<Edit> displaceElements(const Document& document, const TypeCatalog& catalog, const CompiledModel& model,
                              const State& state, const std::set<ElementId>& elements, const Isometry& motion);

/// The elements among @p elements with a location that can be moved as a whole; excludes joints and constraints between bodies that
/// stay.
std::set<ElementId> findMovable(const CompiledModel& model, const std::set<ElementId>& elements);

/// The pose of a body whose pose was @p X_GB after @p motion. A mirror image has the body's z axis reversed, or its y axis
/// if the tip is along z, so that bodies which are symmetric in these directions keep their properties.
Transform calcImageOfBody(const Document& document, ElementId body, const Isometry& motion, const Transform& X_GB);

/// Sets a moved vector. Unchanged numbers keep their formulas; those of negated numbers are negated.
Result<Edit> setMoved(const Document& document, const TypeCatalog& catalog, ElementId element, const std::string& key,
                      const Vec3& value);

/// Frame of an element in Ground, for gizmos: a joint's frame F, a body's frame, the centroid of the points of other
/// elements, and of the bodies of a group. Empty for elements without location.
std::optional<Transform> findElementFrame(const CompiledModel& model, const State& state, ElementId element);

/// Index of a body in Scene::bodyPoses; 0, Ground's, for no body and for bodies that were not built.
int findBodyId(const CompiledModel& model, ElementId body);

}  // namespace trammel
