// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "authoring/linked_copies.h"
#include "compile/compiled_model.h"
#include "document/element.h"

namespace trammel {

/// Gives a draft of a gear pair between two joints, whose bodies are gears, the ratio of their pitch radii as a formula,
/// and the phase at which their teeth mesh, nearest to the initial pose, as a formula of the numbers of teeth. The ratio is positive if one gear is internal or
/// the joints' axes are opposite, negative otherwise. Leaves a draft of another type, and one between other bodies.
///
/// If one gear rides on a carrier that turns about the axis of the other, the pair gets the carrier's joint and its ratio; if
/// the other gear does not turn, as a ring that is welded to Ground, it couples the rider with the carrier.
void meshGears(Element& draft, const CompiledModel& current);

/// The formulas by which copies of gear pairs mesh at their own places; @p pairs has sources with copies, of one copy.
std::vector<FormulaOf> findPhases(const CompiledModel& current, const LinkedPairs& pairs);

/// Gives gear pairs of copies, each with its sources, the phases at which their teeth mesh, unless these contradict
/// each other: then adds a note. Without copies of gear pairs the document is unchanged.
Result<Edit> meshCopies(const Document& document, const CompiledModelPtr& current,
                        const std::vector<LinkedPairs>& copies);

}  // namespace trammel
