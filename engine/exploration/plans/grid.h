// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "exploration/plan.h"

namespace trammel {

class GridPlan : public StudyPlan {
public:
    static constexpr const char* key = "grid";
    static constexpr const char* label = "Grid";
    static constexpr const char* doc = "Combines all levels of all factors.";
    static constexpr const char* choose =
        "For one to three factors, and for maps. The number of runs is the product of all levels: with more factors "
        "choose a Latin hypercube or a Sobol sequence.";
    static std::vector<PropertyDescriptor> properties() { return {}; }

    std::size_t countRuns(const PlanInputs& inputs) const override;
    std::vector<Real> makePoints(const PlanInputs& inputs) const override;
};

}  // namespace trammel
