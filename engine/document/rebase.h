// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "document/edit.h"

namespace trammel {

/// @p other, a new version of @p base from elsewhere, with the changes from @p base to @p edited applied.
///
/// Elements of the two versions correspond by family and name. Added elements are connected by name, as by
/// pasteElements(). Where both changed the same value, the edited one stays. A warning for each change that cannot be
/// made, such as one of an element that @p other no longer has; a note for each value that @p other changed too.
Result<Edit> rebaseEdits(const TypeCatalog& catalog, const Document& base, const Document& edited,
                         const Document& other);

}  // namespace trammel
