// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "meta/type_catalog.h"

namespace trammel {

/// The types of family "parameter", one a quantity: named numbers that formulas speak of. A change invalidates nothing
/// but what the formulas give.
std::vector<TypeDescriptor> parameterTypes();

/// The type of parameter for numbers of @p quantity; null if @p catalog has none.
const TypeDescriptor* findParameterType(const TypeCatalog& catalog, Quantity quantity);

}  // namespace trammel
