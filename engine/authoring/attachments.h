// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "authoring/wanted_numbers.h"
#include "compile/place.h"

namespace trammel {

/// Distance of points that are the same pivot, m.
constexpr Real samePivot = 1e-6;

/// A point of an element on a body.
struct Attachment {
    ElementId element;
    /// Its property: "parentPoint".
    std::string point;
    Place place;
    Vec3 p_G;
    /// True for joints that only slide: their points are on a line, not at a pivot.
    bool slides = false;
};

/// All points of elements on bodies and Ground, in document order, at @p state (requires Position).
std::vector<Attachment> findAttachments(const CompiledModel& model, const State& state);

/// True for joints and constraints.
bool joinsBodies(const Element& element);

/// Moves the corners and holes of a plate @p body at @p from_B by @p way_B; both in its frame, ignoring z. Nothing for
/// other bodies.
void movePlatePoints(WantedNumbers& numbers, ElementId body, const Vec3& from_B, const Vec3& way_B);

}  // namespace trammel
