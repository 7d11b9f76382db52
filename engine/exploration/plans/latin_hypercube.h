// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "exploration/plan.h"

namespace trammel {

class LatinHypercubePlan : public StudyPlan {
public:
    static constexpr const char* key = "latinHypercube";
    static constexpr const char* label = "Latin hypercube";
    static constexpr const char* doc = "Draws each factor once from each of as many equal shares as there are runs.";
    static constexpr const char* choose = "For many factors and few runs.";
    static std::vector<PropertyDescriptor> properties() { return {numberOfRuns()}; }

    std::size_t countRuns(const PlanInputs& inputs) const override;
    std::vector<Real> makePoints(const PlanInputs& inputs) const override;
};

}  // namespace trammel
