// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "meta/type_catalog.h"

namespace trammel {

/// JSON Schema (draft 2020-12) of `.trammel` files with the types of @p catalog, for editors and other programs.
///
/// Strict for known kinds, ranges and choices; unknown keys and types are allowed, since the reader keeps them. Units
/// and stages are in the annotations "x-unit" and "x-invalidates".
std::string makeJsonSchema(const TypeCatalog& catalog);

}  // namespace trammel
