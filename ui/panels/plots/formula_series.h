// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "inspect/output_expression.h"
#include "ui/plots/series.h"

namespace trammel::ui {

/// Values of a formula over a run, from series of its outputs; NaN where undefined.
class FormulaSeries {
public:
    /// @param times, inputs grow with the run; one input per OutputExpression::getOutputs()
    FormulaSeries(OutputExpression expression, std::shared_ptr<const Series> times,
                  std::vector<std::shared_ptr<const Series>> inputs);

    /// @param formula "=" and an expression of outputs; the result refers to @p outputs
    static std::variant<OutputExpression, std::string> parse(const Outputs& outputs, const std::string& formula);
    /// Name, quantity and unit of the curve.
    static Output describe(const std::string& formula, const OutputExpression& expression);

    const OutputExpression& expression() const { return expression_; }
    const std::shared_ptr<Series>& values() const { return values_; }
    /// Computes values of at most MostAtOnce frames more; true if there are any.
    bool update();
    bool isComplete() const { return values_->size() == available(); }

    /// Frames in one call: some milliseconds.
    static constexpr std::size_t MostAtOnce = 4000;

private:
    std::size_t available() const;

    OutputExpression expression_;
    std::shared_ptr<const Series> times_;
    std::vector<std::shared_ptr<const Series>> inputs_;
    std::shared_ptr<Series> values_ = std::make_shared<Series>();
};

}  // namespace trammel::ui
