// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "document/element.h"
#include "meta/type_catalog.h"

namespace trammel {

/// Every type the program knows, gathered from the registries of the rooms below. Built at the first call, const and
/// safe to share between threads afterward.
///
/// Families, in the order of the model tree: "body", "joint", "constraint", "force", "motion",
/// "function" (a curve that others use), "shape" (child of a
/// body or of the root: drawn on that body or on Ground), "trace" (a point of a body whose path is drawn),
/// "parameter" (a named number that formulas speak of),
/// "integrator" (no elements; choices for the settings), "settings" (at most one element).
const TypeCatalog& builtinCatalog();

/// The type of an element; null if this version does not know it.
const TypeDescriptor* findTypeOf(const Element& element);
/// The same for an element whose type is known.
const TypeDescriptor& typeOf(const Element& element);

/// Give builtinCatalog() a type of one's own, which enters by the same door as the built-in ones. Throws Exception once
/// that has been called: a catalog never changes.
void addCustomType(TypeDescriptor type);

}  // namespace trammel
