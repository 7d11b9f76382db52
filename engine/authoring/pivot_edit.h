// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "authoring/wanted_numbers.h"
#include "compile/place.h"

namespace trammel {

/// Result of moving a pivot.
struct PivotEdit {
    Edit edit;
    /// The edited document, compiled.
    CompiledModelPtr model;
    /// Lengths and parameters that changed.
    std::vector<WantedNumbers::Change> changes;
};

/// Normal of the plane in which the pivot at @p pivot can be moved: of a planar mechanism, or across the axis of a pin
/// there; empty if it can be moved anywhere.
std::optional<Vec3> findPivotNormal(const CompiledModel& model, const State& state, const Place& pivot);

/// Moves a pivot of the initial pose to @p target_G; the links that meet there stretch and shrink.
///
/// Everything joined at @p pivot moves with it. A link that ends there keeps its other end in place and gets a new
/// length; a plate keeps its other corners and holes; Ground and other bodies stay, with the pivot elsewhere on them; a
/// sliding body moves along, and its rail is shifted sideways if needed. All other pivots stay, except those placed by
/// formulas. Coordinates follow, and loops stay closed. A length given by a formula is changed through its parameter,
/// see WantedNumbers. Fails if a link would vanish, a formula forbids it, or a loop cannot close.
Result<PivotEdit> movePivot(const Document& document, const CompiledModelPtr& current, const Place& pivot,
                            const Vec3& target_G);

}  // namespace trammel
