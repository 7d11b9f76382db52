// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "meta/type_catalog.h"

namespace trammel {

/// The reference of all types in Markdown: a chapter per family; per type what it is, its properties with unit,
/// range, default and the stage they invalidate, its sockets, its outputs, and its own reference text.
std::string makeTypeReference(const TypeCatalog& catalog);

/// The section of one type.
std::string makeTypeReference(const TypeCatalog& catalog, const TypeDescriptor& type);

}  // namespace trammel
