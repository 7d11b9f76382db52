// SPDX-License-Identifier: Apache-2.0
#include "integrate/explicit_runge_kutta.h"

#include <array>
#include <cmath>

namespace trammel {

namespace {
/// Stability limit on the negative real axis, to two decimals.
Real findStabilityLimit(const ButcherTableau& tableau) {
    constexpr Real Resolution = 0.01, Beyond = 100;
    std::vector<Real> k(std::size_t(tableau.stages()));
    for (Real x = Resolution; x < Beyond; x += Resolution) {
        Real end = 1;
        for (int i = 0; i < tableau.stages(); ++i) {
            Real y = 1;
            for (int j = 0; j < i; ++j) y += tableau.row(i)[std::size_t(j)] * k[std::size_t(j)];
            k[std::size_t(i)] = -x * y;
            end += tableau.weights[std::size_t(i)] * k[std::size_t(i)];
        }
        if (std::abs(end) > 1) return x;
    }
    return Beyond;
}

/// sum + Σ f k for @p Size elements.
template <int Size, std::size_t N>
[[gnu::always_inline]] inline void addTermsTo(const Real* sum, const std::array<Real, N>& f,
                                              const std::array<const Real*, N>& k, int at, Real* y) {
    using Part = Eigen::Array<Real, Size, 1>;
    const auto term = [&](std::size_t i) { return f[i] * Eigen::Map<const Part>(k[i] + at); };
    Part all = Eigen::Map<const Part>(sum + at);
    if constexpr (N >= 2) all += term(0) + term(1);
    if constexpr (N == 4) all += term(2) + term(3);
    if constexpr (N % 2 == 1) all += term(N - 1);
    Eigen::Map<Part>(y + at) = all;
}
/// y = sum + h Σ factor k, several terms per pass over y.
template <std::size_t N, class Term>
void addTerms(const Vector& sum, Real h, const Term* terms, const Matrix& columns, Vector& y) {
    std::array<Real, N> f;
    std::array<const Real*, N> k;
#pragma GCC unroll 4
    for (std::size_t i = 0; i < N; ++i) {
        f[i] = h * terms[i].factor;
        k[i] = columns.data() + columns.rows() * terms[i].column;
    }
    constexpr int Some = 4;
    const Real* const from = sum.data();
    Real* const to = y.data();
    const int n = y.size();
    int i = 0;
    for (; i + Some <= n; i += Some) addTermsTo<Some>(from, f, k, i, to);
    for (; i < n; ++i) addTermsTo<1>(from, f, k, i, to);
}
}  // namespace

ExplicitRungeKutta::Row ExplicitRungeKutta::nonzero(std::span<const Real> row) {
    Row terms;
    for (std::size_t i = 0; i < row.size(); ++i)
        if (row[i] != 0) terms.push_back({int(i), row[i]});
    return terms;
}

ExplicitRungeKutta::ExplicitRungeKutta(const System& system, const ButcherTableau& tableau, const char* name)
    : OneStepIntegrator(system), tableau_(tableau), name_(name), stabilityLimit_(findStabilityLimit(tableau)) {
    for (int i = 1; i < tableau.stages(); ++i) rows_.push_back(nonzero(tableau.row(i)));
    for (int i = 1; i < tableau.stages() - (tableau.firstSameAsLast ? 1 : 0); ++i)
        if (tableau.nodes[std::size_t(i)] == 1) lateStage_ = i;
    weights_ = nonzero(tableau.weights);
    error_ = nonzero(tableau.error);
    coarseError_ = nonzero(tableau.coarseError);
    for (int i = 0; i < tableau.extraStages(); ++i) denseStageRows_.push_back(nonzero(tableau.denseRow(i)));
    const auto columns = std::size_t(tableau.denseColumns());
    for (int m = 0; m < tableau.denseRows(); ++m)
        denseRows_.push_back(nonzero(tableau.dense.subspan(std::size_t(m) * columns, columns)));
}

void ExplicitRungeKutta::allocateMethod(int ny) {
    // Saved before the first step, too.
    k_.setZero(ny, tableau_.denseColumns());
    denseTerms_.setZero(ny, tableau_.denseRows());
    for (Vector* v : {&yStage_, &coarse_, &zero_}) v->resize(ny);
    zero_.setToZero();
    denseOutput_ = DenseOutput::Missing;
}

void ExplicitRungeKutta::combine(const Vector& start, Real h, const Row& row, Vector& y) const {
    const Term* term = row.data();
    const Vector* sum = &start;
    for (std::size_t left = row.size();; left -= 4, term += 4, sum = &y) {
        switch (left) {
            case 0: return addTerms<0>(*sum, h, term, k_, y);
            case 1: return addTerms<1>(*sum, h, term, k_, y);
            case 2: return addTerms<2>(*sum, h, term, k_, y);
            case 3: return addTerms<3>(*sum, h, term, k_, y);
            case 4: return addTerms<4>(*sum, h, term, k_, y);
            default: addTerms<4>(*sum, h, term, k_, y);
        }
    }
}

bool ExplicitRungeKutta::evaluateStage(State& state, Real t, Real h, const Row& row, int column) {
    state.updTime() = t;
    combine(getStep().y0, h, row, state.updY());
    if (!evaluate(state)) return false;
    k_.col(column) = state.getYDot();
    return true;
}

bool ExplicitRungeKutta::attemptStep(Real t1, Vector& y1, Vector& yError) {
    const Step& step = getStep();
    const Real h = t1 - step.t0;
    State& state = updAdvancedState();
    denseOutput_ = DenseOutput::Missing;

    k_.col(0) = step.ydot0;
    for (int i = 1; i < tableau_.stages(); ++i) {
        const Real c = tableau_.nodes[std::size_t(i)];
        const Row& row = rows_[std::size_t(i - 1)];
        // Use y as integrated: evaluation overwrites prescribed values.
        if (tableau_.firstSameAsLast && i + 1 == tableau_.stages()) combine(step.y0, h, row, y1);
        if (!evaluateStage(state, c == 1 ? t1 : step.t0 + c * h, h, row, i)) return false;
    }

    if (!tableau_.firstSameAsLast) {
        combine(step.y0, h, weights_, y1);
        state.updTime() = t1;
        state.updY() = y1;
    }

    combine(zero_, tableau_.errorFactor * h, error_, yError);
    if (!coarseError_.empty()) {
        combine(zero_, tableau_.errorFactor * h, coarseError_, coarse_);
        const bool infinityNorm = getSettings().useInfinityNorm;
        const Real fine = calcErrorNorm(state, yError, infinityNorm).norm;
        const Real coarse = calcErrorNorm(state, coarse_, infinityNorm).norm;
        if (fine > 0) yError *= fine / std::sqrt(fine * fine + 0.01 * coarse * coarse);
    }
    return true;
}

Real ExplicitRungeKutta::estimateStabilityUse(int& fastest) {
    if (lateStage_ == 0) return 0;
    // Two values of f at the same time, at points that differ mainly in the direction of the fastest decay.
    const Step& step = getStep();
    const Real h = step.t1 - step.t0;
    combine(step.y0, h, rows_[std::size_t(lateStage_ - 1)], yStage_);
    const Real apart = (step.y1 - yStage_).norm();
    yStage_ = step.ydot1 - k_.col(lateStage_);
    fastest = calcErrorNorm(getAdvancedState(), yStage_, true).worst;
    return apart > 0 ? h * yStage_.norm() / apart / stabilityLimit_ : 0;
}

Real ExplicitRungeKutta::calcEndMismatch(const State& end, Real t1) {
    // Stages without weight in y and in the error can meet a force of short duration, such as an impact, and throw all later
    // stages past it: then the error estimate is zero, but the end of the step lies within the force.
    if (coarseError_.empty() || lateStage_ == 0) return 0;
    const Real factor = (t1 - getStep().t0) * tableau_.weights[std::size_t(lateStage_)];
    yStage_ = factor * (end.getYDot() - k_.col(lateStage_));
    return calcErrorNorm(end, yStage_, getSettings().useInfinityNorm).norm;
}

void ExplicitRungeKutta::visitMemory(MemoryVisitor& visitor) {
    OneStepIntegrator::visitMemory(visitor);
    visitor.columns("stages", k_, tableau_.stages());
}

bool ExplicitRungeKutta::completeDenseOutput(State& scratch) {
    const Step& step = getStep();
    const Real h = step.t1 - step.t0;
    int column = tableau_.stages();
    if (!tableau_.firstSameAsLast) k_.col(column++) = step.ydot1;
    for (int i = 0; i < tableau_.extraStages(); ++i) {
        const Real t = step.t0 + tableau_.denseNodes[std::size_t(i)] * h;
        if (!evaluateStage(scratch, t, h, denseStageRows_[std::size_t(i)], column++)) return false;
    }
    denseTerms_.setZero();
    for (int m = 0; m < tableau_.denseRows(); ++m)
        for (const Term& term : denseRows_[std::size_t(m)])
            denseTerms_.col(m) += (h * term.factor) * k_.col(term.column);
    return true;
}

void ExplicitRungeKutta::interpolate(Real t, State& scratch, Vector& y) {
    const Step& step = getStep();
    interpolateHermite(t, y);
    if (tableau_.denseRows() == 0) return;
    // If the extra stages cannot be evaluated, fall back to the cubic.
    if (denseOutput_ == DenseOutput::Missing)
        denseOutput_ = completeDenseOutput(scratch) ? DenseOutput::Complete : DenseOutput::Impossible;
    if (denseOutput_ == DenseOutput::Impossible) return;
    const Real theta = (t - step.t0) / (step.t1 - step.t0);
    for (int m = 0; m < tableau_.denseRows(); ++m) y += denseFactor(m, theta) * denseTerms_.col(m);
}

}  // namespace trammel
