// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>

#include "document/edit.h"

namespace trammel {

/// Removes those of several elements that exist, each as removeElement() does, in O(n) for all of them. Given elements do
/// not count as dependents; the element of the Edit is the last given one that is not below another.
Result<Edit> removeElements(const Document& document, const TypeCatalog& catalog, const std::set<ElementId>& elements);

}  // namespace trammel
