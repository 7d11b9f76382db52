// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "document/document.h"
#include "meta/expression.h"

namespace trammel {

/// Result of an edit.
struct Edit {
    Document document;
    /// The element added, changed or moved.
    ElementId element;
    /// All removed elements: the given one, its descendants, and `dependents`.
    std::vector<ElementId> removed;
    /// Elements removed because a required input referred to a removed element, with their descendants.
    std::vector<ElementId> dependents;
    /// Elements that stay, with an optional input cleared.
    std::vector<ElementId> disconnected;
};

/// Edits: pure functions from a document to a changed one.
///
/// Each edit reevaluates all formulas, and fails if one has no valid result. A Result without a value means failure, with
/// the reason in model terms. An edit without effect returns the same document (Document::sharesContentWith). All are
/// O(log n) in the number of elements, plus the number of siblings if the tree changes; removing is O(n). Safe to call
/// concurrently.

/// Adds @p draft below @p parent (invalid: top level) before the sibling at @p index (negative or beyond: last).
///
/// A draft without id gets a new one; a given id is kept, and must never have been used. An empty or used name is replaced
/// by an unused one ("Body 2"). The draft's own parent and children are ignored. Fails for unknown types, invalid properties
/// and references, and an unsuitable parent.
Result<Edit> addElement(const Document& document, const TypeCatalog& catalog, Element draft, ElementId parent = {},
                        int index = -1);

/// Removes an element, its descendants, and every element that depends on one of these, with its descendants. A Note
/// reports dependents: "3 dependent elements were removed too".
Result<Edit> removeElement(const Document& document, const TypeCatalog& catalog, ElementId id);

/// Moves an element with its descendants to @p newParent (invalid: top level), at @p index among its new siblings (negative or
/// beyond: last).
Result<Edit> moveElement(const Document& document, const TypeCatalog& catalog, ElementId id, ElementId newParent,
                         int index = -1);

/// Sets the property @p key of an element; no value resets it to its default.
///
/// The key "name" sets the name: trimmed, not empty, unique. With an invalid @p id the properties are the document's texts
/// "name" and "notes". An integer is accepted for a real.
Result<Edit> setProperty(const Document& document, const TypeCatalog& catalog, ElementId id, const std::string& key,
                         const std::optional<PropertyValue>& value);

/// Makes an element of type @p type of its family. It keeps its id, name and place in the tree, and the properties, inputs and
/// formulas that the new type has too, by key, kind and quantity; the others are dropped. Fails for an unknown type, and if a
/// formula uses a number that the new type does not have.
Result<Edit> setType(const Document& document, const TypeCatalog& catalog, ElementId id, const std::string& type);

/// Sets the formula of a number: a real property by its key, or a vector component as "point.x". In the formula
/// "this.length" is a number of the element itself. No formula: removes it and keeps the number. Fails for text that is not
/// an Expression, unknown names, wrong dimensions, and circular dependencies.
Result<Edit> setFormula(const Document& document, const TypeCatalog& catalog, ElementId id, const std::string& key,
                        const std::optional<std::string>& formula);

/// The value of the formula @p text in this document, or a sentence that says why there is none.
NamedValue evaluateFormula(const Document& document, const TypeCatalog& catalog, const std::string& text);

/// Connects @p target to the input @p socketKey of an element; an invalid target disconnects it. Fails for a target of an
/// unsuitable family, and for the element itself.
Result<Edit> setReference(const Document& document, const TypeCatalog& catalog, ElementId id,
                          const std::string& socketKey, ElementId target);

}  // namespace trammel
