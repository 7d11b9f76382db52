// SPDX-License-Identifier: Apache-2.0
// Plans whose points are samples or combinations of the factors' values.
#include <algorithm>
#include <cmath>

#include "exploration/plans/grid.h"
#include "exploration/plans/latin_hypercube.h"
#include "exploration/plans/random_samples.h"
#include "exploration/plans/row_by_row.h"
#include "exploration/plans/sobol_sequence.h"
#include "exploration/random_numbers.h"

namespace trammel {

namespace {
std::size_t runsOf(const PlanInputs& inputs) { return std::size_t(integerOf(inputs.properties, "runs")); }

/// The points whose shares are @p shareAt(run, factor).
template <class ShareAt>
std::vector<Real> pointsAt(const PlanInputs& inputs, std::size_t runs, const ShareAt& shareAt) {
    std::vector<Real> points;
    points.reserve(runs * inputs.factors.size());
    for (std::size_t run = 0; run < runs; ++run)
        for (std::size_t k = 0; k < inputs.factors.size(); ++k)
            points.push_back(inputs.factors[k].atShare(shareAt(run, k)));
    return points;
}
}  // namespace

std::size_t GridPlan::countRuns(const PlanInputs& inputs) const {
    std::size_t runs = 1;
    for (const FactorRange& factor : inputs.factors) {
        runs *= factor.levels.size();
        if (runs > mostRuns) return runs;
    }
    return runs;
}

std::vector<Real> GridPlan::makePoints(const PlanInputs& inputs) const {
    const std::size_t runs = countRuns(inputs), n = inputs.factors.size();
    std::vector<Real> points(runs * n);
    for (std::size_t run = 0; run < runs; ++run) {
        std::size_t rest = run;
        // The last factor varies fastest.
        for (std::size_t k = n; k-- > 0;) {
            const std::vector<Real>& levels = inputs.factors[k].levels;
            points[run * n + k] = levels[rest % levels.size()];
            rest /= levels.size();
        }
    }
    return points;
}

std::string RowByRowPlan::describeFault(const PlanInputs& inputs) const {
    for (const FactorRange& factor : inputs.factors)
        if (factor.levels.size() != inputs.factors.front().levels.size())
            return "The factors have " + std::to_string(inputs.factors.front().levels.size()) + " and " +
                   std::to_string(factor.levels.size()) + " values; row by row, all need as many.";
    return {};
}

std::size_t RowByRowPlan::countRuns(const PlanInputs& inputs) const { return inputs.factors.front().levels.size(); }

std::vector<Real> RowByRowPlan::makePoints(const PlanInputs& inputs) const {
    std::vector<Real> points;
    for (std::size_t run = 0; run < countRuns(inputs); ++run)
        for (const FactorRange& factor : inputs.factors) points.push_back(factor.levels[run]);
    return points;
}

std::size_t RandomPlan::countRuns(const PlanInputs& inputs) const { return runsOf(inputs); }

std::vector<Real> RandomPlan::makePoints(const PlanInputs& inputs) const {
    return pointsAt(inputs, runsOf(inputs), [&](std::size_t run, std::size_t k) {
        return randomUniform(inputs.seed, RandomUse::Sample, run, std::uint32_t(k));
    });
}

std::size_t LatinHypercubePlan::countRuns(const PlanInputs& inputs) const { return runsOf(inputs); }

std::vector<Real> LatinHypercubePlan::makePoints(const PlanInputs& inputs) const {
    const std::size_t runs = runsOf(inputs);
    std::vector<std::vector<std::size_t>> orders;
    for (std::size_t k = 0; k < inputs.factors.size(); ++k)
        orders.push_back(randomOrder(inputs.seed, runs, std::uint32_t(k)));
    return pointsAt(inputs, runs, [&](std::size_t run, std::size_t k) {
        const Real inside = randomUniform(inputs.seed, RandomUse::Sample, run, std::uint32_t(k));
        return (Real(orders[k][run]) + inside) / Real(runs);
    });
}

std::size_t SobolSequencePlan::countRuns(const PlanInputs& inputs) const { return runsOf(inputs); }

std::vector<Real> SobolSequencePlan::makePoints(const PlanInputs& inputs) const {
    const std::size_t n = inputs.factors.size();
    const std::vector<Real> shares = sobolPoints(n, runsOf(inputs));
    return pointsAt(inputs, runsOf(inputs), [&](std::size_t run, std::size_t k) { return shares[run * n + k]; });
}

}  // namespace trammel
