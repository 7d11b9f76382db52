// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "contact/shapes/cone.h"
#include "contact/shapes/cylinder.h"
#include "contact/shapes/facets.h"

namespace trammel {

/// Where a cylinder or cone reaches by about @p depth, m, into something in the direction @p toward, in its frame.
struct RoundPlace {
    Vec3 toward{0.};
    Real depth = 0;
};
inline constexpr std::size_t mostRoundPlaces = 3;

/// Where the corners beside the places are: up to 0.8 % of the radius outside the circle, so that areas are right, or all on it.
enum class FacetCorners { OfTheSameArea, Inside };

/// A prism or pyramid for a cylinder or cone that touches at the given places, one to `mostRoundPlaces`.
///
/// The generators are placed symmetrically about the first, and lie closer together where a contact is, so that the facets
/// roll along with it: the deepest lines and points are exact, areas are right to about 1 % and caps to 0.1 %. Reuses the
/// memory of @p out, whose edges stay empty.
void makeFacets(const CylinderContactShape& cylinder, std::span<const RoundPlace> places, Facets& out,
                FacetCorners corners = FacetCorners::OfTheSameArea);
void makeFacets(const ConeContactShape& cone, std::span<const RoundPlace> places, Facets& out,
                FacetCorners corners = FacetCorners::OfTheSameArea);

}  // namespace trammel
