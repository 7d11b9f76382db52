// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "meta/type_catalog.h"

namespace trammel {

/// The types of family "parameter", one per quantity: named numbers for formulas. A change invalidates only the results
/// of formulas.
std::vector<TypeDescriptor> parameterTypes();

/// The parameter type for numbers of @p quantity; null if @p catalog has none.
const TypeDescriptor* findParameterType(const TypeCatalog& catalog, Quantity quantity);

}  // namespace trammel
