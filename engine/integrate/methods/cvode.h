// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "integrate/explicit_runge_kutta.h"
#include "integrate/methods/cvode_solver.h"
#include "integrate/methods/dormand_prince_853.h"

namespace trammel {

/// The variable-order multistep methods of CVODE.
///
/// Error weights are those of calcErrorNorm(), so that CVODE's norm is between the engine's and √3 times it, times an
/// accumulation factor. BDF projects q and u within each attempt, including the error estimate, through CVODE's
/// projection interface; Adams, for which CVODE has none, projects the end of each step and continues from there. Dense
/// output is the polynomial of the step, corrected near its start for the gap to the end of the previous step. With
/// fixed steps there is no history for higher orders: each is a step of the implicit Euler method.
///
/// Near a singular pose, rates off the constraints are ill-determined, and CVODE, which tests errors before projection,
/// takes ever smaller steps. When Adams' method crawls or fails, one step of Dormand and Prince's 8(5,3), which tests
/// the error after projection, passes that pose; the history restarts behind it.
///
/// Cost: one or two f per step plus one at its end; with BDF occasionally a finite-difference Jacobian, one f per
/// variable.
class Cvode : public ExplicitRungeKutta, private MultistepProblem {
public:
    Cvode(const System& system, CvodeSolver::Method method, const char* name, int highestOrder,
          const ButcherTableau& oneStep = DormandPrince853::tableau);

    int getMethodMinOrder() const override { return 1; }
    int getMethodMaxOrder() const override { return highestOrder_; }
    /// Limits the order from the next initialize() on. Throws Exception for an order below 1 or above the present
    /// limit.
    void setHighestOrder(int order);

protected:
    void startMethod(int ny, bool fromScratch) override;
    bool takeStep(Real tMax) override;
    void interpolate(Real t, State& scratch, Vector& y) override;
    void visitMemory(MemoryVisitor& visitor) override;
    bool recoverHistory() override;
    /// One step of the one-step method, after beginStep(); the history restarts behind it.
    bool takeOneStep(Real tMax);
    /// Called for each evaluation of f within a multistep step.
    virtual void noteEvaluation() {}
    /// Number of factorizations of the matrix of Newton's iteration in this history.
    long getNumFactorizations() const { return counted_.factorizations; }

private:
    bool calcRates(Real t, const In& y, Out& rates) override;
    bool calcJacobian(Real t, const In& y, const In& rates, OutMatrix& jacobian) override;
    void calcErrorWeights(const In& y, Out& weights) override;
    bool calcProjection(Real t, const In& y, Out& correction, Out& error) override;

    void makeSolver();
    void restart(Real firstStep);
    /// Sets the advanced State to @p y at @p t.
    void setAdvanced(Real t, const Vector& y);
    void setVariable(int i, Real value);
    /// ∂f by variable @p i; false if f cannot be evaluated on either side of it.
    bool calcColumn(int i, const In& y, const In& rates, OutMatrix& jacobian);
    /// One CVODE step; with Adams' method, including the projection of its end.
    CvodeSolver::Outcome attempt(Real tMax);
    bool takeMultistep(Real tMax);
    /// One step of the one-step method; the advanced State must be at the start of a step.
    bool takeBridge(Real tMax);
    bool isCrawling();
    bool isProjected() const { return method_ == CvodeSolver::Method::Bdf; }
    bool failStep(CvodeSolver::Outcome outcome);
    void count();
    void beginHistory();

    const CvodeSolver::Method method_;
    int highestOrder_;

    std::unique_ptr<CvodeSolver> solver_;
    CvodeSolver::Counts counted_;
    bool restartNeeded_ = true;
    /// True if the last evaluation of f failed.
    bool notEvaluable_ = false;
    /// True if the last step was taken by the one-step method.
    bool bridged_ = false;
    /// Usual step size of this history, largest step size since the start, and start of the interval examined for
    /// crawling, s.
    Real usualStep_ = 0, longestStep_ = 0, countedFrom_ = NaN;
    /// CVODE's history cannot be saved, but is reproduced by repeating its steps: start,
    State historyStart_;
    /// number of steps,
    long historySteps_ = 0;
    /// and latest ends of steps: the number of the step from which each was in force, and its time, s.
    std::vector<Real> stops_;
    /// True with prescribed values or constraints: the end of a step may have to be moved.
    bool movable_ = true;
    Vector y_, yError_;
    /// Gap between the polynomial of the last step and its start; empty until needed.
    Vector miss_;
    bool missKnown_ = false;
};

class CvodeBdf : public Cvode {
public:
    static constexpr const char* key = "cvodeBdf";
    static constexpr const char* label = "BDF (CVODE)";
    static constexpr const char* doc =
        "Implicit, orders 1 to 5: for stiff systems, where explicit methods take very small steps. For bodies that "
        "touch, Automatic uses it where it pays.";
    static constexpr const char* reference =
        "Backward differentiation formulas of variable order and step size, solved by Newton's iteration with a "
        "finite-difference Jacobian, which is reused while it converges. Fixed steps use the implicit Euler method, "
        "order 1.\n\n**Source:** Hindmarsh et al., *SUNDIALS*, ACM TOMS 31 (2005) 363; Hairer, Wanner, *Solving ODEs "
        "II*, V.1.";
    static constexpr int order = 1, highestOrder = 5;

    explicit CvodeBdf(const System& system) : Cvode(system, CvodeSolver::Method::Bdf, label, highestOrder) {}
};

class CvodeAdams : public Cvode {
public:
    static constexpr const char* key = "cvodeAdams";
    static constexpr const char* label = "Adams (CVODE)";
    static constexpr const char* doc = "Orders 1 to 12, with the fewest evaluations for smooth, nonstiff motion.";
    static constexpr const char* reference =
        "Adams-Moulton formulas of variable order and step size, solved by functional iteration. Fixed steps use the "
        "implicit Euler method, order 1.\n\n**Source:** Hindmarsh et al., *SUNDIALS*, ACM TOMS 31 (2005) 363; Hairer, "
        "Nørsett, Wanner, *Solving ODEs I*, III.1, III.7.";
    static constexpr int order = 1, highestOrder = 12;

    explicit CvodeAdams(const System& system) : Cvode(system, CvodeSolver::Method::Adams, label, highestOrder) {}
};

}  // namespace trammel
