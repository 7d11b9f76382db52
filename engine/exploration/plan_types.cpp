// SPDX-License-Identifier: Apache-2.0
// The study types in menu order. To add one: one header, one include and one row here.
#include <algorithm>
#include <cmath>
#include <iterator>

#include "exploration/plans/grid.h"
#include "exploration/plans/latin_hypercube.h"
#include "exploration/plans/morris.h"
#include "exploration/plans/optimization.h"
#include "exploration/plans/random_samples.h"
#include "exploration/plans/row_by_row.h"
#include "exploration/plans/sobol_indices.h"
#include "exploration/plans/sobol_sequence.h"

namespace trammel {

PropertyDescriptor numberOfRuns() {
    return PropertyDescriptor::integer("runs", "Runs", 100, "Number of runs.").min(1).max(Real(mostRuns));
}

std::vector<AnalysisTable> StudyPlan::analyze(const PlanInputs&, const std::vector<std::string>&,
                                              std::span<const Real>) const {
    return {};
}

Real objectiveOf(std::span<const SearchGoal> goals, std::span<const Real> responses) {
    Real sum = 0;
    for (std::size_t i = 0; i < goals.size(); ++i) {
        if (goals[i].goal == Goal::Minimize) sum += goals[i].weight * responses[i];
        if (goals[i].goal == Goal::Maximize) sum -= goals[i].weight * responses[i];
        if (goals[i].goal == Goal::MinimizeSquare) sum += goals[i].weight * square(responses[i]);
    }
    return sum;
}

std::vector<Real> excessesOf(std::span<const SearchGoal> goals, std::span<const Real> responses) {
    std::vector<Real> excesses;
    for (std::size_t i = 0; i < goals.size(); ++i) {
        if (goals[i].goal == Goal::AtMost) excesses.push_back(responses[i] - goals[i].limit);
        if (goals[i].goal == Goal::AtLeast) excesses.push_back(goals[i].limit - responses[i]);
    }
    return excesses;
}

AnalysisTable describeDistribution(std::span<const Real> response) {
    std::vector<Real> values;
    std::ranges::copy_if(response, std::back_inserter(values), [](Real x) { return std::isfinite(x); });
    AnalysisTable table{"Distribution", {"value"}, {}};
    table.rows.push_back({"runs", {Real(values.size())}});
    if (values.empty()) return table;
    const auto count = Real(values.size());
    Real mean = 0, squares = 0;
    for (const Real x : values) mean += x / count;
    for (const Real x : values) squares += square(x - mean);
    std::sort(values.begin(), values.end());
    // Linear between the sorted values.
    const auto quantile = [&](Real share) {
        const Real at = share * (count - 1);
        const auto below = std::size_t(at);
        const std::size_t above = std::min(below + 1, values.size() - 1);
        return values[below] + (at - Real(below)) * (values[above] - values[below]);
    };
    table.rows.push_back({"mean", {mean}, 1});
    table.rows.push_back({"standard deviation", {count > 1 ? std::sqrt(squares / (count - 1)) : NaN}, 1});
    table.rows.push_back({"smallest", {values.front()}, 1});
    table.rows.push_back({"5 % quantile", {quantile(0.05)}, 1});
    table.rows.push_back({"median", {quantile(0.5)}, 1});
    table.rows.push_back({"95 % quantile", {quantile(0.95)}, 1});
    table.rows.push_back({"largest", {values.back()}, 1});
    return table;
}

std::vector<TypeDescriptor> studyTypes() {
    std::vector<TypeDescriptor> types{describePlan<GridPlan>(),          describePlan<RowByRowPlan>(),
                                      describePlan<RandomPlan>(),        describePlan<LatinHypercubePlan>(),
                                      describePlan<SobolSequencePlan>(), describePlan<MorrisPlan>(),
                                      describePlan<SobolIndicesPlan>(),  describePlan<OptimizationPlan>()};
    for (TypeDescriptor& type : types) {
        type.properties.push_back(
            PropertyDescriptor::integer(studySeedKey, "Seed", 1, "Another seed gives other random numbers.").min(0));
        type.properties.push_back(PropertyDescriptor::integer(studyStepLimitKey, "Step limit", 1'000'000,
                                                              "Integrator steps after which a run fails.")
                                      .min(1));
        for (PropertyDescriptor& property : type.properties) property.at(Stage::Infinity);
    }
    return types;
}

}  // namespace trammel
