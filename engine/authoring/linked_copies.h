// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <utility>
#include <vector>

#include "compile/compiled_model.h"
#include "document/formulas.h"
#include "math/isometry.h"

namespace trammel {

/// A copy is linked to its source by formulas alone: "'Planet pin'.parentPoint.x + 0.2 m" for a number, "Planet.teeth" for
/// anything else. A link is a formula that reads nothing but the same property of another element of the same type.

/// True if @p element has a link.
bool isLinked(const Document& document, const Element& element);
/// The number "length" or "point.x" that the formula for @p key of @p element links it to, if both change by the same amount.
std::optional<std::pair<ElementId, std::string>> findLinkedNumber(const Document& document, const Element& element,
                                                                  const std::string& key);

/// The element that @p element follows by most of its links, other than those to @p except; invalid without any.
ElementId linkedSourceOf(const Document& document, const Element& element, const std::set<ElementId>& except = {});
/// The links of an element.
std::vector<Element::Formula> linksOf(const Document& document, const Element& element);
/// @p elements with all that follow them, directly or through others.
std::set<ElementId> withLinkedCopies(const Document& document, const std::set<ElementId>& elements);

/// Each source with its copy.
using LinkedPairs = std::vector<std::pair<ElementId, ElementId>>;

/// Links copies to their sources, so that they follow each change of these: sizes, masses, colors, outlines, points,
/// frames, forces. Where a copy is connected to an outside element, such as Ground, its point is the image of the point
/// of the source. Values that cannot be computed from the source's stay free: coordinates and speeds of joints, angles
/// of frames that the motion turns about several axes, and mirrored outlines.
/// @param motion from sources to copies in Ground, in the initial pose of @p model, which has all sources
Result<Edit> linkCopies(const Document& document, const CompiledModel& model, const LinkedPairs& pairs,
                        const Isometry& motion);
/// The formulas that linkCopies() sets.
std::vector<FormulaOf> findLinks(const Document& document, const CompiledModel& model, const LinkedPairs& pairs,
                                 const Isometry& motion);
/// Links copies again, after the types of source and copy have changed alike, by those of the links @p held that still hold
/// and by the equal values of the new types.
Result<Edit> linkAgain(const Document& document, const LinkedPairs& pairs, const std::vector<FormulaOf>& held);

/// Removes the links of @p elements and of their descendants. All values stay.
Result<Edit> breakLinks(const Document& document, const std::set<ElementId>& elements);

}  // namespace trammel
