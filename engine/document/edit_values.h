// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/diagnostics.h"
#include "document/document.h"

namespace trammel {

/// Brings a property of @p element to the kind its descriptor asks for where nothing is lost (2 to 2.0, bytes to
/// valid UTF-8), and reports what is wrong with it. True if nothing.
bool checkProperty(const TypeCatalog& catalog, const Element& element, const TypeDescriptor& type,
                   Element::Property& property, Diagnostics& diagnostics);

/// Reports what is wrong with a reference of @p element. True if nothing.
bool checkReference(const Document& document, const TypeCatalog& catalog, const Element& element,
                    const TypeDescriptor& type, const Element::Reference& reference, Diagnostics& diagnostics);

/// Reports that the element to edit is not there.
void reportMissing(Diagnostics& diagnostics);

}  // namespace trammel
