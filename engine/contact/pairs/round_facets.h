// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/shapes/cone.h"
#include "contact/shapes/cylinder.h"
#include "contact/shapes/facets.h"

namespace trammel {

/// A prism or pyramid for a cylinder or cone that reaches by @p depth into something in the direction @p toward_S.
///
/// The generators are placed symmetrically about the direction, and lie closer together where the contact is, so that the
/// facets roll along with it: the deepest line and points are exact, areas are right to about 1 % and caps to 0.1 %. Reuses
/// the memory of @p out, whose edges stay empty.
void makeFacets(const CylinderContactShape& cylinder, const Vec3& toward_S, Real depth, Facets& out);
void makeFacets(const ConeContactShape& cone, const Vec3& toward_S, Real depth, Facets& out);

}  // namespace trammel
