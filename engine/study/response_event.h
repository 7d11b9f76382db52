// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "inspect/outputs.h"
#include "study/study_definition.h"

namespace trammel {

/// The instants at which an element acts: those of an event; impacts of a rigid contact or impact stop; where an
/// elastic contact or stop begins to touch. None for other elements, and for those that do not act.
std::optional<StudyOccasion> occasionOf(const Outputs& outputs, const Element& element);

/// All elements with occasionOf(), in the order of families of the input for events.
std::vector<ElementId> responseEvents(const Outputs& outputs);

}  // namespace trammel
