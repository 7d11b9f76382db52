// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "integrate/methods/chebyshev_stages.h"
#include "integrate/methods/cvode.h"

namespace trammel {

/// Runge-Kutta-Merson where accuracy bounds its steps; where stability does, BDF for few variables, else
/// Runge-Kutta-Chebyshev.
///
/// To a method for stiff systems: after the number of steps that Hairer's test of stiffness needs. Back: when a sequence of
/// steps took more evaluations than steps of Merson's method at its stability limit would have taken, in which case the
/// other method is next and the next change waits longer; or after many steps, to see whether the system is still stiff.
/// Steps of one size are all Merson's.
class AutomaticIntegrator : public Cvode {
public:
    static constexpr const char* key = "automatic";
    static constexpr const char* label = "Automatic (Merson, BDF, Chebyshev)";
    static constexpr const char* doc =
        "Runge-Kutta-Merson, and BDF or Chebyshev while stability bounds its steps: for bodies that touch.";
    static constexpr const char* reference =
        "Steps of Runge-Kutta-Merson 4(3) while accuracy bounds them: without stiffness they are the same. When 15 "
        "steps "
        "in succession are bounded by stability, as those of bodies that rest with friction, BDF takes over in models "
        "of up to 400 variables, and Runge-Kutta-Chebyshev 2 in larger ones or where BDF does not pay; each for as "
        "long "
        "as it needs fewer evaluations than Runge-Kutta-Merson would. Runs of models with contact forces or other "
        "friction with a transition speed use it unless the settings name another integrator. The log says how many "
        "steps each method took.\n\n**Source:** the three methods; test of stiffness: Hairer, Wanner, *Solving ODEs "
        "II*, IV.2; choice: derived here.";
    static constexpr int order = 4;

    explicit AutomaticIntegrator(const System& system);
    int getMethodMinOrder() const override { return 1; }
    std::string describeMethods() const override;
    std::string getAdvice() const override;

protected:
    int getErrorOrder() const override;
    void startMethod(int ny, bool fromScratch) override;
    void allocateMethod(int ny) override;
    bool takeStep(Real tMax) override;
    bool attemptStep(Real t1, Vector& y1, Vector& yError) override;
    Real estimateStabilityUse(int& fastest) override;
    Real calcEndMismatch(const State& end, Real t1) override;
    void visitMemory(MemoryVisitor& visitor) override;
    bool recoverHistory() override;
    void noteEvaluation() override;

private:
    enum class Method { Merson, Bdf, Chebyshev };
    void chooseMethod();
    void turnTo(Method method);
    void beginSequence();
    /// One step of Merson's or Chebyshev's method.
    bool takeExplicitStep(Real tMax);
    void noteStep();
    ChebyshevStages::Start start() const { return {getStep().t0, getStep().y0, getStep().ydot0}; }

    ChebyshevStages stages_;
    Method inUse_ = Method::Merson, stiffMethod_ = Method::Bdf;
    /// BDF failed since the start or the last event: it is not tried again.
    bool bdfFails_ = false;
    /// Steps since the last change, and those for which Merson's method is kept.
    long steps_ = 0, rest_ = 0;
    /// s: step of Merson's method at its stability limit, when it was last left.
    Real stableStep_ = NaN;
    /// In the current sequence of steps of a method for stiff systems: number of steps, evaluations including the
    /// equivalent of the linear algebra, and evaluations that Merson's method would have needed.
    int sequence_ = 0;
    Real evaluations_ = 0, otherEvaluations_ = 0;
    long factorizations_ = 0;
    /// Since the start, by method.
    long taken_[3] = {0, 0, 0};
};

}  // namespace trammel
