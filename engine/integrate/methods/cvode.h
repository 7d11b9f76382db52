// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "integrate/explicit_runge_kutta.h"
#include "integrate/methods/cvode_solver.h"

namespace trammel {

/// The multistep methods of CVODE, of variable order.
///
/// Error weights are those of calcErrorNorm(), so that CVODE's norm is between the engine's and √3 times it,
/// times a factor for what adds up. BDF projects
/// q and u within each attempt, with the error estimate, by CVODE's own projection interface; Adams, for which CVODE has
/// none, projects the end of each step and goes on from there. Dense output is the polynomial of the step, bent near its
/// start by as little as it misses where the step before ended. With fixed steps there is no history to build a higher
/// order on: each is one of the implicit Euler method.
///
/// Near a singular pose rates off the constraints are hardly known, and CVODE, which judges errors before they are
/// projected, ends in ever shorter steps. Where Adams' method crawls so, or cannot go on, one step of Dormand and Prince's
/// 8(5,3), whose error is judged after the projection, leads past that place; history begins anew behind it.
///
/// Cost: f once or twice per step and once at its end; with BDF now and then a Jacobian by differences, one f per variable.
class Cvode : public ExplicitRungeKutta, private MultistepProblem {
public:
    Cvode(const System& system, CvodeSolver::Method method, const char* name, int highestOrder);

    int getMethodMinOrder() const override { return 1; }
    int getMethodMaxOrder() const override { return highestOrder_; }
    /// Use lower orders only, from the next initialize() on. Throws Exception for one below 1 or above the present limit.
    void setHighestOrder(int order);

protected:
    void startMethod(int ny, bool fromScratch) override;
    bool takeStep(Real tMax) override;
    void interpolate(Real t, State& scratch, Vector& y) override;
    void visitMemory(MemoryVisitor& visitor) override;
    bool recoverHistory() override;

private:
    bool calcRates(Real t, const In& y, Out& rates) override;
    bool calcJacobian(Real t, const In& y, const In& rates, OutMatrix& jacobian) override;
    void calcErrorWeights(const In& y, Out& weights) override;
    bool calcProjection(Real t, const In& y, Out& correction, Out& error) override;

    void restart(Real firstStep);
    /// The advanced State becomes that of @p y at @p t.
    void setAdvanced(Real t, const Vector& y);
    void setVariable(int i, Real value);
    /// ∂f by variable @p i; false if f cannot be evaluated on either side of it.
    bool calcColumn(int i, const In& y, const In& rates, OutMatrix& jacobian);
    /// One step of CVODE, and with Adams' method the projection of its end.
    CvodeSolver::Outcome attempt(Real tMax);
    bool takeMultistep(Real tMax);
    /// One step of the one-step method; the advanced State must be at the start of a step.
    bool takeBridge(Real tMax);
    bool isCrawling();
    bool isProjected() const { return method_ == CvodeSolver::Method::Bdf; }
    bool giveUp(CvodeSolver::Outcome outcome);
    void findPrescribed();
    void count();
    void beginHistory();

    const CvodeSolver::Method method_;
    int highestOrder_;

    std::unique_ptr<CvodeSolver> solver_;
    CvodeSolver::Counts counted_;
    bool restartNeeded_ = true;
    /// f could not be evaluated the last time.
    bool notEvaluable_ = false;
    /// The last step was one of the one-step method.
    bool bridged_ = false;
    /// What is usual in this history, the longest step since the start, and where the step began from which crawling is
    /// counted, s.
    Real usualStep_ = 0, longestStep_ = 0, countedFrom_ = NaN;
    /// CVODE's history cannot be written down, but be made anew by taking its steps again: from here on,
    State historyStart_;
    /// so many,
    long historySteps_ = 0;
    /// with these times not to be passed, in order: those at which a step did end.
    std::vector<Real> stops_;
    /// The one of the last step, whether reached or not.
    Real stopAhead_ = Infinity;
    /// Whose value is prescribed: it has no error.
    std::vector<bool> prescribed_;
    /// There are prescribed values or constraints: the end of a step may have to be moved.
    bool movable_ = true;
    Vector y_, yError_;
    /// By how much the polynomial of the last step misses its start; empty until it is needed.
    Vector miss_;
    bool missKnown_ = false;
};

class CvodeBdf : public Cvode {
public:
    static constexpr const char* key = "cvodeBdf";
    static constexpr const char* label = "BDF (CVODE)";
    static constexpr const char* doc =
        "Implicit, orders 1 to 5: for stiff systems, where explicit methods take tiny steps.";
    static constexpr const char* reference =
        "Backward differentiation formulas of variable order and step size, solved by Newton's iteration with a "
        "Jacobian by "
        "finite differences, which is kept as long as it serves. Fixed steps are of the implicit Euler method, order "
        "1.\n\n"
        "**Source:** Hindmarsh et al., *SUNDIALS*, ACM TOMS 31 (2005) 363; Hairer, Wanner, *Solving ODEs II*, V.1.";
    static constexpr int order = 1, highestOrder = 5;

    explicit CvodeBdf(const System& system) : Cvode(system, CvodeSolver::Method::Bdf, label, highestOrder) {}
};

class CvodeAdams : public Cvode {
public:
    static constexpr const char* key = "cvodeAdams";
    static constexpr const char* label = "Adams (CVODE)";
    static constexpr const char* doc =
        "Orders 1 to 12, with the fewest evaluations where the motion is smooth, evaluations are expensive and nothing "
        "is "
        "stiff.";
    static constexpr const char* reference =
        "Adams-Moulton formulas of variable order and step size, solved by functional iteration. Fixed steps are of "
        "the "
        "implicit Euler method, order 1.\n\n"
        "**Source:** Hindmarsh et al., *SUNDIALS*, ACM TOMS 31 (2005) 363; Hairer, Nørsett, Wanner, *Solving ODEs I*, "
        "III.1, III.7.";
    static constexpr int order = 1, highestOrder = 12;

    explicit CvodeAdams(const System& system) : Cvode(system, CvodeSolver::Method::Adams, label, highestOrder) {}
};

}  // namespace trammel
