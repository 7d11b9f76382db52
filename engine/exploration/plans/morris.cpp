// SPDX-License-Identifier: Apache-2.0
#include "exploration/plans/morris.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "exploration/random_numbers.h"

namespace trammel {

std::string MorrisPlan::describeFault(const PlanInputs& inputs) const {
    for (const FactorRange& factor : inputs.factors)
        if (!std::isfinite(factor.atShare(0)) || !std::isfinite(factor.atShare(1)))
            return "Morris screening needs factors between bounds.";
    return integerOf(inputs.properties, "gridLevels") % 2 == 0 ? std::string() : "The number of grid levels is odd.";
}

std::size_t MorrisPlan::countRuns(const PlanInputs& inputs) const {
    return std::size_t(integerOf(inputs.properties, "paths")) * (inputs.factors.size() + 1);
}

MorrisPlan::Path MorrisPlan::makePath(const PlanInputs& inputs, std::size_t path) {
    const std::size_t n = inputs.factors.size();
    const auto levels = Real(integerOf(inputs.properties, "gridLevels"));
    const Real change = levels / (2 * (levels - 1));
    Path made;
    // Rows of different paths must not share random numbers.
    std::vector<std::pair<Real, std::size_t>> order;
    for (std::size_t k = 0; k < n; ++k) {
        const Real u = randomUniform(inputs.seed, RandomUse::Start, path, std::uint32_t(k));
        made.start.push_back(std::floor(u * levels) / (levels - 1));
        order.emplace_back(randomUniform(inputs.seed, RandomUse::Order, path, std::uint32_t(k)), k);
    }
    std::sort(order.begin(), order.end());
    for (const auto& [key, k] : order)
        made.steps.push_back({k, made.start[k] + change <= 1 + SqrtEps ? change : -change});
    return made;
}

std::vector<Real> MorrisPlan::makePoints(const PlanInputs& inputs) const {
    std::vector<Real> points;
    const auto add = [&](const std::vector<Real>& shares) {
        for (std::size_t k = 0; k < shares.size(); ++k) points.push_back(inputs.factors[k].atShare(shares[k]));
    };
    const auto paths = std::size_t(integerOf(inputs.properties, "paths"));
    for (std::size_t p = 0; p < paths; ++p) {
        const Path path = makePath(inputs, p);
        std::vector<Real> shares = path.start;
        add(shares);
        for (const Step& step : path.steps) {
            shares[step.factor] = std::min(1., std::max(0., shares[step.factor] + step.change));
            add(shares);
        }
    }
    return points;
}

std::vector<AnalysisTable> MorrisPlan::analyze(const PlanInputs& inputs, const std::vector<std::string>& names,
                                               std::span<const Real> response) const {
    const std::size_t n = inputs.factors.size();
    std::vector<std::vector<Real>> effects(n);
    for (std::size_t p = 0; (p + 1) * (n + 1) <= response.size(); ++p) {
        const Path path = makePath(inputs, p);
        for (std::size_t s = 0; s < n; ++s) {
            const std::size_t run = p * (n + 1) + s;
            const Real effect = (response[run + 1] - response[run]) / path.steps[s].change;
            if (std::isfinite(effect)) effects[path.steps[s].factor].push_back(effect);
        }
    }
    AnalysisTable table{"Elementary effects", {"mean", "mean magnitude", "standard deviation", "effects"}, {}};
    for (std::size_t k = 0; k < n; ++k) {
        Real sum = 0, magnitudes = 0, squares = 0;
        const auto count = Real(effects[k].size());
        for (const Real effect : effects[k]) sum += effect, magnitudes += std::abs(effect);
        for (const Real effect : effects[k]) squares += square(effect - sum / count);
        table.rows.push_back(
            {names[k],
             {sum / count, magnitudes / count, count > 1 ? std::sqrt(squares / (count - 1)) : NaN, count},
             3});
    }
    return {table};
}

}  // namespace trammel
