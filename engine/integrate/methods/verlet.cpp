// SPDX-License-Identifier: Apache-2.0
#include "integrate/methods/verlet.h"

#include <algorithm>

namespace trammel {

namespace {
constexpr int MostIterations = 10;
/// Convergence: u and z change by less than this, and by less than this fraction of the accuracy.
constexpr Real LargestChange = 1e-4;
constexpr Real PartOfAccuracy = 0.1;
}  // namespace

void Verlet::allocateMethod(int ny) {
    for (Vector* v : {&qDotDot0_, &explicit_, &change_}) v->resize(ny);
    qDotDot0_.setToZero();
    change_.setToZero();
}

bool Verlet::takeStep(Real tMax) {
    const State& start = getAdvancedState();
    qDotDot0_.head(start.getNQ()) = start.getQDotDot();
    return OneStepIntegrator::takeStep(tMax);
}

bool Verlet::attemptStep(Real t1, Vector& y1, Vector& yError) {
    const Step& step = getStep();
    const Real h = t1 - step.t0;
    State& state = updAdvancedState();
    const int nq = state.getNQ(), nu = state.getNU(), nz = state.getNZ();
    const auto restOf = [&](auto& y) { return y.tail(nu + nz); };

    explicit_ = step.y0 + h * step.ydot0;
    y1 = explicit_ + (0.5 * h * h) * qDotDot0_;
    state.updTime() = t1;
    state.updY() = y1;

    const Real tolerance = std::min(LargestChange, PartOfAccuracy * getSettings().accuracy);
    for (int iteration = 1;; ++iteration) {
        ++updStatistics().iterations;
        if (!evaluate(state)) return false;
        restOf(change_) = restOf(step.y0) + (0.5 * h) * (restOf(step.ydot0) + restOf(state.getYDot())) - restOf(y1);
        restOf(y1) += restOf(change_);
        yError.head(nq) = y1.head(nq) - step.y0.head(nq) - (0.5 * h) * (step.ydot0.head(nq) + state.getYDot().head(nq));
        const ErrorSize change = calcErrorNorm(state, change_, true);
        if (change.norm == 0) break;
        state.updU() = y1.segment(nq, nu);
        state.updZ() = y1.tail(nz);
        if (change.norm <= tolerance) break;
        if (iteration == MostIterations) {
            setLastProblem("The iteration for the " + getSystem().describeY(state, change.worst) +
                           " within a step does not converge.");
            return false;
        }
    }

    restOf(yError) = restOf(y1) - restOf(explicit_);
    return true;
}

}  // namespace trammel
