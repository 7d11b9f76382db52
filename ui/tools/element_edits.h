// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>

#include "document/edit.h"

namespace trammel::ui {

// What tree and menus do with elements, each one undo step made of the edit verbs.

/// Adds an element of @p type with its defaults.
///
/// Its sockets take what is selected: with fewer elements than sockets the last sockets, so that the first stay on
/// Ground where that is allowed. What must be plugged in otherwise takes an element that nothing of this family has in
/// that socket yet. A type that belongs below others goes below the one selected.
Result<Edit> addNewElement(const Document& document, const TypeCatalog& catalog, const TypeDescriptor& type,
                           const std::set<ElementId>& selection);

/// Removes the elements with all that cannot be without them.
Result<Edit> removeElements(const Document& document, const TypeCatalog& catalog, const std::set<ElementId>& elements);

/// The body that is taken hold of where @p element is drawn: itself, the one it hangs on, or the one that a joint moves;
/// none: Ground, or nothing.
ElementId bodyOf(const Document& document, const TypeCatalog& catalog, ElementId element);

/// Why no further element of the family can be added, one sentence; empty when it can.
std::string whyNotAddable(const Document& document, const FamilyDescriptor& family);

}  // namespace trammel::ui
