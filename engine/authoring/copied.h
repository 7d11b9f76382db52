// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>

#include "authoring/placed_element.h"
#include "document/fragment.h"

namespace trammel {

/// @p elements of the model with all below them, as copyElements(), and where they stand at @p state (needs Position): a
/// body of which no joint is among them comes along on a free joint of its own, in its pose.
Fragment copyPlaced(const CompiledModel& model, const State& state, const std::set<ElementId>& elements);

/// Adds the elements of @p fragment as pasteElements(), beside what is there: moved by the least multiple of @p step_G with
/// which none of the bodies added stands where one of its kind and size stood before; where they were if none does.
/// Joints and constraints between bodies that stay are not moved. What a model has only one of, settings or gravity, is
/// not added a second time, and a note says so.
/// @param added takes the copies of the elements meant
Result<PlacedElement> pasteBeside(const Document& document, const CompiledModelPtr& current, const Fragment& fragment,
                                  const Vec3& step_G, std::set<ElementId>& added);

}  // namespace trammel
