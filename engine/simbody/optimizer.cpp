// SPDX-License-Identifier: Apache-2.0
#include "simbody/optimizer.h"

#include <nlopt.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <optional>
#include <vector>

#include "math/factorization.h"

namespace SimTK {

namespace {
[[noreturn]] void notOverridden(const char* method) {
    throw trammel::Exception(std::string("OptimizerSystem::") + method + "(): must be overridden for this problem.");
}
void requireCount(int n, int least, const char* method) {
    if (n < least)
        throw trammel::Exception(std::string("OptimizerSystem::") + method + "(): given " + std::to_string(n) +
                                 ", at least " + std::to_string(least) + " is needed.");
}
}  // namespace

int OptimizerSystem::objectiveFunc(const Vector&, bool, Real&) const { notOverridden("objectiveFunc"); }
int OptimizerSystem::gradientFunc(const Vector&, bool, Vector&) const { notOverridden("gradientFunc"); }
int OptimizerSystem::constraintFunc(const Vector&, bool, Vector&) const { notOverridden("constraintFunc"); }
int OptimizerSystem::constraintJacobian(const Vector&, bool, Matrix&) const { notOverridden("constraintJacobian"); }
int OptimizerSystem::hessian(const Vector&, bool, Vector&) const { notOverridden("hessian"); }
void OptimizerSystem::setNumParameters(int n) {
    requireCount(n, 1, "setNumParameters");
    numParameters_ = n;
}
void OptimizerSystem::setNumEqualityConstraints(int n) {
    requireCount(n, 0, "setNumEqualityConstraints");
    numEqualities_ = n;
}
void OptimizerSystem::setNumInequalityConstraints(int n) {
    requireCount(n, 0, "setNumInequalityConstraints");
    numInequalities_ = n;
}
void OptimizerSystem::setParameterLimits(const Vector& lower, const Vector& upper) {
    if (lower.size() != upper.size() || (lower.size() != 0 && lower.size() != numParameters_))
        throw trammel::Exception(
            "OptimizerSystem::setParameterLimits(): both limits need one value for each parameter.");
    lower_ = lower;
    upper_ = upper;
}

/// The problem in NLopt's C interface: exceptions wait until NLopt has returned.
class Optimizer::Problem {
public:
    Problem(const Optimizer& optimizer, nlopt_opt search)
        : optimizer_(optimizer),
          system_(optimizer.getOptimizerSystem()),
          search_(search),
          objective_(*this, optimizer.objectiveAccuracy_),
          constraints_(*this, optimizer.constraintAccuracy_) {}

    static double objective(unsigned, const double* x, double* gradient, void* problem) {
        auto& self = *static_cast<Problem*>(problem);
        double f = NaN;
        self.guard([&] {
            const Vector at(self.system_.getNumParameters(), x);
            self.require(self.system_.objectiveFunc(at, true, f), "objectiveFunc");
            if (!gradient) return;
            Vector g(at.size());
            if (self.optimizer_.numericalGradient_)
                Differentiator(self.objective_).calcGradient(at, f, g, self.optimizer_.method_);
            else
                self.require(self.system_.gradientFunc(at, false, g), "gradientFunc");
            std::copy(g.data(), g.data() + g.size(), gradient);
        });
        return f;
    }
    static void equalities(unsigned m, double* values, unsigned n, const double* x, double* gradient, void* problem) {
        static_cast<Problem*>(problem)->constraints(0, int(m), int(n), 1, x, values, gradient);
    }
    /// NLopt's must not be positive.
    static void inequalities(unsigned m, double* values, unsigned n, const double* x, double* gradient, void* problem) {
        auto& self = *static_cast<Problem*>(problem);
        self.constraints(self.system_.getNumEqualityConstraints(), int(m), int(n), -1, x, values, gradient);
    }
    void rethrow() const {
        if (thrown_) std::rethrow_exception(thrown_);
    }
    Real worstViolation(const Vector& x) const {
        const int m = system_.getNumConstraints();
        if (m == 0) return 0;
        Vector values(m);
        require(system_.constraintFunc(x, true, values), "constraintFunc");
        Real worst = 0;
        for (int i = 0; i < m; ++i) {
            const Real violation = i < system_.getNumEqualityConstraints() ? std::abs(values[i]) : -values[i];
            if (std::isnan(violation)) return violation;
            worst = std::max(worst, violation);
        }
        return worst;
    }
    /// True if the gradient is, by the tolerance, one of the constraints and limits that hold the parameters at @p x.
    bool isStationary(const Vector& x, Real f) {
        const int n = system_.getNumParameters(), m = system_.getNumConstraints();
        const int equalities = system_.getNumEqualityConstraints();
        Vector gradient(n);
        objective(unsigned(n), x.data(), gradient.data(), this);
        const auto rows = static_cast<std::size_t>(m);
        std::vector<double> values(rows), jacobian(rows * static_cast<std::size_t>(n));
        if (m > 0) constraints(0, m, n, 1, x.data(), values.data(), jacobian.data());
        rethrow();
        std::vector<Eigen::VectorXd> normals;
        const Real near = optimizer_.constraintTolerance_;
        for (int i = 0; i < m; ++i)
            if (i < equalities || values[std::size_t(i)] <= near)
                normals.emplace_back(Eigen::Map<const Eigen::VectorXd>(jacobian.data() + std::ptrdiff_t(i) * n, n));
        for (int j = 0; j < n && system_.getHasLimits(); ++j) {
            if (x[j] <= system_.getLowerLimits()[j]) normals.emplace_back(Eigen::VectorXd::Unit(n, j));
            if (x[j] >= system_.getUpperLimits()[j]) normals.emplace_back(-Eigen::VectorXd::Unit(n, j));
        }
        const Eigen::VectorXd g = Eigen::Map<const Eigen::VectorXd>(gradient.data(), n);
        Eigen::VectorXd rest = g;
        while (!normals.empty()) {
            trammel::Matrix A(n, int(normals.size()));
            for (std::size_t k = 0; k < normals.size(); ++k) A.col(Eigen::Index(k)) = normals[k];
            trammel::Vector multipliers;
            trammel::FactorQTZ(A).solve(g, multipliers);
            rest = g - A * multipliers;
            // An inequality only pushes: one that would pull is released.
            Eigen::Index pulls = -1;
            for (Eigen::Index k = equalities; k < multipliers.size(); ++k)
                if (multipliers[k] < 0 && (pulls < 0 || multipliers[k] < multipliers[pulls])) pulls = k;
            if (pulls < 0) break;
            normals.erase(normals.begin() + pulls);
            rest = g;
        }
        const Real most = optimizer_.tolerance_ * std::max(Real(0.1), std::abs(f));
        for (int j = 0; j < n; ++j)
            if (!(std::abs(rest[j]) * std::max(Real(1), std::abs(x[j])) <= most)) return false;
        return true;
    }

private:
    struct Objective : Differentiator::GradientFunction {
        Objective(const Problem& owner, Real accuracy)
            : GradientFunction(owner.system_.getNumParameters(), accuracy), system(owner.system_) {}
        int f(const Vector& y, Real& fy) const override { return system.objectiveFunc(y, true, fy); }
        const OptimizerSystem& system;
    };
    struct Constraints : Differentiator::JacobianFunction {
        Constraints(const Problem& owner, Real accuracy)
            : JacobianFunction(owner.system_.getNumConstraints(), owner.system_.getNumParameters(), accuracy),
              system(owner.system_) {}
        int f(const Vector& y, Vector& fy) const override { return system.constraintFunc(y, true, fy); }
        const OptimizerSystem& system;
    };

    void constraints(int first, int m, int n, Real sign, const double* x, double* values, double* gradient) {
        guard([&] {
            const Vector at(n, x);
            Vector all(system_.getNumConstraints());
            require(system_.constraintFunc(at, true, all), "constraintFunc");
            for (int i = 0; i < m; ++i) values[i] = sign * all[first + i];
            if (!gradient) return;
            Matrix jacobian(system_.getNumConstraints(), n);
            if (optimizer_.numericalJacobian_)
                Differentiator(constraints_).calcJacobian(at, all, jacobian, optimizer_.method_);
            else
                require(system_.constraintJacobian(at, false, jacobian), "constraintJacobian");
            for (int i = 0; i < m; ++i)
                for (int j = 0; j < n; ++j) gradient[i * n + j] = sign * jacobian(first + i, j);
        });
    }
    void require(int status, const char* function) const {
        if (status != 0)
            throw trammel::Exception(std::string("Optimizer::optimize(): ") + function + "() returned status " +
                                     std::to_string(status) + ".");
    }
    template <class Work>
    void guard(Work work) {
        try {
            work();
        } catch (...) {
            thrown_ = std::current_exception();
            nlopt_force_stop(search_);
        }
    }

    const Optimizer& optimizer_;
    const OptimizerSystem& system_;
    nlopt_opt search_;
    Objective objective_;
    Constraints constraints_;
    std::exception_ptr thrown_;
};

Optimizer::Optimizer(const OptimizerSystem& system, OptimizerAlgorithm algorithm) {
    setOptimizerSystem(system, algorithm);
}
void Optimizer::setOptimizerSystem(const OptimizerSystem& system, OptimizerAlgorithm algorithm) {
    if (!isAlgorithmAvailable(algorithm))
        throw trammel::Exception("Optimizer: the algorithm is not available; use BestAvailable.");
    system_ = &system;
    const bool constrained = system.getNumConstraints() > 0;
    algorithm_ = algorithm != BestAvailable ? algorithm
                 : constrained              ? InteriorPoint
                 : system.getHasLimits()    ? LBFGSB
                                            : LBFGS;
    if (constrained && (algorithm_ == LBFGS || algorithm_ == LBFGSB))
        throw trammel::Exception("Optimizer: this algorithm cannot satisfy constraints; use BestAvailable.");
}
const OptimizerSystem& Optimizer::getOptimizerSystem() const {
    if (!system_) throw trammel::Exception("Optimizer: no system is set; call setOptimizerSystem() first.");
    return *system_;
}
void Optimizer::useNumericalGradient(bool on, Real objectiveAccuracy) {
    numericalGradient_ = on;
    objectiveAccuracy_ = objectiveAccuracy;
}
void Optimizer::useNumericalJacobian(bool on, Real constraintAccuracy) {
    numericalJacobian_ = on;
    constraintAccuracy_ = constraintAccuracy;
}

Real Optimizer::optimize(Vector& parameters) {
    const OptimizerSystem& system = getOptimizerSystem();
    const int n = system.getNumParameters();
    if (parameters.size() != n)
        throw trammel::Exception("Optimizer::optimize(): given " + std::to_string(parameters.size()) +
                                 " parameters, the system has " + std::to_string(n) + ".");
    const bool programming = algorithm_ == InteriorPoint || algorithm_ == CFSQP;
    const std::unique_ptr<nlopt_opt_s, decltype(&nlopt_destroy)> search(
        nlopt_create(programming ? NLOPT_LD_SLSQP : NLOPT_LD_LBFGS, unsigned(n)), nlopt_destroy);
    Problem problem(*this, search.get());
    nlopt_set_min_objective(search.get(), Problem::objective, &problem);
    if (system.getHasLimits()) {
        if (system.getLowerLimits().size() != n)
            throw trammel::Exception("Optimizer::optimize(): the limits are those of another number of parameters.");
        nlopt_set_lower_bounds(search.get(), system.getLowerLimits().data());
        nlopt_set_upper_bounds(search.get(), system.getUpperLimits().data());
        for (int i = 0; i < n; ++i)
            parameters[i] = clamp(system.getLowerLimits()[i], parameters[i], system.getUpperLimits()[i]);
    }
    const std::vector<double> tolerances(std::size_t(system.getNumConstraints()), constraintTolerance_);
    if (const int m = system.getNumEqualityConstraints())
        nlopt_add_equality_mconstraint(search.get(), unsigned(m), Problem::equalities, &problem, tolerances.data());
    if (const int m = system.getNumInequalityConstraints())
        nlopt_add_inequality_mconstraint(search.get(), unsigned(m), Problem::inequalities, &problem, tolerances.data());
    nlopt_set_ftol_rel(search.get(), tolerance_ * tolerance_);
    nlopt_set_xtol_rel(search.get(), tolerance_ * tolerance_);
    nlopt_set_maxeval(search.get(), maxIterations_);
    if (history_ > 0) nlopt_set_vector_storage(search.get(), unsigned(history_));

    Vector best = parameters;
    double f = NaN;
    nlopt_result result = nlopt_optimize(search.get(), best.data(), &f);
    problem.rethrow();
    // Small changes may end a search before the constraints are satisfied: it is continued.
    constexpr int mostContinued = 3;
    for (int i = 0; i < mostContinued && result > 0 && result != NLOPT_MAXEVAL_REACHED && std::isfinite(f) &&
                    !(problem.worstViolation(best) <= constraintTolerance_);
         ++i) {
        result = nlopt_optimize(search.get(), best.data(), &f);
        problem.rethrow();
    }
    const std::string failed = "Optimizer failed: ";
    const bool unfinished =
        result == NLOPT_ROUNDOFF_LIMITED || result == NLOPT_FAILURE || result == NLOPT_MAXEVAL_REACHED;
    if ((result < 0 && !unfinished) || !std::isfinite(f))
        throw trammel::Exception(failed + "the search ended with " + nlopt_result_to_string(result) + ".");
    parameters = best;
    if (!(problem.worstViolation(best) <= constraintTolerance_))
        throw trammel::Exception(failed + "a constraint is violated by " +
                                 std::to_string(problem.worstViolation(best)) + " where the search ended.");
    // A line search that finds a lower value only by rounding, or none, ends at a minimum or for another reason.
    if (unfinished && !problem.isStationary(best, f))
        throw trammel::Exception(
            failed + (result == NLOPT_MAXEVAL_REACHED
                          ? "no minimum within " + std::to_string(maxIterations_) + " evaluations of the objective."
                          : std::string("no lower value was found where the search ended, which is "
                                        "not a minimum.")));
    return f;
}

}  // namespace SimTK
