// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "document/document.h"

namespace trammel {

/// The number of coordinates of a joint whose properties describe them: "coordinates" counts them, "kind1", ... say
/// whether each is an angle, a length or a number, and "q1", ... and "u1", ... are initial values. Empty for other
/// elements.
std::optional<int> countOwnCoordinates(const Element& element, const TypeDescriptor& type);

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
