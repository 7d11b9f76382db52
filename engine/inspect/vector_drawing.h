// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include "compile/compiled_model.h"

namespace trammel {

/// An optional drawing of bodies or joints of a State.
struct Drawing {
    /// "velocity"; permanent, since settings may refer to it.
    std::string key;
    /// "Velocities", and one sentence.
    std::string label, doc;
    /// Quantity of the arrows; None for drawings in true size.
    Quantity quantity = Quantity::None;
    /// Required stage.
    Stage stage = Stage::Position;
    Color color;
    /// Only what belongs to selected bodies, if any are selected.
    bool isOfSelection = false;
    /// Quantity that colors show, from blue at zero to red at the largest value; None without one.
    Quantity colorQuantity = Quantity::None;
};
/// All drawings in menu order: arrows first.
const std::vector<Drawing>& getDrawings();

/// Appends @p drawing of @p state in Ground and on bodies, with their elements.
/// @param metersPerUnit length of an arrow of one SI unit; ignored for drawings in true size
/// @param selection bodies and shapes, for a drawing of the selection
/// @return magnitude of the largest vector, SI, drawn or not; largest value of the quantity that colors show; 0 for others
Real appendDrawing(const CompiledModel& model, const Drawing& drawing, const State& state, Real metersPerUnit,
                   std::vector<DecorativeGeometry>& out, const std::set<ElementId>& selection = {});

}  // namespace trammel
