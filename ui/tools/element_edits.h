// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>

#include "compile/compiled_model.h"
#include "document/edit.h"
#include "ui/properties/units.h"

namespace trammel::ui {

class ToolHost;

// Element commands of the model tree and menus; each is one undo step made of edit verbs.

/// Adds an element of @p type with default values.
///
/// Its sockets connect to the selection; with fewer elements than sockets the last sockets are filled, so that the
/// first stay on Ground where allowed. A required socket that is still empty connects to an element not yet used there
/// by this family. A type that belongs below others becomes a child of the selected one.
/// @param current the compiled document: a joint is placed, and a motor set, so that no body moves; null: defaults
/// @param sizeUnit sizes that suit a body are round multiples of it, m
Result<Edit> addNewElement(const Document& document, const TypeCatalog& catalog, const TypeDescriptor& type,
                           const std::set<ElementId>& selection, const CompiledModelPtr& current = nullptr,
                           Real sizeUnit = 1);

/// Gives a draft lengths that are round in display units where its defaults are not.
void roundDefaults(Element& draft, const TypeDescriptor& type, const DisplayUnits& units);
/// Gives the new element of @p edit values that are round in display units where its defaults are not.
void roundDefaults(Result<Edit>& edit, const TypeCatalog& catalog, const DisplayUnits& units);

/// The body to grab where @p element is drawn: itself, its parent body, or the child of a joint; invalid for Ground or
/// nothing.
ElementId bodyOf(const Document& document, const TypeCatalog& catalog, ElementId element);

/// Why no element of the family can be added, one sentence; empty if one can. Elements that occur only below others
/// need one of these in the selection.
std::string addBlocker(const Document& document, const TypeCatalog& catalog, const FamilyDescriptor& family,
                       const std::set<ElementId>& selection);

/// Offset of copies in the work plane, right and down, so that they are visible.
Vec3 stepOfCopies(const ToolHost& host);

}  // namespace trammel::ui
