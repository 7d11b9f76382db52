// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "document/edit.h"

namespace trammel {

/// Some elements of a document, to be put into the same one again or into another.
struct Fragment {
    /// The elements, and, so that their references can be found again by name, what they refer to.
    Document document;
    /// Those that are meant.
    std::set<ElementId> elements;
};

/// @p elements with all below them.
Fragment copyElements(const Document& document, const std::set<ElementId>& elements);

/// A text that readFragment() understands, for a clipboard.
std::string writeFragment(const Fragment& fragment);
/// Nothing if @p text is none that writeFragment() made.
Result<Fragment> readFragment(std::string_view text, const TypeCatalog& catalog);

/// Adds the elements of @p fragment with new ids, and new names where theirs are taken.
///
/// References and formulas among them point to the copies. Others are plugged into the element of the same name and
/// family in @p document; where there is none the socket stays empty or the number stays alone, and a note says so.
/// Roots of the fragment go below what they were below of if @p document has it, else to the root.
/// @param added takes the ids of the copies of the elements meant, in tree order
Result<Edit> pasteElements(const Document& document, const TypeCatalog& catalog, const Fragment& fragment,
                           std::set<ElementId>& added);

}  // namespace trammel
