// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "document/document.h"

namespace trammel {

/// What a number of @p element is measured in: what its property says or, for one of a joint's coordinate, what the
/// joint that is plugged in says. Nothing if neither does: then every unit is taken.
std::optional<Quantity> quantityOf(const Document& document, const TypeCatalog& catalog, const Element& element,
                                   const PropertyDescriptor& property);

/// The property as @p element has it: with the quantity found there, None if there is none.
PropertyDescriptor propertyOf(const Document& document, const TypeCatalog& catalog, const Element& element,
                              const PropertyDescriptor& property);

/// The unit for a table of types: "m", "rad or m", "any"; empty for a plain number.
std::string unitText(const PropertyDescriptor& property);

}  // namespace trammel
