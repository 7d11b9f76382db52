// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "meta/property.h"

namespace trammel {

class CompiledModel;
class Document;
class MatterSubsystem;
class State;

/// Quantities of an equation of a constraint: the product of error and multiplier is an energy.
struct EquationQuantity {
    /// Quantity of the position error, or of the time integral of an error of speeds or accelerations.
    Quantity error = Quantity::None;
    Quantity multiplier = Quantity::None;
};

/// The quantities of the equations of all constraints at @p state (requires Position): in the order of each constraint's own
/// equations, holonomic ones first. None where they cannot be known: of formulas, of disabled constraints and of those
/// whose forces depend on speeds.
///
/// A multiplier that pushes a body is a force, one that only turns bodies a torque; of a constraint of a plugin neither is
/// known. One that acts on coordinates is of the kind of the coordinate that enters the equation with factor 1.
std::vector<std::vector<EquationQuantity>> findEquationQuantities(const Document& document,
                                                                  const MatterSubsystem& matter, const State& state);

/// Quantities by row of the multipliers of @p state, a State of @p model (requires Position).
std::vector<EquationQuantity> findQuantitiesByRow(const CompiledModel& model, const State& state);

}  // namespace trammel
