// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "exploration/plan.h"

namespace trammel {

class RandomPlan : public StudyPlan {
public:
    static constexpr const char* key = "random";
    static constexpr const char* label = "Random (Monte Carlo)";
    static constexpr const char* doc = "Draws all factors at random.";
    static constexpr const char* choose =
        "For distributions of results from tolerances: means, deviations and shares. A Latin hypercube covers the "
        "ranges better with as many runs.";
    static std::vector<PropertyDescriptor> properties() { return {numberOfRuns()}; }

    std::size_t countRuns(const PlanInputs& inputs) const override;
    std::vector<Real> makePoints(const PlanInputs& inputs) const override;
};

}  // namespace trammel
