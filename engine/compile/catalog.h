// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "document/element.h"
#include "meta/type_catalog.h"

namespace trammel {

/// All built-in and custom types, gathered from the registries of lower modules. Built by the first call, const and
/// safe to share between threads afterward.
///
/// Families, in the order of the model tree: "body", "joint", "constraint", "force", "motion", "event" with its children
/// "action", "measure" (a quantity by formula), "function" (a curve used by others), "shape" (child of a body, or at the
/// top level on Ground), "trace" (a point whose path is drawn), "group" (of elements of other families), "parameter" (a
/// named number for formulas), "settings" (at most one element), "study" with its children "factor" (what varies) and
/// "response" (what is measured), "integrator" (no elements; choices for the settings).
const TypeCatalog& builtinCatalog();

/// The type of an element; null if unknown.
const TypeDescriptor* findTypeOf(const Element& element);
/// The type of an element whose type is known.
const TypeDescriptor& typeOf(const Element& element);

/// The type of the catalog with a role.
const TypeDescriptor& typeOf(TypeRole role);
/// A new element of the type with a role.
Element draftOf(TypeRole role, std::string name = {});
/// True if the type of an element is known and has that role.
bool hasRole(const Element& element, TypeRole role);

/// All types that can close the same loop as @p type: each joint that is @p type or has it as a counterpart, followed
/// by that joint's counterparts, strongest first. A joint without counterparts yields itself; a constraint that is not
/// a counterpart yields none.
std::vector<const TypeDescriptor*> closureAlternatives(const TypeDescriptor& type);
/// True if an element is the joint with that role, or a constraint that allows the same motion.
bool connectsLike(const Element& element, TypeRole joint);
/// True if a loop of bodies that rotate about one axis has a pivot at the element: a revolute joint, one of its
/// counterparts, or a joint with the same counterpart.
bool isPlanarPivot(const Element& element);

/// Adds a custom type to builtinCatalog(), equivalent to a built-in one. Throws Exception after that was first called:
/// a catalog never changes.
void addCustomType(TypeDescriptor type);

}  // namespace trammel
