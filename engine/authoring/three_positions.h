// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "authoring/placed_element.h"

namespace trammel {

/// Three positions of a coupler in a plane, given by its two pivots A and B.
struct CouplerPositions {
    std::array<Vec3, 3> a_G{Vec3(0.), Vec3(0.), Vec3(0.)}, b_G{Vec3(0.), Vec3(0.), Vec3(0.)};
    /// Unit normal of the plane, the axis of the pivots.
    Vec3 normal_G = Vec3(0, 0, 1);
};

/// A four-bar whose coupler passes through three positions.
struct FourBarSynthesis {
    /// Pivots of Ground: the centers of the circles through the places of A and of B.
    Vec3 groundA_G = Vec3(0.), groundB_G = Vec3(0.);
    /// Distances between pivots, m.
    Real input = 0, coupler = 0, output = 0, frame = 0;
    /// True if one assembly branch holds all three positions, so that the linkage can move through them.
    bool isOneBranch = false;
};

/// The four-bar that carries the coupler through @p positions: two perpendicular bisectors for each pivot. Fails if the three
/// places of a pivot coincide or are in one line, if pivots of Ground coincide, and if the distance of A and B differs.
/// Source: McCarthy & Soh, Geometric Design of Linkages, three-position synthesis with given moving pivots.
Result<FourBarSynthesis> synthesizeFourBar(const CouplerPositions& positions);

/// Adds it with three links and their pins, in the first position. `edit.element` is the coupler.
Result<PlacedElement> addFourBar(const Document& document, const CompiledModelPtr& current,
                                 const CouplerPositions& positions);

}  // namespace trammel
