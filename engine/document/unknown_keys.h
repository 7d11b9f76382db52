// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "document/document.h"
#include "document/read_error.h"

namespace trammel {

/// A key in a file that elements do not have, or for which the element's type has no property or input. It is kept
/// (UnknownKeys), and has no effect.
struct UnknownKey {
    enum class Part { Element, Property, Input };
    Part part = Part::Property;
    std::string key;
    /// The similarly spelled key of the element or its type; empty if none.
    std::string likely;
};

/// All of an element of a type known to @p catalog; empty for other types, of which nothing is understood.
std::vector<UnknownKey> findUnknownKeys(const Element& element, const TypeCatalog& catalog);

/// An error for each, since the value that it was meant to set is not used. Of many keys of an element the first are
/// named.
void reportUnknownKeys(const Document& document, const TypeCatalog& catalog, Diagnostics& diagnostics);

/// Uses each property or input as the similarly spelled one, if that has no value of its own and takes it, or removes the
/// key. Of many keys the first.
std::vector<Fix> findKeyFixes(const Document& document, const TypeCatalog& catalog, ElementId element);

/// Elements of the document to which inputs refer that the element's type does not have, in the file's order.
std::vector<ElementId> listUnknownConnections(const Document& document, const Element& element);

}  // namespace trammel
