// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "meta/type_catalog.h"

namespace trammel {

/// The JSON Schema (draft 2020-12) of `.trammel` files with the types of @p catalog, for editors and other programs.
///
/// Strict about what the catalog knows (kinds, ranges, choices), open to what it does not: unknown keys and types are
/// allowed, as the reader keeps them. Units and stages stand in the annotations "x-unit" and "x-invalidates".
std::string makeJsonSchema(const TypeCatalog& catalog);

}  // namespace trammel
