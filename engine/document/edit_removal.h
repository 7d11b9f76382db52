// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>

#include "document/edit.h"

namespace trammel {

/// Removes those of several elements that exist, each as removeElement() does, in O(n) for all of them. The element of the Edit
/// is the last one that was removed for itself.
Result<Edit> removeElements(const Document& document, const TypeCatalog& catalog, const std::set<ElementId>& elements);

}  // namespace trammel
