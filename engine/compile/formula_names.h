// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "compile/compiled_model.h"
#include "compile/element_reader.h"
#include "multibody/state_formula.h"

namespace trammel {

/// The formula @p text in property @p key of @p element, with the names of a model:
///
///     t                          time
///     Pin.q, Pin.u, Pin.q2       coordinate and speed of a joint, numbered from 1 if it has several
///     Crank.tip, .com, .origin   points of a body; of Ground the origin. Alone in distance() and angle(); with .x .y .z
///                                .vx .vy .vz their location and velocity in Ground
///     P, P.x                     the point of a trace
///     Work                       the value of a measure
///     Crank.wx                   angular velocity of a body in Ground
///     Crank.axisX.y              component in Ground of an axis of a body
///     Pin.udot, Crank.tip.ax,    accelerations; in constraints only
///     Crank.wdotx
///     Spring.potentialEnergy,    outputs of elements by their keys, and energies of the model; in measures and events only,
///     Cable.tension,             since forces are computed before them
///     kineticEnergy,
///     potentialEnergy
///     L1, Crank.length           numbers of the model
///     joint.q, body1.tip.x       the key of an input of the element: what is connected to it
///     point1, point1.x           the key of a point of the element
///     this.factor                a number of the element itself
///     q1, q2                     in a joint, which has these and numbers only: its own coordinates
std::variant<BoundFormula, FormulaError> bindFormula(const Document& document, const Element& element,
                                                     const std::string& key, const std::string& text,
                                                     const EngineIndices& indices);

/// A formula before it is entered.
struct FormulaPreview {
    /// "Column 3: ..."; empty if the formula is valid.
    std::string error;
    /// The stage from which it has a value: Time, Position, Velocity; of a joint's formula without coordinates, Topology.
    Stage stage = Stage::Empty;
    /// Its value; none for formulas of accelerations, and where it is not finite.
    std::optional<Measured> value;
};
/// @p text as the formula in property @p key of an element, at @p state of @p model's System (requires Model). @p document must
/// be that of @p model, or differ in properties only.
FormulaPreview previewFormula(const CompiledModel& model, const Document& document, ElementId element,
                              const std::string& key, const std::string& text, const State& state);

/// The names that a formula of an element may contain and that begin with @p start, a part of one: "Cr", "Crank.t". Names of
/// elements without a value of their own end with a point: "Crank.". Variables and points come before numbers.
std::vector<std::string> completeName(const CompiledModel& model, const Document& document, ElementId element,
                                      const std::string& start);

/// The error of such a formula; empty if it is valid.
std::string explainFormula(const CompiledModel& model, const Document& document, ElementId element,
                           const std::string& key, const std::string& text);

}  // namespace trammel
