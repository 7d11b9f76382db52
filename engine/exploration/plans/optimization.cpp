// SPDX-License-Identifier: Apache-2.0
#include "exploration/plans/optimization.h"

#include <nlopt.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include "exploration/random_numbers.h"

namespace trammel {

namespace {
/// A method of NLopt.
struct Method {
    const char* key;
    const char* label;
    nlopt_algorithm algorithm;
    bool keepsLimits = false, usesGradients = false, isRandom = false;
};
constexpr Method methods[] = {{"bobyqa", "BOBYQA", NLOPT_LN_BOBYQA},
                              {"subplex", "Subplex", NLOPT_LN_SBPLX},
                              {"cobyla", "COBYLA", NLOPT_LN_COBYLA, true},
                              {"slsqp", "SLSQP", NLOPT_LD_SLSQP, true, true},
                              {"crs2", "CRS2", NLOPT_GN_CRS2_LM, false, false, true},
                              {"isres", "ISRES", NLOPT_GN_ISRES, true, false, true}};

const Method& methodOf(const PlanInputs& inputs) {
    const std::string key = textOf(inputs.properties, "method");
    return *std::ranges::find_if(methods, [&](const Method& m) { return m.key == key; });
}

/// Half the distance of the two points of a difference quotient, in shares of the range.
constexpr Real difference = 1e-4;

/// Objective of failed runs before the first that did not fail.
constexpr Real worseThanAny = 1e30;

/// One start: the results of its points, for the functions that NLopt calls.
class Start {
public:
    Start(const PlanInputs& inputs, std::span<const SearchGoal> goals, std::size_t mostPoints,
          const SearchPlan::Evaluate& evaluate)
        : inputs_(inputs), goals_(goals), mostPoints_(mostPoints), evaluate_(evaluate) {}

    std::size_t countLimits() const { return excessesOf(goals_, std::vector<Real>(goals_.size(), 0.)).size(); }

    void run(const Method& method, std::vector<Real> shares, std::uint64_t seed) {
        const auto n = unsigned(shares.size());
        const std::unique_ptr<nlopt_opt_s, void (*)(nlopt_opt)> opt(nlopt_create(method.algorithm, n), nlopt_destroy);
        opt_ = opt.get();
        nlopt_set_lower_bounds1(opt_, 0);
        nlopt_set_upper_bounds1(opt_, 1);
        nlopt_set_min_objective(opt_, &Start::objective, this);
        const std::vector<Real> tolerances(countLimits(), 1e-9);
        if (!tolerances.empty())
            nlopt_add_inequality_mconstraint(opt_, unsigned(tolerances.size()), &Start::limits, this,
                                             tolerances.data());
        nlopt_set_xtol_abs1(opt_, realOf(inputs_.properties, "tolerance"));
        // Points are counted here: differences for derivatives are points too.
        nlopt_set_maxeval(opt_, int(std::min<std::size_t>(mostPoints_ * 4, 2'000'000'000)));
        nlopt_set_initial_step1(opt_, 0.1);
        if (method.isRandom) nlopt_srand(static_cast<unsigned long>(seed));
        Real least = 0;
        nlopt_optimize(opt_, shares.data(), &least);
    }

private:
    struct Value {
        Real objective = 0;
        std::vector<Real> excesses;
    };

    /// Null if the search is to stop.
    const Value* valueAt(const std::vector<Real>& shares) {
        if (const auto known = known_.find(shares); known != known_.end()) return &known->second;
        if (known_.size() >= mostPoints_) return stop();
        std::vector<Real> point;
        for (std::size_t k = 0; k < shares.size(); ++k) point.push_back(inputs_.factors[k].atShare(shares[k]));
        const std::optional<std::vector<Real>> responses = evaluate_(point);
        if (!responses) return stop();
        Value value{objectiveOf(goals_, *responses), excessesOf(goals_, *responses)};
        const bool failed = !std::isfinite(value.objective) ||
                            !std::ranges::all_of(value.excesses, [](Real x) { return std::isfinite(x); });
        if (failed) {
            value.objective = hasWorst_ ? worst_ + std::max(1., std::abs(worst_)) : worseThanAny;
            std::ranges::fill(value.excesses, 1.);
        } else {
            worst_ = hasWorst_ ? std::max(worst_, value.objective) : value.objective;
            hasWorst_ = true;
        }
        return &known_.emplace(shares, std::move(value)).first->second;
    }
    const Value* stop() {
        nlopt_force_stop(opt_);
        return nullptr;
    }

    /// The values at a point; @p gradient, if not null, receives the derivative of each number of @p numbersOf.
    template <class NumbersOf>
    void calc(unsigned n, const double* x, double* values, double* gradient, const NumbersOf& numbersOf) {
        std::vector<Real> shares(x, x + n);
        const Value* const here = valueAt(shares);
        if (!here) return;
        const std::vector<Real> numbers = numbersOf(*here);
        std::ranges::copy(numbers, values);
        for (unsigned k = 0; gradient && k < n; ++k) {
            const Real low = std::max(0., x[k] - difference), high = std::min(1., x[k] + difference);
            shares[k] = low;
            const Value* const before = valueAt(shares);
            shares[k] = high;
            const Value* const after = before ? valueAt(shares) : nullptr;
            if (!after) return;
            const std::vector<Real> a = numbersOf(*before), b = numbersOf(*after);
            for (std::size_t i = 0; i < numbers.size(); ++i) gradient[i * n + k] = (b[i] - a[i]) / (high - low);
            shares[k] = x[k];
        }
    }

    static double objective(unsigned n, const double* x, double* gradient, void* self) {
        // Overwritten unless the search stops, which ignores it.
        double value = HUGE_VAL;
        static_cast<Start*>(self)->calc(n, x, &value, gradient,
                                        [](const Value& v) { return std::vector{v.objective}; });
        return value;
    }
    static void limits(unsigned m, double* result, unsigned n, const double* x, double* gradient, void* self) {
        std::fill(result, result + m, HUGE_VAL);
        static_cast<Start*>(self)->calc(n, x, result, gradient, [](const Value& v) { return v.excesses; });
    }

    const PlanInputs& inputs_;
    const std::span<const SearchGoal> goals_;
    const std::size_t mostPoints_;
    const SearchPlan::Evaluate& evaluate_;
    nlopt_opt opt_ = nullptr;
    /// By share of the ranges. Addresses stay valid.
    std::map<std::vector<Real>, Value> known_;
    /// The largest objective of a run that did not fail, if there is one.
    Real worst_ = 0;
    bool hasWorst_ = false;
};
}  // namespace

std::vector<PropertyDescriptor> OptimizationPlan::properties() {
    std::vector<PropertyDescriptor::Option> options;
    for (const Method& method : methods) options.push_back({method.key, method.label});
    return {PropertyDescriptor::choice("method", "Method", options, methods[0].key, "How the next point is found."),
            PropertyDescriptor::integer("starts", "Starts", 1, "Number of searches from different points.")
                .min(1)
                .max(100000),
            PropertyDescriptor::integer("points", "Runs per start", 500, "Maximum number of runs from each start.")
                .min(1)
                .max(1'000'000),
            PropertyDescriptor::real("tolerance", "Tolerance", Quantity::None, 1e-6,
                                     "Change of all factors, by their ranges, at which a start ends.")
                .above(0)
                .max(0.1)};
}

std::string OptimizationPlan::describeFault(const PlanInputs& inputs, std::span<const SearchGoal> goals) const {
    for (const FactorRange& factor : inputs.factors)
        if (!factor.isContinuous || !factor.shareOf) return "An optimization needs a range for each factor.";
    if (std::ranges::none_of(goals, [](const SearchGoal& g) { return isObjective(g.goal); }))
        return "No response is to be minimized or maximized.";
    const bool hasLimits = !excessesOf(goals, std::vector<Real>(goals.size(), 0.)).empty();
    if (const Method& method = methodOf(inputs); hasLimits && !method.keepsLimits)
        return std::string(method.label) + " cannot keep limits; COBYLA, SLSQP and ISRES can.";
    if (countStarts(inputs) * mostPoints(inputs) > mostRuns) return "There are too many starts and runs.";
    return {};
}

std::size_t OptimizationPlan::countStarts(const PlanInputs& inputs) const {
    return std::size_t(integerOf(inputs.properties, "starts"));
}

std::size_t OptimizationPlan::mostPoints(const PlanInputs& inputs) const {
    return std::size_t(integerOf(inputs.properties, "points"));
}

void OptimizationPlan::search(const PlanInputs& inputs, std::span<const SearchGoal> goals,
                              std::span<const Real> present, std::size_t start, const Evaluate& evaluate) const {
    std::vector<Real> shares;
    if (start == 0)
        for (std::size_t k = 0; k < present.size(); ++k) {
            const Real share = inputs.factors[k].shareOf(present[k]);
            shares.push_back(std::isfinite(share) ? std::clamp(share, 0., 1.) : 0.5);
        }
    else
        shares = sobolPoints(inputs.factors.size(), 1, start - 1);
    Start(inputs, goals, mostPoints(inputs), evaluate)
        .run(methodOf(inputs), std::move(shares), randomBits(inputs.seed, RandomUse::Search, start, 0));
}

}  // namespace trammel
