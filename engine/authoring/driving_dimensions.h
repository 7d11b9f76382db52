// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include "authoring/placed_element.h"

namespace trammel {

/// A length, distance or angle of the initial pose that can be set: a driving dimension.
struct DrivingDimension {
    enum class Kind {
        /// A number "length" of a link or rod.
        Length,
        /// Between two pivots of one body or of Ground.
        Distance,
        /// The coordinate of a joint that slides.
        Travel,
        /// The coordinate of a joint that rotates.
        Angle
    };
    Kind kind = Kind::Length;
    /// "Length of Crank", "Ground from Crank pin to Rocker pin".
    std::string label;
    /// The body, rod or joint it belongs to; for a distance the body, invalid for Ground.
    ElementId element;
    /// The number it sets; empty for a distance.
    std::string key;
    /// m or rad.
    Real value = 0;
    /// The formula that gives the number; empty if none.
    std::string formula = {};
    /// Ends of a length. For an angle: its vertex, and a point in the direction of zero.
    Vec3 from_G = Vec3(0.), to_G = Vec3(0.);
    /// Axis of an angle, a unit vector; zero otherwise.
    Vec3 axis_G = Vec3(0.);

    Quantity quantity() const { return kind == Kind::Angle ? Quantity::Angle : Quantity::Length; }
};

/// The dimensions of @p about, and of the joints and rods at these elements; of the whole model if empty. In document order,
/// at most @p most.
///
/// Lengths of links and rods; angles and travels of joints with one coordinate; distances between neighboring pivots of Ground, of
/// plates and of other bodies. In a planar linkage distances are those in the plane.
std::vector<DrivingDimension> findDimensions(const CompiledModel& model, const std::set<ElementId>& about = {},
                                             std::size_t most = 200);

/// The distance between two places of one body, or of pivots that one body has in common, as a dimension whose second place
/// moves. Empty for places on different bodies or at the same point.
std::optional<DrivingDimension> makeDistance(const CompiledModel& model, const Place& fixed, const Place& moving);

/// Sets a dimension of the initial pose of @p current. Links keep their lengths, loops are closed again, and all
/// changed coordinates are stored.
///
/// A number given by a formula is set through its parameter, see WantedNumbers. A distance moves everything joined to
/// the body at its second pivot. Fails for a length that is not positive, where a formula or a motor forbids it, or if
/// a loop cannot close.
/// @param formula replaces the formula of the number: "2*L1"; empty: @p value. Not for distances.
Result<PlacedElement> setDimension(const Document& document, const CompiledModelPtr& current,
                                   const DrivingDimension& dimension, Real value, const std::string& formula = {});

}  // namespace trammel
