// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "compile/compiled_model.h"
#include "document/edit.h"
#include "document/read_error.h"

namespace trammel {

/// Lets two bodies or shapes touch: sets Touches where it is cleared, enables a contact between them that is disabled, and
/// otherwise adds a contact between their bodies unless everything touches. An invalid id is Ground.
Result<Edit> letTouch(const Document& document, ElementId first, ElementId second);
/// Adds contact among all bodies, or enables the existing one.
Result<Edit> letEverythingTouch(const Document& document);
/// Adds disabled contacts between the bodies that overlap deeply at the start under a contact among all, so that they do
/// not touch each other. Unchanged for other elements and without such bodies.
Result<Edit> keepOverlapsApart(const CompiledModel& model, ElementId contactAmongAll);
/// Both as fixes, for two bodies that pass through each other; without those that change nothing.
std::vector<Fix> findTouchFixes(const Document& document, ElementId first, ElementId second);

/// Sets the property @p key of any element, as setProperty(). A friction or restitution that a contact would take from the
/// materials of its bodies becomes a given number with it, so that the value acts.
Result<Edit> setGivenNumber(const Document& document, const TypeCatalog& catalog, ElementId id, const std::string& key,
                            const std::optional<PropertyValue>& value);

/// Puts bodies into a new contact group. Fails if @p bodies holds no body.
Result<Edit> groupForContact(const Document& document, const std::set<ElementId>& bodies);

}  // namespace trammel
