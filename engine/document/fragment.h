// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "document/edit.h"

namespace trammel {

/// A selection of elements, for pasting into the same or another document.
struct Fragment {
    /// The elements, and the elements they refer to, so that references can be resolved by name.
    Document document;
    /// The copied elements.
    std::set<ElementId> elements;
};

/// @p elements with their descendants.
Fragment copyElements(const Document& document, const std::set<ElementId>& elements);

/// Text for the clipboard, input of readFragment().
std::string writeFragment(const Fragment& fragment);
/// No value if @p text was not written by writeFragment().
Result<Fragment> readFragment(std::string_view text, const TypeCatalog& catalog);

/// Adds the elements of @p fragment with new ids, and with new names where theirs are used.
///
/// References and formulas among them refer to the copies. Others are connected to the element of the same name and
/// family in @p document; if none exists, the input stays empty or the number is kept without formula, and a note
/// says so. Roots of the fragment keep their parent if @p document has it; otherwise they move to the top level.
/// @param added receives the ids of the copies, in tree order
Result<Edit> pasteElements(const Document& document, const TypeCatalog& catalog, const Fragment& fragment,
                           std::set<ElementId>& added);

}  // namespace trammel
