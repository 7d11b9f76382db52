// SPDX-License-Identifier: Apache-2.0
// Integrator: helpers shared by all methods.
#include <algorithm>
#include <cmath>

#include "base/numerical_failure.h"
#include "integrate/integrator.h"
#include "math/largest_number.h"

namespace trammel {

namespace {
/// Both must have the same size.
void keep(const Vector& from, Vector& to) { std::copy_n(from.data(), from.size(), to.data()); }
}  // namespace

void Integrator::beginStep() {
    step_.t0 = advanced_.getTime();
    keep(advanced_.getY(), step_.y0);
    keep(advanced_.getYDot(), step_.ydot0);
    if (isolator_.isNeeded()) {
        system_.realize(advanced_, isolator_.getStage());
        isolator_.read(advanced_, isolator_.updStartValues());
    }
    if (!autoUpdated_.empty()) advanced_.autoUpdateDiscreteVariables();
}

void Integrator::finishStep() {
    step_.t1 = advanced_.getTime();
    keep(advanced_.getY(), step_.y1);
    keep(advanced_.getYDot(), step_.ydot1);
}

void Integrator::undoStep() {
    advanced_.updTime() = step_.t0;
    advanced_.updY() = step_.y0;
    // The start was evaluated before; the result of repeating it does not matter.
    evaluate(advanced_);
}

void Integrator::interpolate(Real t, State&, Vector& y) { interpolateHermite(t, y); }

void Integrator::interpolateHermite(Real t, Vector& y) const {
    const Real h = step_.t1 - step_.t0, theta = (t - step_.t0) / h, rest = 1 - theta;
    for (int i = 0; i < y.size(); ++i) {
        const Real rise = step_.y1[i] - step_.y0[i];
        const Real bend0 = h * step_.ydot0[i] - rise, bend1 = rise - h * step_.ydot1[i];
        y[i] = step_.y0[i] + theta * (rise + rest * (rest * bend0 + theta * bend1));
    }
}

bool Integrator::evaluate(State& state) {
    if (state.getSystemStage() < Stage::Acceleration) ++statistics_.realizations;
    try {
        if (system_.hasPrescribedMotion(state)) system_.prescribe(state);
        system_.realize(state, Stage::Acceleration);
        problem_.clear();
        if (state.getNUDotErr() > 0) setLastProblem(system_.explainImpossibleAcceleration(state));
    } catch (const NumericalFailure& e) {
        setLastProblem(e.what());
    }
    if (!problem_.empty()) return false;
    // Never true for NaN.
    const auto isSound = [](Real x) { return std::abs(x) <= largestNumber; };
    const Vector &y = state.getY(), &ydot = state.getYDot();
    if ((y.array().abs() <= largestNumber).all() && (ydot.array().abs() <= largestNumber).all()) return true;
    int worst = 0;
    while (isSound(y[worst]) && isSound(ydot[worst])) ++worst;
    const bool isRate = isSound(y[worst]);
    setLastProblem((isRate ? "The rate of change of " : "The value of ") + system_.describeY(state, worst) +
                       (std::isfinite(isRate ? ydot[worst] : y[worst]) ? " is too large to be computed."
                                                                       : " is not a finite number.") +
                       " Check the masses, inertias and forces of its elements.",
                   Problem::Diverged);
    return false;
}

Integrator::Projection Integrator::refuse(bool isPosition, ErrorSize worst, Projection why) {
    worstIsPosition_ = isPosition;
    worstConstraint_ = worst;
    return why;
}

Integrator::Projection Integrator::project(State& state, Vector& yError, bool force, bool beyondReach) {
    reachUsed_ = 0;
    // No constraints, not even the norm of a quaternion.
    if (state.getNYErr() == 0) {
        system_.realize(state, Stage::Velocity);
        return Projection::Done;
    }
    ProjectOptions options;
    options.tolerance = getConstraintToleranceInUse();
    options.force = force || settings_.projectEveryStep;
    // A projection over a long distance could end on another assembly branch.
    options.localOnly = !force;
    const Real reach = beyondReach ? std::max(2 * options.tolerance, std::sqrt(options.tolerance)) : Infinity;
    const auto isInReach = [&](const ErrorSize& error) {
        reachUsed_ = std::max(reachUsed_, error.norm / reach);
        return error.norm <= reach;
    };

    // q first: u is projected onto the tangent space at q.
    system_.realize(state, Stage::Position);
    if (const ErrorSize error = calcWeightedMaximum(state.getQErr(), state.getQErrWeights()); !isInReach(error))
        return refuse(true, error, Projection::TooFar);
    const ProjectResults q = system_.projectQ(state, yError, options);
    if (q.anyChange) ++statistics_.qProjections;
    if (q.status != ProjectResults::Status::Succeeded)
        return refuse(true, {q.errorAfter, q.worstError}, Projection::NotConverged);

    system_.realize(state, Stage::Position);
    system_.prescribeU(state);
    system_.realize(state, Stage::Velocity);
    if (const ErrorSize error = calcWeightedMaximum(state.getUErr(), state.getUErrWeights()); !isInReach(error))
        return refuse(false, error, Projection::TooFar);
    const ProjectResults u = system_.projectU(state, yError, options);
    if (u.anyChange) ++statistics_.uProjections;
    if (u.status != ProjectResults::Status::Succeeded)
        return refuse(false, {u.errorAfter, u.worstError}, Projection::NotConverged);
    system_.realize(state, Stage::Velocity);
    return Projection::Done;
}

std::string Integrator::describeWorstConstraint() const {
    const int i = worstConstraint_.worst;
    if (i < 0) return {};
    return worstIsPosition_ ? system_.describeQErr(advanced_, i) : system_.describeUErr(advanced_, i);
}

}  // namespace trammel
