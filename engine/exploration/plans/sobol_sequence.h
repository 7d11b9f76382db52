// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "exploration/plan.h"

namespace trammel {

class SobolSequencePlan : public StudyPlan {
public:
    static constexpr const char* key = "sobolSequence";
    static constexpr const char* label = "Sobol sequence";
    static constexpr const char* doc =
        "Fills the ranges evenly; the first runs of a longer study are those of a shorter one.";
    static constexpr const char* choose =
        "For response surfaces and for means with a small error. The best numbers of runs are powers of two "
        "minus one.";
    static std::vector<PropertyDescriptor> properties() { return {numberOfRuns()}; }

    std::size_t countRuns(const PlanInputs& inputs) const override;
    std::vector<Real> makePoints(const PlanInputs& inputs) const override;
};

}  // namespace trammel
