// SPDX-License-Identifier: Apache-2.0
#include "integrate/methods/semi_explicit_euler.h"

namespace trammel {

void SemiExplicitEuler::allocateMethod(int ny) {
    for (Vector* v : {&whole_, &half_, &halfDot_}) v->resize(ny);
}

void SemiExplicitEuler::advance(const System& system, State& state, Real t0, const Vector& y0, const Vector& ydot0,
                                Real h, Vector& y1) {
    const int nq = state.getNQ();
    y1 = y0 + h * ydot0;
    // Compute qdot from the new speeds at the old q.
    y1.head(nq) = y0.head(nq);
    state.updTime() = t0;
    state.updY() = y1;
    system.realize(state, Stage::Velocity);
    y1.head(nq) += h * state.getQDot();
}

bool SemiExplicitEuler::attemptStep(Real t1, Vector& y1, Vector& yError) {
    const Step& step = getStep();
    const Real h = t1 - step.t0;
    State& state = updAdvancedState();
    if (getSettings().fixedStepSize > 0) {
        advance(getSystem(), state, step.t0, step.y0, step.ydot0, h, y1);
        yError.setToZero();
    } else {
        advance(getSystem(), state, step.t0, step.y0, step.ydot0, h, whole_);
        advance(getSystem(), state, step.t0, step.y0, step.ydot0, 0.5 * h, half_);
        state.updTime() = step.t0 + 0.5 * h;
        state.updY() = half_;
        if (!evaluate(state)) return false;
        half_ = state.getY();
        halfDot_ = state.getYDot();
        advance(getSystem(), state, step.t0 + 0.5 * h, half_, halfDot_, 0.5 * h, y1);
        yError = y1 - whole_;
    }
    state.updTime() = t1;
    state.updY() = y1;
    return true;
}

}  // namespace trammel
