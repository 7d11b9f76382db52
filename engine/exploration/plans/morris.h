// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "exploration/plan.h"

namespace trammel {

/// Elementary effects of factors along random paths on a grid.
///
/// A path starts at a random point of the grid and changes one factor after another by half its range or a little more;
/// the effect is the change of the response divided by that of the share. Source: M. D. Morris, Technometrics 33
/// (1991).
class MorrisPlan : public StudyPlan {
public:
    static constexpr const char* key = "morris";
    static constexpr const char* label = "Morris screening";
    static constexpr const char* doc = "Finds the factors that matter, with few runs.";
    static constexpr const char* choose =
        "For many factors, before an optimization or Sobol indices, to leave out those without effect.";
    static constexpr const char* reference =
        "For each factor the analysis gives the mean of all effects, the mean of their magnitudes (large: it matters) "
        "and their standard deviation (large: it is not linear, or interacts with others), in units of the response "
        "per full range. Runs: paths times factors plus one.";
    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::integer("paths", "Paths", 10, "Number of effects of each factor.").min(2),
                PropertyDescriptor::integer("gridLevels", "Grid levels", 4, "Even number of values of each factor.")
                    .min(2)
                    .max(1000)};
    }
    std::string describeFault(const PlanInputs& inputs) const override;
    std::size_t countRuns(const PlanInputs& inputs) const override;
    std::vector<Real> makePoints(const PlanInputs& inputs) const override;
    std::vector<AnalysisTable> analyze(const PlanInputs& inputs, const std::vector<std::string>& names,
                                       std::span<const Real> response) const override;

private:
    /// A step of a path: the factor that changes, and the change of its share.
    struct Step {
        std::size_t factor = 0;
        Real change = 0;
    };
    struct Path {
        std::vector<Real> start;
        std::vector<Step> steps;
    };
    static Path makePath(const PlanInputs& inputs, std::size_t path);
};

}  // namespace trammel
