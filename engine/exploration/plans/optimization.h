// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "exploration/plan.h"

namespace trammel {

/// Minimizes the weighted sum of the goals within the factors' ranges and the limits of responses, by NLopt, from several
/// starts.
///
/// Factors are scaled by their ranges to 0..1. A failed run counts as worse than the worst before it.
class OptimizationPlan : public SearchPlan {
public:
    static constexpr const char* key = "optimization";
    static constexpr const char* label = "Optimization";
    static constexpr const char* doc = "Searches for the factors that meet the goals of the responses best.";
    static constexpr const char* choose =
        "For the best design within bounds. Give each factor a range, and at least one response a goal; explore by a "
        "Sobol sequence first if the responses are unknown.";
    static constexpr const char* reference =
        "The first start begins at the model's current values, the others at points of a Sobol sequence. *BOBYQA* and "
        "*Subplex* need no derivatives and no limits; *COBYLA* keeps limits; *SLSQP* is the fastest for smooth "
        "responses and keeps limits, with differences for derivatives: use an accuracy of 1e-6 or better; *CRS2* and "
        "*ISRES* search the whole range at random and need thousands of runs, ISRES with limits.";
    static std::vector<PropertyDescriptor> properties();

    std::string describeFault(const PlanInputs& inputs, std::span<const SearchGoal> goals) const override;
    std::size_t countStarts(const PlanInputs& inputs) const override;
    std::size_t mostPoints(const PlanInputs& inputs) const override;
    void search(const PlanInputs& inputs, std::span<const SearchGoal> goals, std::span<const Real> present,
                std::size_t start, const Evaluate& evaluate) const override;
};

}  // namespace trammel
