// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>

#include "authoring/placed_element.h"

namespace trammel {

// Groups hold elements in the tree, and nothing else: none of these edits moves a body.

/// Puts @p elements into a new group, with the joints that carry their bodies and what acts on them, as far as that stands
/// beside them. The group stands where they have stood if they have one parent. `Edit::element` is the group. Fails if no
/// element can be in a group.
Result<Edit> groupElements(const Document& document, const CompiledModelPtr& current,
                           const std::set<ElementId>& elements);

/// Moves @p elements into @p group, or to the top level if it is invalid. Those that cannot stand there stay.
Result<Edit> moveIntoGroup(const Document& document, const CompiledModelPtr& current,
                           const std::set<ElementId>& elements, ElementId group);

/// Removes groups and leaves what they hold, one level up.
Result<Edit> dissolveGroups(const Document& document, const CompiledModelPtr& current,
                            const std::set<ElementId>& groups);

/// @p elements as a model of its own, in the initial pose: with the joints that carry their bodies and what acts on them,
/// the parameters, functions, meshes and materials that they use, gravity and settings. What was connected to another body
/// is connected to Ground at the same place; couplings with joints outside are left out, with a note.
Result<Document> extractModel(const CompiledModelPtr& current, const std::set<ElementId>& elements,
                              const std::string& name);

/// Adds all of @p model as a group @p name, beside existing bodies like pasteBeside(). It keeps its own parameters; names that
/// are used are made unique, and formulas follow. Settings and gravity are skipped where there are some.
/// `Edit::element` is the group.
Result<PlacedElement> insertModel(const Document& document, const CompiledModelPtr& current, const Document& model,
                                  const std::string& name, const Vec3& step_G);

}  // namespace trammel
