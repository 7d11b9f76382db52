// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>

#include "authoring/placed_element.h"

namespace trammel {

// Groups only hold elements in the tree: none of these edits moves a body.

/// Puts @p elements into a new group, with the joints that carry their bodies and the elements that act on them, if
/// these have the same parent. If all have one parent, the group is its child. `Edit::element` is the group. Fails if
/// no element can be in a group.
Result<Edit> groupElements(const Document& document, const CompiledModelPtr& current,
                           const std::set<ElementId>& elements);

/// Moves @p elements into @p group, or to the top level if it is invalid. Those that are not allowed there stay.
Result<Edit> moveIntoGroup(const Document& document, const CompiledModelPtr& current,
                           const std::set<ElementId>& elements, ElementId group);

/// Removes groups and moves their members one level up.
Result<Edit> dissolveGroups(const Document& document, const CompiledModelPtr& current,
                            const std::set<ElementId>& groups);

/// @p elements as a model of its own, in the initial pose: with the joints that carry their bodies, the elements that
/// act on them, the parameters, functions, meshes and materials that they use, gravity and settings. Connections to
/// other bodies become connections to Ground at the same place; couplings with joints outside are omitted, with a note.
Result<Document> extractModel(const CompiledModelPtr& current, const std::set<ElementId>& elements,
                              const std::string& name);

/// Adds all of @p model as a group @p name, beside existing bodies like pasteBeside(). It keeps its own parameters;
/// names already used are made unique, and formulas follow. Settings and gravity are skipped if the document has them.
/// `Edit::element` is the group.
Result<PlacedElement> insertModel(const Document& document, const CompiledModelPtr& current, const Document& model,
                                  const std::string& name, const Vec3& step_G);

}  // namespace trammel
