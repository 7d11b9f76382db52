// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "document/element.h"
#include "meta/type_catalog.h"

namespace trammel {

/// All built-in and custom types, gathered from the registries of lower modules. Built by the first call, const and
/// safe to share between threads afterward.
///
/// Families, in the order of the model tree: "body", "joint", "constraint", "force", "motion", "function" (a curve used
/// by others), "shape" (child of a body, or at the top level on Ground), "trace" (a point whose path is drawn),
/// "parameter" (a named number for formulas), "integrator" (no elements; choices for the settings), "settings" (at most
/// one element).
const TypeCatalog& builtinCatalog();

/// The type of an element; null if unknown.
const TypeDescriptor* findTypeOf(const Element& element);
/// The type of an element whose type is known.
const TypeDescriptor& typeOf(const Element& element);

/// Adds a custom type to builtinCatalog(), equivalent to a built-in one. Throws Exception after that was first called:
/// a catalog never changes.
void addCustomType(TypeDescriptor type);

}  // namespace trammel
