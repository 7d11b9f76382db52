// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "document/document.h"
#include "meta/expression.h"

namespace trammel {

/// What an edit made of a document.
struct Edit {
    Document document;
    /// The element added, changed or moved.
    ElementId element;
    /// All elements that are gone: the one removed, all below it, and `dependants`.
    std::vector<ElementId> removed;
    /// Those gone because a socket that must be plugged in held a removed element, with all below them.
    std::vector<ElementId> dependants;
    /// Those that stay, with an optional socket emptied.
    std::vector<ElementId> unplugged;
};

/// The edit verbs: pure functions from a document to a changed one.
///
/// Where numbers come from formulas, each verb brings all of them up to date; an edit that would leave one without a
/// permitted value is refused.
/// A Result without a value means that the edit was refused and why, in model terms; nothing changed. An edit that
/// changes nothing returns the very same document (Document::sharesContentWith). All are O(log n) in the number of
/// elements, plus the number of siblings where the tree changes; removing is O(n). Safe to call concurrently.

/// Adds @p draft below @p parent (invalid: at the root) before the sibling at @p index (negative or beyond: last).
///
/// A draft without id gets a fresh one; one with an id keeps it unless it was ever used (refused). An empty or
/// taken name becomes a free one ("Body 2"). The draft's own parent and children are ignored. Refuses unknown types,
/// invalid properties and references, and a parent of a family that this one's elements cannot be placed below.
Result<Edit> addElement(const Document& document, const TypeCatalog& catalog, Element draft, ElementId parent = {},
                        int index = -1);

/// Removes an element, all below it, and every element that cannot be without one of these, again with all below.
/// When there are such dependants a Note says so: "3 dependants of 'Crank' were removed".
Result<Edit> removeElement(const Document& document, const TypeCatalog& catalog, ElementId id);

/// Moves an element with all below it under @p newParent (invalid: the root), to @p index among the siblings it will
/// have (negative or beyond: last).
Result<Edit> moveElement(const Document& document, const TypeCatalog& catalog, ElementId id, ElementId newParent,
                         int index = -1);

/// Sets the property @p key of an element; no value returns it to its default.
///
/// The key "name" names the element: trimmed, not empty, unique. With an invalid @p id the properties are the
/// document's own texts "name" and "notes". A whole number is accepted where a real one is asked for.
Result<Edit> setProperty(const Document& document, const TypeCatalog& catalog, ElementId id, const std::string& key,
                         const std::optional<PropertyValue>& value);

/// Gives a number of an element a formula: a real property by its key, part of a vector as "point.x". In it "this.length"
/// is a number of the element itself. No formula: the number it gave stays. Refuses a text that is no Expression, unknown names, dimensions other than the property's,
/// and formulas that depend on themselves.
Result<Edit> setFormula(const Document& document, const TypeCatalog& catalog, ElementId id, const std::string& key,
                        const std::optional<std::string>& formula);

/// What the formula @p text gives in this document, or a sentence that says why it gives nothing.
NamedValue evaluateFormula(const Document& document, const TypeCatalog& catalog, const std::string& text);

/// Plugs @p target into the socket @p socketKey of an element; an invalid target empties the socket. Refuses a target
/// of a family that the socket does not accept, and the element itself.
Result<Edit> setReference(const Document& document, const TypeCatalog& catalog, ElementId id,
                          const std::string& socketKey, ElementId target);

}  // namespace trammel
