// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <vector>

#include "inspect/vector_drawing.h"

namespace trammel {

/// A drawing of where and how bodies touch. Drawn in front of the bodies, since patches lie inside them.
struct ContactDrawing {
    Drawing what;
    /// Like appendDrawing().
    Real (*append)(const Drawing& what, const CompiledModel& model, const State& state, Real metersPerUnit,
                   const std::set<ElementId>& selection, std::vector<DecorativeGeometry>& out);
};
/// In menu order, arrows first.
const std::vector<ContactDrawing>& contactDrawings();

}  // namespace trammel
