// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "exploration/factor_type.h"
#include "exploration/reducer.h"

namespace trammel {

/// Family of studies: what varies and what is measured are its children.
inline constexpr const char* studyFamily = "study";
inline constexpr const char* studySeedKey = "seed";
inline constexpr const char* studyStepLimitKey = "stepLimit";

/// Arguments of a plan: the settings of its study and the ranges of its factors.
struct PlanInputs {
    ElementProperties properties;
    std::span<const FactorRange> factors;
    std::uint64_t seed = 0;
};

/// A table of results for display: rows with a name, and numbers.
struct AnalysisTable {
    std::string title;
    std::vector<std::string> columns;
    struct Row {
        std::string name;
        std::vector<Real> values;
        /// So many of the first values have the unit of the response; the others have none.
        std::size_t inUnit = 0;
    };
    std::vector<Row> rows;
    /// A remark, one sentence; may be empty.
    std::string note = {};
};

/// Behavior of a type of family "study" whose points are known before the first run.
///
/// Points are numbered, and each is a function of the inputs and its number alone: no run needs the result of another.
class StudyPlan : public TypeImplementation {
public:
    /// Why there is no plan for these factors, one sentence; empty if there is.
    virtual std::string describeFault(const PlanInputs&) const { return {}; }
    virtual std::size_t countRuns(const PlanInputs& inputs) const = 0;
    /// The values of all factors of all runs, by rows.
    virtual std::vector<Real> makePoints(const PlanInputs& inputs) const = 0;
    /// Tables about a response, whose values are NaN where a run failed. @p names those of the factors
    virtual std::vector<AnalysisTable> analyze(const PlanInputs& inputs, const std::vector<std::string>& names,
                                               std::span<const Real> response) const;
};

/// A response with a goal, as a search sees it.
struct SearchGoal {
    Goal goal = Goal::None;
    Real limit = 0, weight = 1;
};

/// Behavior of a type of family "study" in which each point follows from earlier results. A search consists of starts
/// that are independent of each other; each is deterministic, given the results of its own points.
class SearchPlan : public TypeImplementation {
public:
    virtual std::string describeFault(const PlanInputs& inputs, std::span<const SearchGoal> goals) const = 0;
    virtual std::size_t countStarts(const PlanInputs& inputs) const = 0;
    /// Largest number of points of a start.
    virtual std::size_t mostPoints(const PlanInputs& inputs) const = 0;
    /// Values of all responses at a point; NaN where the run failed. Without a value, the search stops.
    using Evaluate = std::function<std::optional<std::vector<Real>>(std::span<const Real> point)>;
    /// @param present the factors' values in the model, from which the first start begins
    virtual void search(const PlanInputs& inputs, std::span<const SearchGoal> goals, std::span<const Real> present,
                        std::size_t start, const Evaluate& evaluate) const = 0;
};

/// The number that a search minimizes: the weighted sum of the goals Minimize, Maximize and Minimize square; and, for each
/// limit, by how much it is exceeded (negative: kept). NaN where a response is.
Real objectiveOf(std::span<const SearchGoal> goals, std::span<const Real> responses);
std::vector<Real> excessesOf(std::span<const SearchGoal> goals, std::span<const Real> responses);

/// Property "runs": the number of runs of a plan in which it is free.
PropertyDescriptor numberOfRuns();

/// Mean, standard deviation, extremes and quantiles of a response; values that are NaN are left out and counted.
AnalysisTable describeDistribution(std::span<const Real> response);

/// Maximum number of runs of a study.
inline constexpr std::size_t mostRuns = 10'000'000;

/// A registry row from a class T derived from StudyPlan or SearchPlan with key, label, doc, choose and properties().
template <class T>
TypeDescriptor describePlan() {
    TypeDescriptor type = describeType<T>(studyFamily);
    type.implementation = std::make_shared<T>();
    return type;
}

/// The types of family "study".
std::vector<TypeDescriptor> studyTypes();

}  // namespace trammel
