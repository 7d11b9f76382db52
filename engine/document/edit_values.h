// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/diagnostics.h"
#include "document/document.h"

namespace trammel {

/// Converts a property of @p element to the kind in its descriptor where that is lossless (2 to 2.0, bytes to valid
/// UTF-8), and reports an invalid value. Returns true if valid.
bool checkProperty(const TypeCatalog& catalog, const Element& element, const TypeDescriptor& type,
                   Element::Property& property, Diagnostics& diagnostics);

/// Reports an invalid reference of @p element. Returns true if valid.
bool checkReference(const Document& document, const TypeCatalog& catalog, const Element& element,
                    const TypeDescriptor& type, const Element::Reference& reference, Diagnostics& diagnostics);

/// Reports that the element to edit does not exist.
void reportMissing(Diagnostics& diagnostics);

}  // namespace trammel
