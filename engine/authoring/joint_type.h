// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include "compile/compiled_model.h"
#include "document/edit.h"

namespace trammel {

/// The types that @p joint can be changed to, in the order of the catalog: those with the same inputs, its own included. Empty
/// if the element is not a joint.
std::vector<const TypeDescriptor*> jointTypesFor(const TypeCatalog& catalog, const Element& joint);

/// Makes joints of type @p type, in place: no body moves.
///
/// A joint keeps its name, bodies, frames, lock and cut. Its coordinates become those of the new type that are closest
/// to the pose at @p state (Position), a State of @p model, compiled from @p document; the frame on the child takes up
/// the difference. If a loop would be assembled to another pose, the other joints get their coordinates at @p state
/// too. Initial speeds become the closest ones. Motors, limits and other dependents stay if the coordinate that they
/// act on still has the same quantity, or if exactly one other has it; the others are removed, as are those that the
/// compiler rejects on the new joint (`Edit::removed`). A note for each joint lists what was kept and dropped.
///
/// Linked copies of the joints change with them and stay linked. A joint that becomes a rail or slot gets the size and
/// the stops of one drawn there, its size in round multiples of @p sizeUnit, m.
///
/// Fails for elements other than joints, types with other inputs, and formulas that use a number that the new type does
/// not have. Joints that already have the type are unchanged.
Result<Edit> changeJointType(const Document& document, const TypeCatalog& catalog, const CompiledModel& model,
                             const State& state, const std::set<ElementId>& joints, const std::string& type,
                             Real sizeUnit = 1);

}  // namespace trammel
