// SPDX-License-Identifier: Apache-2.0
#include "inspect/condition.h"

#include <utility>

namespace trammel {

Condition::Condition(std::string text, OutputExpression expression)
    : text_(std::move(text)), expression_(std::move(expression)) {}

std::variant<Condition, std::string> Condition::parse(const Outputs& outputs, const std::string& text) {
    auto parsed = OutputExpression::parse(outputs, text);
    if (auto* const wrong = std::get_if<std::string>(&parsed)) return *wrong;
    return Condition(text, std::get<OutputExpression>(std::move(parsed)));
}

bool Condition::holds(const State& state) const {
    const NamedValue value = expression_.calc(state);
    const auto* const number = std::get_if<Measured>(&value);
    return number && number->value != 0;
}

std::string explainCondition(const std::string& text, const CompiledModelPtr& model) {
    return explainOutputExpression(text, model);
}

}  // namespace trammel
