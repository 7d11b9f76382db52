// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "inspect/outputs.h"
#include "meta/expression.h"

namespace trammel {

/// A predicate of a State: "Crank.q > 90 deg && KE < 2".
///
/// An Expression with names of Outputs ("Crank pin.angle"; quoted as a whole if the key has spaces) and
/// abbreviations: t for time, KE, PE and E for the energies of the model, q and u of a joint or of the body it moves
/// for its coordinate and speed, q1, q2, ... if there are several. A plain number compared with a quantity is in SI
/// units and radians.
class Condition {
public:
    /// The condition, or a sentence that describes the error. @p outputs must outlive the condition.
    static std::variant<Condition, std::string> parse(const Outputs& outputs, const std::string& text);

    const std::string& getText() const { return text_; }
    /// Realizes @p state as required. False if the expression has no value, for example because of a NaN.
    bool holds(const State& state) const;

private:
    Condition(const Outputs& outputs, std::string text, Expression expression);
    NamedValue evaluate(Real time, const std::vector<Real>& values) const;

    const Outputs* outputs_;
    std::string text_;
    Expression expression_;
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

/// The error in @p text as a condition for @p model, one sentence; empty if valid.
std::string explainCondition(const std::string& text, const CompiledModelPtr& model);

}  // namespace trammel
