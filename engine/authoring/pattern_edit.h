// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>

#include "compile/compiled_model.h"
#include "document/edit.h"

namespace trammel {

// A pattern is an element for which isPattern(): it holds a group for each of its linked copies, and says where they lie.

/// Adds the pattern @p draft with linked copies of @p elements, made as by addPattern() or addMirrored(). A pattern among the
/// elements is copied as a group. In a pattern that isConnected(), each copy is connected to the one before, see PatternChain;
/// slots by which it would stand there become pivots, with a note.
/// `Edit::element` is the pattern, which stands beside the elements.
Result<Edit> addLinkedPattern(const Document& document, const CompiledModelPtr& current,
                              const std::set<ElementId>& elements, Element draft);

/// Adds, removes and moves the copies of every pattern whose places @p edit has changed from those in @p before; @p current
/// is that document, compiled, or an earlier state of it: then it is compiled here. Values and formulas that copies have of
/// their own stay, but for places, which move along. Copies that were deleted stay away, and duplicates of copies where they are.
Result<Edit> followPatterns(const Document& before, Result<Edit> edit, const CompiledModelPtr& current);

/// The innermost pattern that @p element is or is in; invalid if none.
ElementId findPattern(const Document& document, ElementId element);
/// The patterns that copy @p element.
std::set<ElementId> patternsOf(const Document& document, ElementId element);

/// Elements that act on those that a pattern copies, or stand below them, but have no copy in one of its instances; without those
/// that are connected to a copy, and those that act on something of which the instance has no copy.
std::set<ElementId> findUncopied(const Document& document, ElementId pattern);
/// Adds copies of what findUncopied() finds. `Edit::element` is the pattern.
Result<Edit> updatePattern(const Document& document, const CompiledModelPtr& current, ElementId pattern);

}  // namespace trammel
