// SPDX-License-Identifier: Apache-2.0
#include "integrate/methods/chebyshev_stages.h"

#include <algorithm>
#include <cmath>

namespace trammel {

namespace {

/// Damping of the stability polynomial.
constexpr Real Damping = 2. / 13;
/// Beyond, rounding of the recursion spoils the result.
constexpr int MostStages = 250;
/// The estimated rate is a lower bound.
constexpr Real RateMargin = 1.2;
/// Evaluations for the rate at the start, and later.
constexpr int FirstIterations = 20, LaterIterations = 1;
constexpr Real Settled = 0.05;
/// The error of a step, O(h^3), is multiplied by this and divided by the root of the accuracy: the errors of all steps add up
/// to O(h^2), which becomes proportional to the accuracy.
constexpr Real ErrorFactor = 0.15;

/// Stages for a step of which h times the fastest rate is @p x.
int countStages(Real x) { return std::max(2, int(std::ceil(std::sqrt(1 + x / ChebyshevStages::StabilityFactor)))); }

/// T_j(x), T_j'(x) and T_j''(x), one j after another from 0.
struct Chebyshev {
    explicit Chebyshev(Real at) : x(at), now{1, 0, 0}, next{at, 1, 0} {}
    void advance() {
        const Real after[] = {2 * x * next[0] - now[0], 2 * next[0] + 2 * x * next[1] - now[1],
                              4 * next[1] + 2 * x * next[2] - now[2]};
        std::copy(std::begin(next), std::end(next), now);
        std::copy(std::begin(after), std::end(after), next);
    }
    Real x, now[3], next[3];
};

}  // namespace

void ChebyshevStages::allocate(int ny) {
    for (Vector* v : {&direction_, &last_, &before_, &f_}) v->resize(ny);
    rate_ = 0;
    direction_.setToZero();
}

void ChebyshevStages::visitMemory(MemoryVisitor& visitor) {
    visitor.value("fastest rate", rate_);
    visitor.vector("fastest direction", direction_);
}

Real ChebyshevStages::sizeOf(const Vector& y, int nq) const {
    const Real q = y.head(nq).norm() * std::max<Real>(1, rate_);
    return std::sqrt(q * q + y.tail(int(y.size()) - nq).squaredNorm());
}

void ChebyshevStages::estimateRate(State& state, const Start& step, int iterations) {
    const int nq = state.getNQ();
    const Real size = sizeOf(step.y0, nq);
    if (!(sizeOf(direction_, nq) > 0)) {
        // No particular direction.
        for (int i = 0; i < int(direction_.size()); ++i) direction_[i] = 1 + 0.5 * std::sin(Real(i));
    }
    for (int i = 0; i < iterations; ++i) {
        const Real length = sizeOf(direction_, nq);
        if (!(length > 0)) return;
        const Real scale = std::sqrt(Eps) * std::max<Real>(1, size) / length;
        state.updTime() = step.t0;
        last_ = step.y0 + scale * direction_;
        state.updY() = last_;
        if (!evaluate_(state)) return;
        f_ = state.getYDot() - step.ydot0;
        const Real before = rate_, found = sizeOf(f_, nq) / (scale * length);
        if (!std::isfinite(found)) return;
        rate_ = found;
        direction_ = f_;
        if (const Real grown = sizeOf(direction_, nq); grown > 0) direction_ /= grown;
        if (std::abs(rate_ - before) <= Settled * rate_) return;
    }
}

Real ChebyshevStages::begin(State& state, const Start& start) {
    attempts_ = 0;
    estimateRate(state, start, rate_ > 0 ? LaterIterations : FirstIterations);
    return rate_ > 0 ? StabilityFactor * (square(MostStages) - 1) / (RateMargin * rate_) : Infinity;
}

bool ChebyshevStages::attempt(State& state, const Start& step, Real t1, Real accuracy, Vector& y1, Vector& yError) {
    const Real h = t1 - step.t0;
    // The rate may have been found too low.
    if (attempts_++ == 1) estimateRate(state, step, FirstIterations);
    const int s = std::min(MostStages, countStages(RateMargin * rate_ * h));

    const Real w0 = 1 + Damping / square(s);
    Chebyshev end(w0);
    for (int j = 0; j < s; ++j) end.advance();
    const Real w1 = end.now[1] / end.now[2];
    // b_0 = b_1 = b_2.
    Real b1 = 1 / (4 * w0 * w0), b2 = b1, a1 = 1 - b1 * w0;
    Real c1 = w1 * b1, c2 = 0;
    before_ = step.y0;
    last_ = step.y0 + (h * w1 * b1) * step.ydot0;
    Chebyshev t(w0);
    t.advance();
    for (int j = 2; j <= s; ++j) {
        t.advance();
        state.updTime() = step.t0 + c1 * h;
        state.updY() = last_;
        if (!evaluate_(state)) return false;
        const Vector& f = state.getYDot();
        const Real b = t.now[2] / square(t.now[1]), a = 1 - b * t.now[0];
        const Real mu = 2 * b * w0 / b1, nu = -b / b2, muF = 2 * b * w1 / b1, gamma = -a1 * muF;
        y1 = (1 - mu - nu) * step.y0 + mu * last_ + nu * before_ + (h * muF) * f + (h * gamma) * step.ydot0;
        const Real c = mu * c1 + nu * c2 + muF + gamma;
        std::swap(before_, last_);
        last_ = y1;
        b2 = b1;
        b1 = b;
        a1 = a;
        c2 = c1;
        c1 = c;
    }
    state.updTime() = t1;
    state.updY() = y1;
    if (!evaluate_(state)) return false;
    yError = (2 * (step.y0 - y1) + h * (step.ydot0 + state.getYDot())) * (0.4 * ErrorFactor / std::sqrt(accuracy));
    return true;
}

}  // namespace trammel
