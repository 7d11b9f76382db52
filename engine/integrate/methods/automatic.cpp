// SPDX-License-Identifier: Apache-2.0
#include "integrate/methods/automatic.h"

#include <algorithm>
#include <utility>

#include "integrate/methods/runge_kutta_chebyshev.h"
#include "integrate/methods/runge_kutta_merson.h"

namespace trammel {

namespace {
/// Variables up to which BDF is tried first: its Jacobian costs an evaluation each, its factors the cube of their number.
constexpr int FewVariables = 400;
/// Steps of which the evaluations are compared, and those before them: the first ones are short, and of BDF of low order.
constexpr int SequenceLength = 40, WarmUp = 50;
/// Steps that Merson's method keeps after the others have proved dearer, at first and at most.
constexpr long FirstRest = 50, LongestRest = 3200;
/// Steps after which a method for stiff systems is left to see whether the system is still stiff.
constexpr long LookAfter = 1000;
/// Linear algebra of BDF in evaluations, measured: an iteration costs n over the first, factors n² over the second.
constexpr Real IterationsPerVariable = 100, FactorsPerSquare = 600;
}  // namespace

AutomaticIntegrator::AutomaticIntegrator(const System& system)
    : Cvode(system, CvodeSolver::Method::Bdf, label, CvodeBdf::highestOrder, RungeKuttaMerson::tableau),
      stages_([this](State& s) {
          ++evaluations_;
          return evaluate(s);
      }) {}

int AutomaticIntegrator::getErrorOrder() const {
    return inUse_ == Method::Chebyshev ? ChebyshevStages::errorOrder : Cvode::getErrorOrder();
}

void AutomaticIntegrator::startMethod(int ny, bool fromScratch) {
    inUse_ = Method::Merson;
    stiffMethod_ = ny <= FewVariables ? Method::Bdf : Method::Chebyshev;
    steps_ = rest_ = 0;
    bdfFails_ = false;
    if (fromScratch) std::ranges::fill(taken_, 0);
    Cvode::startMethod(ny, fromScratch);
}

void AutomaticIntegrator::allocateMethod(int ny) {
    Cvode::allocateMethod(ny);
    stages_.allocate(ny);
}

void AutomaticIntegrator::visitMemory(MemoryVisitor& visitor) {
    Cvode::visitMemory(visitor);
    stages_.visitMemory(visitor);
    visitor.value("method in use", inUse_);
    visitor.value("method for stiffness", stiffMethod_);
    visitor.value("BDF fails", bdfFails_);
    visitor.value("steps since the last change of the method", steps_);
    visitor.value("steps kept for Merson's method", rest_);
    visitor.value("stable step", stableStep_);
    visitor.value("steps of the sequence", sequence_);
    visitor.value("evaluations of the sequence", evaluations_);
    visitor.value("evaluations by Merson's method", otherEvaluations_);
    visitor.value("factorizations", factorizations_);
    visitor.value("steps of Merson's method", taken_[0]);
    visitor.value("steps of BDF", taken_[1]);
    visitor.value("steps of Chebyshev's method", taken_[2]);
}

bool AutomaticIntegrator::recoverHistory() {
    const Real evaluations = evaluations_;
    const bool recovered = Cvode::recoverHistory();
    evaluations_ = evaluations;
    return recovered;
}

void AutomaticIntegrator::noteEvaluation() { evaluations_ += 1 + getAdvancedState().getNY() / IterationsPerVariable; }

void AutomaticIntegrator::turnTo(Method method) {
    // An event or the end of a report may have cut the last step.
    if (inUse_ == Method::Merson) stableStep_ = std::max(getStep().t1 - getStep().t0, getWantedStepSize());
    if (method == Method::Merson) {
        limitStepSize(stableStep_);
        forgetLimits();
    }
    if (method == Method::Chebyshev) stages_.allocate(getAdvancedState().getNY());
    inUse_ = method;
    steps_ = 0;
    beginSequence();
}

void AutomaticIntegrator::beginSequence() {
    sequence_ = 0;
    evaluations_ = 0;
    otherEvaluations_ = 0;
}

void AutomaticIntegrator::chooseMethod() {
    if (getSettings().fixedStepSize > 0) return;
    if (inUse_ == Method::Merson) {
        if (isLimitedByStability() && steps_ >= rest_) turnTo(stiffMethod_);
        return;
    }
    if (sequence_ < SequenceLength || steps_ < WarmUp) return;
    if (evaluations_ > otherEvaluations_) {
        // Each of the two has its turn.
        const bool isFirst = rest_ == 0;
        rest_ = std::clamp(2 * rest_, FirstRest, LongestRest);
        const bool mayUseBdf = !bdfFails_ && getAdvancedState().getNY() <= FewVariables;
        stiffMethod_ = inUse_ != Method::Bdf && mayUseBdf ? Method::Bdf : Method::Chebyshev;
        turnTo(isFirst && inUse_ == Method::Bdf ? Method::Chebyshev : Method::Merson);
    } else if (steps_ >= LookAfter) {
        rest_ = 0;
        turnTo(Method::Merson);
    } else {
        rest_ = 0;
        beginSequence();
    }
}

bool AutomaticIntegrator::takeStep(Real tMax) {
    chooseMethod();
    if (inUse_ == Method::Bdf) {
        if (Cvode::takeStep(tMax)) {
            noteStep();
            return true;
        }
        updFailure().reset();
        bdfFails_ = true;
        stiffMethod_ = Method::Chebyshev;
        rest_ = std::clamp(2 * rest_, FirstRest, LongestRest);
        turnTo(Method::Merson);
    }
    if (!takeExplicitStep(tMax)) return false;
    noteStep();
    return true;
}

bool AutomaticIntegrator::takeExplicitStep(Real tMax) {
    beginStep();
    if (inUse_ == Method::Merson) return takeOneStep(tMax);
    const Real longest = stages_.begin(updAdvancedState(), start());
    return takeOneStep(std::min(tMax, getStep().t0 + longest));
}

void AutomaticIntegrator::noteStep() {
    ++taken_[int(inUse_)];
    ++steps_;
    if (inUse_ == Method::Merson) return;
    if (steps_ == WarmUp) return beginSequence();
    ++sequence_;
    if (inUse_ == Method::Bdf) {
        // A new history counts from 0.
        const long before = std::exchange(factorizations_, getNumFactorizations());
        const long more = factorizations_ - (factorizations_ < before ? 0 : before);
        evaluations_ += Real(more) * square(getAdvancedState().getNY()) / FactorsPerSquare;
    }
    const Real fastest = inUse_ == Method::Chebyshev ? stages_.getRate() / getStabilityLimit() : 1 / stableStep_;
    otherEvaluations_ += getTableau().stages() * (getStep().t1 - getStep().t0) * fastest;
}

bool AutomaticIntegrator::attemptStep(Real t1, Vector& y1, Vector& yError) {
    if (inUse_ == Method::Merson) return Cvode::attemptStep(t1, y1, yError);
    return stages_.attempt(updAdvancedState(), start(), t1, getSettings().accuracy, y1, yError);
}

Real AutomaticIntegrator::estimateStabilityUse(int& fastest) {
    return inUse_ == Method::Merson ? Cvode::estimateStabilityUse(fastest) : 0;
}

Real AutomaticIntegrator::calcEndMismatch(const State& end, Real t1) {
    return inUse_ == Method::Merson ? Cvode::calcEndMismatch(end, t1) : 0;
}

std::string AutomaticIntegrator::getAdvice() const {
    // Not to use BDF, which it tries itself.  NOLINTNEXTLINE(bugprone-parent-virtual-call)
    if (inUse_ != Method::Merson || !isLimitedByStability() || rest_ == 0) return Integrator::getAdvice();
    return "Stability, not accuracy, limits the steps, and neither BDF nor Runge-Kutta-Chebyshev needs fewer "
           "evaluations. A larger transition speed of friction, or softer contact, allows longer steps.";
}

std::string AutomaticIntegrator::describeMethods() const {
    constexpr const char* labels[] = {RungeKuttaMerson::label, CvodeBdf::label, RungeKuttaChebyshev::label};
    std::string text;
    for (int i = 0; i < 3; ++i)
        if (taken_[i] > 0)
            text += (text.empty() ? "" : ", ") + std::to_string(taken_[i]) +
                    (!text.empty()    ? " by "
                     : taken_[i] == 1 ? " step by "
                                      : " steps by ") +
                    labels[i];
    return taken_[1] + taken_[2] > 0 ? text : std::string();
}

}  // namespace trammel
