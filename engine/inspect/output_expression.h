// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "inspect/outputs.h"
#include "meta/expression.h"

namespace trammel {

/// A number calculated from outputs at a State: "'Crank pin.torque' * Crank.u".
///
/// An Expression with names of Outputs ("Crank pin.angle", "Crank pin.reaction force"; may be quoted as a whole) and
/// abbreviations: t for time, KE, PE and E for the energies of the model, q and u of a joint or of the body it moves
/// for its coordinate and speed, q1, q2, ... if there are several. A plain number compared with a quantity is in SI
/// units and radians.
class OutputExpression {
public:
    /// The expression, or a sentence that describes the error. @p outputs must outlive it.
    static std::variant<OutputExpression, std::string> parse(const Outputs& outputs, const std::string& text);

    /// The dimension of its values; that of a plain number for a comparison of a quantity with a plain number.
    const Dimension& getDimension() const { return dimension_; }
    /// The quantity of the only output in the expression, if the value has its dimension; distinguishes torque from energy.
    std::optional<Quantity> getQuantity() const;
    /// Realizes @p state as required. The value in SI units, or a sentence that says why there is none, for example
    /// because of a NaN.
    NamedValue calc(const State& state) const;
    /// The outputs read, indices in Outputs::getAll(), each once.
    const std::vector<std::size_t>& getOutputs() const { return wanted_; }
    /// The value where the outputs of getOutputs() have the given values, SI, at @p time.
    NamedValue evaluate(Real time, const std::vector<Real>& values) const;

private:
    OutputExpression(const Outputs& outputs, Expression expression);

    const Outputs* outputs_;
    Expression expression_;
    Dimension dimension_;
    /// By name in the expression: its output, or none for time.
    struct Name {
        ExpressionName name;
        std::size_t output = 0;
        bool isTime = false;
        Dimension dimension = {};
    };
    std::vector<Name> names_;
    std::vector<std::size_t> wanted_;
    mutable std::vector<Real> values_;
};

/// The error in @p text as an expression of outputs of @p model, one sentence; empty if valid.
std::string explainOutputExpression(const std::string& text, const CompiledModelPtr& model);

}  // namespace trammel
