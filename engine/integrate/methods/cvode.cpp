// SPDX-License-Identifier: Apache-2.0
#include "integrate/methods/cvode.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/exceptions.h"
#include "base/numerical_failure.h"
#include "integrate/step_limits.h"

namespace trammel {

namespace {
/// With fixed steps any error is accepted.
constexpr Real FixedStepSlack = 1e9;
/// Stricter local error, so that the global error matches the requested accuracy (see ButcherTableau::errorFactor).
/// Errors of BDF accumulate in one direction, and its orders from 3 on amplify undamped oscillations.
constexpr Real BdfErrorFactor = 4000, AdamsErrorFactor = 100;
/// Relative to a variable's value: smaller errors are indistinguishable from rounding.
constexpr Real FinestError = 10 * Eps;
/// The history restarts after this many changes of the end of steps, to bound the memory.
constexpr std::size_t MostStops = 1000;
/// Factor of the next attempt after the end of a step was rejected.
constexpr Real ShorterAfterRefusal = 0.25;
/// This many steps that together are shorter than this fraction of the longest one count as crawling.
constexpr long CrawlingSteps = 50;
constexpr Real CrawlingPart = 0.1;
/// Fraction of the usual step below which Adams' method does not shrink it but lets the one-step method take the step.
/// The usual step decays by a factor with each shorter step.
constexpr Real CollapsedPart = 0.2, ForgottenPerStep = 0.95;
/// First step size of the one-step method, in longest steps of Adams' method.
constexpr Real BridgeLength = 4;
}  // namespace

Cvode::Cvode(const System& system, CvodeSolver::Method method, const char* name, int highestOrder,
             const ButcherTableau& oneStep)
    : ExplicitRungeKutta(system, oneStep, name), method_(method), highestOrder_(highestOrder) {}

void Cvode::setHighestOrder(int order) {
    if (order < 1 || order > highestOrder_)
        throw Exception("Cvode::setHighestOrder(): the maximum order must be in 1 .. " + std::to_string(highestOrder_) +
                        ", not " + std::to_string(order) + ".");
    highestOrder_ = order;
    solver_.reset();
}

void Cvode::startMethod(int ny, bool fromScratch) {
    OneStepIntegrator::startMethod(ny, fromScratch);
    for (Vector* v : {&y_, &yError_, &miss_}) v->resize(ny);
    movable_ = getAdvancedState().getNYErr() > 0 || std::ranges::count(getPrescribed(), 1) > 0;
    restartNeeded_ = true;
    bridged_ = false;
    historySteps_ = 0;
    if (fromScratch) longestStep_ = 0;
    const IntegratorSettings& settings = getSettings();
    updStatistics().nextStepSize = settings.fixedStepSize > 0 ? settings.fixedStepSize : settings.initialStepSize;
}

// --- Callbacks of CVODE ---

void Cvode::setAdvanced(Real t, const Vector& y) {
    State& state = updAdvancedState();
    state.updTime() = t;
    state.updY() = y;
}

bool Cvode::calcRates(Real t, const In& y, Out& rates) {
    y_ = y.head(y_.size());
    setAdvanced(t, y_);
    rates.tail(rates.size() - y_.size()).setZero();
    noteEvaluation();
    notEvaluable_ = !evaluate(updAdvancedState());
    if (notEvaluable_) return false;
    rates.head(y_.size()) = getAdvancedState().getYDot();
    return true;
}

void Cvode::calcErrorWeights(const In& y, Out& weights) {
    const State& state = getAdvancedState();
    const int ny = state.getNY(), nq = state.getNQ(), nu = state.getNU(), nz = state.getNZ();
    // The root mean square over all variables must equal a group's if only that group has errors.
    const bool infinityNorm = getSettings().useInfinityNorm;
    const auto share = [&](int n) { return std::sqrt(Real(std::max(ny, 1)) / (infinityNorm ? 1 : n)); };
    const Real accuracy =
        getSettings().accuracy / (method_ == CvodeSolver::Method::Bdf ? BdfErrorFactor : AdamsErrorFactor);
    const auto weigh = [&](int i, int n, Real size) {
        weights[i] = share(n) / std::max(accuracy * size, FinestError * std::abs(y[i]));
    };
    weights.setOnes();
    for (int i = 0; i < nq; ++i) weigh(i, nq, 1);
    for (int i = 0; i < nu; ++i) weigh(nq + i, nu, std::max(std::abs(y[nq + i]), 1 / state.getUWeights()[i]));
    for (int i = 0; i < nz; ++i) weigh(nq + nu + i, nz, 1 / state.getZWeights()[i]);
    // Not zero, since its inverse is used.
    constexpr Real None = 1e-100;
    for (int i = 0; i < ny; ++i)
        if (getPrescribed()[std::size_t(i)] || weights[i] == 0) weights[i] = None;
}

void Cvode::setVariable(int i, Real value) {
    State& state = updAdvancedState();
    const int nq = state.getNQ(), nu = state.getNU();
    if (i < nq)
        state.updQ()[i] = value;
    else if (i < nq + nu)
        state.updU()[i - nq] = value;
    else
        state.updZ()[i - nq - nu] = value;
}

bool Cvode::calcColumn(int i, const In& y, const In& rates, OutMatrix& jacobian) {
    const State& state = getAdvancedState();
    const int nq = state.getNQ(), nu = state.getNU();
    const Real weight = i < nq ? 1 : i < nq + nu ? state.getUWeights()[i - nq] : state.getZWeights()[i - nq - nu];
    const Real step = std::sqrt(Eps) * std::max(std::abs(y[i]), weight > 0 ? 1 / weight : 1);
    for (const Real move : {step, -step}) {
        const Real there = y[i] + move;
        setVariable(i, there);
        noteEvaluation();
        const bool done = evaluate(updAdvancedState());
        if (done) jacobian.col(i).head(y_.size()) = (state.getYDot() - rates.head(y_.size())) / (there - y[i]);
        setVariable(i, y[i]);
        if (done) return true;
    }
    return false;
}

bool Cvode::calcJacobian(Real t, const In& y, const In& rates, OutMatrix& jacobian) {
    y_ = y.head(y_.size());
    setAdvanced(t, y_);
    jacobian.setZero();
    // Coordinates first: values that depend on them alone are then reused while speeds vary.
    for (int i = 0; i < y_.size(); ++i)
        if (!getPrescribed()[std::size_t(i)] && !calcColumn(i, y, rates, jacobian)) return false;
    return true;
}

bool Cvode::calcProjection(Real t, const In& y, Out& correction, Out& error) {
    const bool fixed = getSettings().fixedStepSize > 0;
    State& state = updAdvancedState();
    correction.setZero();
    if (!movable_) return true;
    y_ = y.head(y_.size());
    yError_ = error.head(y_.size());
    setAdvanced(t, y_);
    try {
        getSystem().prescribe(state);
        if (project(state, yError_, false, !fixed) != Projection::Done) return false;
    } catch (const NumericalFailure& e) {
        setLastProblem(e.what());
        return false;
    }
    correction.head(y_.size()) = state.getY() - y_;
    error.head(y_.size()) = yError_;
    return true;
}

// --- Steps ---

void Cvode::makeSolver() {
    // A model without variables takes steps too.
    if (const int size = std::max(getAdvancedState().getNY(), 1); !solver_ || solver_->getSize() != size) {
        MultistepProblem& problem = *this;
        solver_ = std::make_unique<CvodeSolver>(method_, problem, size);
        solver_->setHighestOrder(highestOrder_);
        counted_ = {};
    }
}

void Cvode::restart(Real firstStep) {
    count();
    solver_->restart(getStep().t0, getStep().y0, firstStep, getSystem().getDefaultTimeScale());
    counted_ = {};
    restartNeeded_ = false;
}

bool Cvode::takeStep(Real tMax) {
    const bool fixed = getSettings().fixedStepSize > 0;
    const bool crawling = isCrawling();
    // If the advanced State was changed by an event or from outside, CVODE's history is invalid.
    restartNeeded_ |= fixed || getAdvancedTime() != getStep().t1 || getAdvancedState().getY() != getStep().y1 ||
                      stops_.size() >= 2 * MostStops;
    if (fixed)
        historySteps_ = 0;
    else if (restartNeeded_)
        beginHistory();
    beginStep();
    if (!crawling && takeMultistep(tMax)) return true;
    if (isProjected() || fixed) return false;
    // If the one-step method fails too, its failure is reported.
    updFailure().reset();
    return takeBridge(tMax);
}

bool Cvode::isCrawling() {
    if (isProjected() || getSettings().fixedStepSize > 0) return false;
    if (historySteps_ == 0 || historySteps_ % CrawlingSteps != 0) return false;
    const Real advance = getAdvancedTime() - std::exchange(countedFrom_, getAdvancedTime());
    return advance < CrawlingPart * std::min(longestStep_, getWantedStepSize());
}

bool Cvode::takeBridge(Real tMax) {
    wantStepSize(BridgeLength * longestStep_);
    return takeOneStep(tMax);
}

bool Cvode::takeOneStep(Real tMax) {
    bridged_ = takeBegunStep(tMax);
    restartNeeded_ = true;
    historySteps_ = 0;
    return bridged_;
}

bool Cvode::takeMultistep(Real tMax) {
    const IntegratorSettings& settings = getSettings();
    const bool fixed = settings.fixedStepSize > 0;
    bridged_ = false;
    const Real t0 = getStep().t0, shortest = shortestStep(settings, t0);
    missKnown_ = false;
    const bool collapsible = !isProjected() && !fixed && !restartNeeded_;
    const Real least = collapsible ? std::max(shortest, CollapsedPart * usualStep_) : shortest;
    makeSolver();
    solver_->setStepLimits(least, fixed ? 0 : settings.maximumStepSize);
    solver_->setErrorSlack(fixed ? FixedStepSlack : 1);
    if (fixed) tMax = endOfStep(settings, t0, settings.fixedStepSize, tMax);
    // CVODE shortens the next step to the end that this one had, too.
    if (!fixed && (stops_.empty() || stops_.back() != tMax)) stops_.insert(stops_.end(), {Real(historySteps_), tMax});
    Real firstStep = fixed ? tMax - t0 : settings.initialStepSize;
    if (fixed) solver_->setStepLimits(firstStep, 0);
    if (restartNeeded_) restart(firstStep);

    auto outcome = attempt(tMax);
    // CVODE accepted the step, but the State at its end is invalid: restart with a smaller step.
    while (outcome != CvodeSolver::Outcome::Advanced && !fixed) {
        firstStep = ShorterAfterRefusal * (solver_->getTime() - t0);
        if (firstStep < least) break;
        ++(outcome == CvodeSolver::Outcome::OffConstraints ? updStatistics().projectionFailures
                                                           : updStatistics().convergenceFailures);
        restart(firstStep);
        outcome = attempt(tMax);
    }
    count();
    if (outcome != CvodeSolver::Outcome::Advanced) return failStep(outcome);
    finishStep();
    const Real h = getStep().t1 - t0;
    if (!fixed) {
        ++historySteps_;
        usualStep_ = std::max(h, ForgottenPerStep * usualStep_);
        longestStep_ = std::max(longestStep_, h);
    }

    IntegratorStatistics& statistics = updStatistics();
    setLimitingIndex(y_.size() > 0 ? solver_->findWorst() : -1);
    if (statistics.stepsTaken++ == 0) statistics.initialStepSize = h;
    statistics.lastStepSize = h;
    statistics.nextStepSize = fixed ? settings.fixedStepSize : solver_->getNextStepSize();
    return true;
}

CvodeSolver::Outcome Cvode::attempt(Real tMax) {
    using Outcome = CvodeSolver::Outcome;
    // An iteration may fail because f could not be evaluated.
    if (const Outcome outcome = solver_->step(tMax); outcome != Outcome::Advanced)
        return outcome == Outcome::NotSolvable && notEvaluable_ ? Outcome::NotEvaluable : outcome;
    State& state = updAdvancedState();
    y_ = solver_->getY().head(y_.size());
    // Skip if a projection has just moved the State there.
    if (state.getTime() != solver_->getTime() || state.getY() != y_) setAdvanced(solver_->getTime(), y_);
    if (!isProjected() && movable_) {
        yError_.setZero();
        try {
            getSystem().prescribe(state);
            if (project(state, yError_, false, getSettings().fixedStepSize == 0) != Projection::Done)
                return Outcome::OffConstraints;
        } catch (const NumericalFailure& e) {
            setLastProblem(e.what());
            return Outcome::NotEvaluable;
        }
        if (state.getY() != y_) solver_->moveTo(state.getY());
    }
    return evaluate(state) ? Outcome::Advanced : Outcome::NotEvaluable;
}

void Cvode::count() {
    const CvodeSolver::Counts now = solver_->getCounts();
    IntegratorStatistics& statistics = updStatistics();
    statistics.stepsAttempted += now.attempted - counted_.attempted;
    statistics.errorTestFailures += now.errorFailures - counted_.errorFailures;
    statistics.convergenceFailures += now.solverFailures - counted_.solverFailures;
    statistics.projectionFailures += now.projectionFailures - counted_.projectionFailures;
    statistics.iterations += now.iterations - counted_.iterations;
    counted_ = now;
}

bool Cvode::failStep(CvodeSolver::Outcome outcome) {
    using Outcome = CvodeSolver::Outcome;
    const Real t0 = getStep().t0, shortest = shortestStep(getSettings(), t0);
    const int worst = y_.size() > 0 ? solver_->findWorst() : -1;
    setLimitingIndex(worst);
    switch (outcome) {
        case Outcome::OffConstraints:
            updFailure() = constraintFailure(t0, shortest, describeWorstConstraint(), getWorstConstraintError(),
                                             getAccuracyInUse());
            break;
        case Outcome::NotEvaluable: updFailure() = evaluationFailure(t0, shortest, getLastProblem()); break;
        case Outcome::NotSolvable: updFailure() = iterationFailure(t0, shortest, getLimitingVariable()); break;
        case Outcome::TooInaccurate:
        case Outcome::Advanced: updFailure() = errorTestFailure(t0, shortest, getLimitingVariable()); break;
    }
    if (const Real fixed = getSettings().fixedStepSize; fixed > 0) describeFixedStep(*updFailure(), fixed);
    undoStep();
    return false;
}

// --- Memory ---

void Cvode::beginHistory() {
    historyStart_ = getAdvancedState();
    countedFrom_ = getAdvancedTime();
    usualStep_ = 0;
    historySteps_ = 0;
    stops_.clear();
    stops_.reserve(2 * MostStops);
}

void Cvode::visitMemory(MemoryVisitor& visitor) {
    ExplicitRungeKutta::visitMemory(visitor);
    visitor.value("bridged", bridged_);
    visitor.value("largest step", longestStep_);
    visitor.value("crawling is counted from", countedFrom_);
    visitor.value("steps of the history", historySteps_);
    visitor.list("step ends of the history", stops_);
    if (historySteps_ > 0) visitor.state("start of the history", historyStart_);
}

bool Cvode::recoverHistory() {
    const State end = getAdvancedState();
    const long steps = historySteps_;
    const std::vector<Real> stops = stops_;
    const Real countedFrom = countedFrom_;
    if (steps == 0) return true;
    State& state = updAdvancedState();
    state = historyStart_;
    getSystem().realizeModel(state);
    if (!evaluate(state)) return false;
    restartNeeded_ = true;
    beginHistory();
    Real stepEnd = Infinity;
    for (long i = 0, next = 0; i < steps; ++i) {
        for (; next < long(stops.size()) && stops[std::size_t(next)] <= Real(i); next += 2)
            stepEnd = stops[std::size_t(next) + 1];
        beginStep();
        if (!takeMultistep(stepEnd)) return false;
    }
    countedFrom_ = countedFrom;
    state = end;
    return evaluate(state);
}

// --- Dense output ---

void Cvode::interpolate(Real t, State& scratch, Vector& y) {
    const Step& step = getStep();
    if (bridged_) return ExplicitRungeKutta::interpolate(t, scratch, y);
    if (getSettings().fixedStepSize > 0) return interpolateHermite(t, y);
    if (!missKnown_) {
        solver_->interpolate(step.t0, miss_);
        miss_ = step.y0 - miss_;
        missKnown_ = true;
    }
    solver_->interpolate(t, y);
    const Real theta = (t - step.t0) / (step.t1 - step.t0), rest = 1 - theta;
    y += rest * rest * (1 + 2 * theta) * miss_;
}

}  // namespace trammel
