// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "exploration/plan.h"

namespace trammel {

class RowByRowPlan : public StudyPlan {
public:
    static constexpr const char* key = "rows";
    static constexpr const char* label = "Row by row";
    static constexpr const char* doc = "Takes the levels of all factors side by side, as the columns of a table.";
    static constexpr const char* choose = "For chosen points: give each factor a list with the same number of values.";
    static std::vector<PropertyDescriptor> properties() { return {}; }

    std::string describeFault(const PlanInputs& inputs) const override;
    std::size_t countRuns(const PlanInputs& inputs) const override;
    std::vector<Real> makePoints(const PlanInputs& inputs) const override;
};

}  // namespace trammel
