// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>

#include "compile/compiled_model.h"
#include "document/edit.h"

namespace trammel {

// A pattern is an element for which isPattern(): it holds a group for each of its linked copies, and says where they lie.

/// Adds the pattern @p draft with linked copies of @p elements, made as by addPattern() or addMirrored(). A pattern
/// among the elements is copied as a group. In a pattern that isConnected(), each copy is connected to the previous
/// one, see PatternChain; slots by which it would be connected become pivots, with a note. `Edit::element` is the
/// pattern, a sibling of the elements.
Result<Edit> addLinkedPattern(const Document& document, const CompiledModelPtr& current,
                              const std::set<ElementId>& elements, Element draft);

/// Adds, removes and moves the copies of every pattern whose places @p edit has changed from those in @p before; @p
/// current is that document, compiled, or an earlier state of it, which is then compiled here. Copies keep their own
/// values and formulas, except for places, which move along. Deleted copies stay deleted, and duplicates of copies stay
/// in place.
Result<Edit> followPatterns(const Document& before, Result<Edit> edit, const CompiledModelPtr& current);

/// The innermost pattern that @p element is or is in; invalid if none.
ElementId findPattern(const Document& document, ElementId element);
/// The patterns that copy @p element.
std::set<ElementId> patternsOf(const Document& document, ElementId element);

/// Elements that act on the sources of a pattern, or are their children, but have no copy in one of its instances;
/// without those that are connected to a copy, and those that act on an element without a copy in the instance.
std::set<ElementId> findUncopied(const Document& document, ElementId pattern);
/// Adds copies of what findUncopied() finds. `Edit::element` is the pattern.
Result<Edit> updatePattern(const Document& document, const CompiledModelPtr& current, ElementId pattern);

}  // namespace trammel
