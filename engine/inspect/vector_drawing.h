// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "compile/compiled_model.h"

namespace trammel {

/// What can be drawn of every body or joint of a State beyond the model itself.
struct Drawing {
    /// "velocity"; permanent, as settings may refer to it.
    std::string key;
    /// "Velocities", and one sentence.
    std::string label, doc;
    /// Of what the arrows' lengths stand for; None for what has its true size.
    Quantity quantity = Quantity::None;
    /// Stage that must have been realized.
    Stage stage = Stage::Position;
    Color color;
};
/// All of them, in the order of a menu: arrows first.
const std::vector<Drawing>& getDrawings();

/// Draws @p drawing of @p state into Ground and on bodies, with the elements it is of.
/// @param metersPerUnit length of an arrow of one SI unit; no matter for what has its true size
/// @return the largest of the vectors, SI, drawn or too short for that; 0 for what has its true size
Real appendDrawing(const CompiledModel& model, const Drawing& drawing, const State& state, Real metersPerUnit,
                   std::vector<DecorativeGeometry>& out);

}  // namespace trammel
