// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "exploration/plan.h"

namespace trammel {

/// Shares of the variance of a response, by factor.
///
///     S_i = V[E[f | x_i]] / V[f],   T_i = E[V[f | all but x_i]] / V[f]
///
/// from two samples A, B of a Sobol sequence and A with column i of B, in n (d + 2) runs: the estimators of Saltelli (2010)
/// and Jansen (1999), with intervals from the bootstrap over rows.
/// Source: A. Saltelli et al., Computer Physics Communications 181 (2010), 259-270.
class SobolIndicesPlan : public StudyPlan {
public:
    static constexpr const char* key = "sobolIndices";
    static constexpr const char* label = "Sobol indices";
    static constexpr const char* doc = "Divides the variance of each response among the factors.";
    static constexpr const char* choose =
        "To know which tolerance to tighten. For more than ten factors, leave out those without effect by a Morris "
        "screening first.";
    static constexpr const char* reference =
        "The first-order index is the share of the variance that a factor causes alone; the total index includes its "
        "interactions with others. Intervals hold with 95 % probability. Runs: samples times factors plus two; factors "
        "are independent of each other.";
    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::integer("samples", "Samples", 512, "Size of each sample, ideally a power of two.")
                    .min(2)};
    }
    std::string describeFault(const PlanInputs& inputs) const override;
    std::size_t countRuns(const PlanInputs& inputs) const override;
    std::vector<Real> makePoints(const PlanInputs& inputs) const override;
    std::vector<AnalysisTable> analyze(const PlanInputs& inputs, const std::vector<std::string>& names,
                                       std::span<const Real> response) const override;
};

}  // namespace trammel
