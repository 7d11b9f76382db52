// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <utility>
#include <vector>

#include "authoring/isometry.h"
#include "compile/compiled_model.h"
#include "document/edit.h"

namespace trammel {

/// A copy is linked to its source by formulas alone: "'Planet pin'.parentPoint.x + 0.2 m" for a number, "Planet.teeth" for
/// anything else. A link is a formula that reads nothing but the same property of another element of the same type.

/// True if @p element has a link.
bool isLinked(const Document& document, const Element& element);
/// The number "length" or "point.x" that the formula for @p key of @p element links it to, if both change by the same amount.
std::optional<std::pair<ElementId, std::string>> findLinkedNumber(const Document& document, const Element& element,
                                                                  const std::string& key);

/// Links copies to their sources, so that they follow each change of these: sizes, masses, colors, outlines, points, frames,
/// forces. Where a copy is connected to an element outside, such as Ground, its point is the image of the point of the
/// source. Values that no formula of the source's gives stay free: coordinates and speeds of joints, angles of frames that
/// the motion turns about several axes, and mirrored outlines.
/// @param pairs each source with its copy
/// @param motion from sources to copies in Ground, in the initial pose of @p model, which has all sources
Result<Edit> linkCopies(const Document& document, const CompiledModel& model,
                        const std::vector<std::pair<ElementId, ElementId>>& pairs, const Isometry& motion);

/// Removes the links of @p elements and of what stands below them. All values stay.
Result<Edit> breakLinks(const Document& document, const std::set<ElementId>& elements);

}  // namespace trammel
