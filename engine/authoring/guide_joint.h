// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "compile/place.h"
#include "document/edit.h"

namespace trammel {

/// True for a joint that slides along a guide of its own "length", centered on its frame: a rail or a slot.
bool isGuide(const TypeDescriptor& type);

/// The axis in F about which a sliding joint also turns, at zero coordinates; empty if it only slides or is no such
/// joint.
std::optional<Vec3> turningAxisOf(const TypeDescriptor& type);

/// @p R_GF turned about @p axis_G so that z lies, as near as can be, normal to the plane of the mechanism, otherwise along
/// z of the first of @p bodies to which the axis is normal.
Rotation withGuideInPlane(const CompiledModel& model, const std::vector<ElementId>& bodies, const Vec3& axis_G,
                          const Rotation& R_GF);

/// Gives the draft of a guide a length and width that suit a link, either @p body or the sliding body @p runner;
/// otherwise ones that suit the size of @p runner: round multiples of @p sizeUnit, m. Unchanged if neither body has a
/// size.
void fitGuide(Element& draft, const Document& document, ElementId body, ElementId runner, Real sizeUnit = 1);

/// Adds joint stops at the ends of the guide `edit.element`, with formulas of its length. `edit.element` is unchanged.
Result<Edit> withStopsOfGuide(Result<Edit> edit);

}  // namespace trammel
