// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "decoration/profile.h"

namespace trammel {

/// The parameters of a plate.
struct PlateShape {
    /// Corners "x y [radius [rise]]": radius of the rounded corner, 0: cornerRadius; and height of the arc to the next
    /// corner above the straight line, positive to the right of that line.
    std::vector<std::vector<Real>> corners;
    /// "x y diameter" for a round hole, "x y diameter x2 y2" for a slot.
    std::vector<std::vector<Real>> holes;
    /// Radius of corners between straight lines without a radius of their own.
    Real cornerRadius = 0;
    /// Distance from the corners' outline to that of the plate, with round ends about its corners.
    Real border = 0;
    friend bool operator==(const PlateShape&, const PlateShape&) = default;
};

/// A plate's profile and its measures.
struct MeasuredPlate {
    /// With a fault, a rectangle about the corners.
    std::shared_ptr<const Profile> profile;
    ProfileMeasure measure;
    /// Empty if none.
    std::string fault;
};

/// Limit on the straight pieces of a profile, with arcs divided into 32 per turn: larger outlines belong in a mesh.
constexpr std::size_t mostPlatePieces = 5000;

/// The profile of a plate. Faults: an outline that crosses itself, a hole that reaches out of it or meets another one,
/// radii and borders that do not fit, and more than mostPlatePieces. One corner with a border is a disk, two are a bar with round ends. Recent plates are cached.
MeasuredPlate measurePlate(const PlateShape& shape);

}  // namespace trammel
