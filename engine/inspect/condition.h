// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "inspect/observables.h"
#include "meta/expression.h"

namespace trammel {

/// Something that is true or not of a State: "Crank.q > 90 deg && KE < 2".
///
/// An Expression in which names are those of Observables ("Crank pin.angle"; in quotes as a whole where the part after
/// the point has blanks), and shorter: t the time, KE, PE and E the energies of the whole model, q and u of a joint or of
/// the body that it moves its coordinate and its speed, q1, q2, ... where there are several. A plain number compared
/// with a quantity is in SI units and radians.
class Condition {
public:
    /// The condition, or a sentence that says what is wrong with the text. @p observables must outlive the condition.
    static std::variant<Condition, std::string> parse(const Observables& observables, const std::string& text);

    const std::string& getText() const { return text_; }
    /// Realizes @p state as far as needed. False where the expression has no value, as where a number is none.
    bool holds(const State& state) const;

private:
    Condition(const Observables& observables, std::string text, Expression expression);
    NamedValue evaluate(Real time, const std::vector<Real>& values) const;

    const Observables* observables_;
    std::string text_;
    Expression expression_;
    /// By name in the expression: its observable, or none for the time.
    struct Name {
        ExpressionName name;
        std::size_t observable = 0;
        bool isTime = false;
        Dimension dimension = {};
    };
    std::vector<Name> names_;
    std::vector<std::size_t> wanted_;
    mutable std::vector<Real> values_;
};

/// What is wrong with @p text as a condition about @p model; empty if nothing is.
std::string explainCondition(const std::string& text, const CompiledModelPtr& model);

}  // namespace trammel
