// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>

#include "inspect/output_expression.h"

namespace trammel {

/// A predicate of a State: an OutputExpression that is not 0 where it holds, "Crank.q > 90 deg && KE < 2".
class Condition {
public:
    /// The condition, or a sentence that describes the error. @p outputs must outlive the condition.
    static std::variant<Condition, std::string> parse(const Outputs& outputs, const std::string& text);

    const std::string& getText() const { return text_; }
    /// Realizes @p state as required. False if the expression has no value, for example because of a NaN.
    bool holds(const State& state) const;

private:
    Condition(std::string text, OutputExpression expression);

    std::string text_;
    OutputExpression expression_;
};

/// The error in @p text as a condition for @p model, one sentence; empty if valid.
std::string explainCondition(const std::string& text, const CompiledModelPtr& model);

}  // namespace trammel
