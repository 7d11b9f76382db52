// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/diagnostics.h"
#include "document/document.h"

namespace trammel {

/// A document made of @p drafts at once, in linear time (addElement() for each would be quadratic).
///
/// Each draft has an id of its own, 1 or more, by which others refer to it as their parent or in their sockets.
/// Siblings keep their order. An empty or taken name becomes a free one. What the catalog does not permit is left out
/// with a diagnostic: a draft of an unknown type with all below it, a property value, a reference.
Result<Document> makeDocument(const TypeCatalog& catalog, DocumentTexts texts, std::vector<Element> drafts);

}  // namespace trammel
