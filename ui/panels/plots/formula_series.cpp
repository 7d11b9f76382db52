// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/plots/formula_series.h"

#include <algorithm>
#include <utility>

#include "meta/units.h"

namespace trammel::ui {

FormulaSeries::FormulaSeries(OutputExpression expression, std::shared_ptr<const Series> times,
                             std::vector<std::shared_ptr<const Series>> inputs)
    : expression_(std::move(expression)), times_(std::move(times)), inputs_(std::move(inputs)) {}

std::variant<OutputExpression, std::string> FormulaSeries::parse(const Outputs& outputs, const std::string& formula) {
    const std::size_t begin = formula.find_first_not_of("= ");
    return OutputExpression::parse(outputs, begin == std::string::npos ? "" : formula.substr(begin));
}

Output FormulaSeries::describe(const std::string& formula, const OutputExpression& expression) {
    Output what;
    what.name = what.label = formula;
    const Dimension& dimension = expression.getDimension();
    auto known = std::ranges::find_if(allQuantities, [&](Quantity q) { return dimensionOf(q) == dimension; });
    // A torque times an angular speed is a power: radians may be omitted.
    if (known == allQuantities.end())
        known = std::ranges::find_if(allQuantities, [&](Quantity q) { return agree(dimensionOf(q), dimension); });
    const bool isKnown = known != allQuantities.end();
    what.quantity = expression.getQuantity().value_or(isKnown ? *known : Quantity::None);
    what.unit = isKnown ? siUnit(what.quantity) : trammel::describe(dimension);
    return what;
}

std::size_t FormulaSeries::available() const {
    std::size_t n = times_->size();
    for (const auto& input : inputs_) n = std::min(n, input->size());
    return n;
}

bool FormulaSeries::update() {
    const std::size_t from = values_->size(), to = std::min(available(), from + MostAtOnce);
    if (from == to) return false;
    std::vector<double> fresh;
    std::vector<Real> known(inputs_.size());
    for (std::size_t i = from; i < to; ++i) {
        for (std::size_t k = 0; k < inputs_.size(); ++k) known[k] = (*inputs_[k])[i];
        const NamedValue value = expression_.evaluate((*times_)[i], known);
        const auto* const number = std::get_if<Measured>(&value);
        fresh.push_back(number ? number->value : NaN);
    }
    values_->append(fresh);
    return true;
}

}  // namespace trammel::ui
