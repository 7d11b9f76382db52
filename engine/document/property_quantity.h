// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "document/document.h"

namespace trammel {

/// The quantity of a number of @p element: from its property, or, for a number of a joint's coordinate, from the
/// connected joint; for a number of any unit that is a value of another, named by the element, from that one. Empty if nothing
/// determines it: any unit is accepted then.
std::optional<Quantity> quantityOf(const Document& document, const TypeCatalog& catalog, const Element& element,
                                   const PropertyDescriptor& property);

/// The property of @p element with its actual quantity; None if undetermined.
PropertyDescriptor propertyOf(const Document& document, const TypeCatalog& catalog, const Element& element,
                              const PropertyDescriptor& property);

/// Unit for a table of types: "m", "rad or m", "any"; empty for a dimensionless number.
std::string unitText(const PropertyDescriptor& property);

}  // namespace trammel
