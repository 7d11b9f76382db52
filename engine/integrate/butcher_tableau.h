// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "math/vec.h"

namespace trammel {

/// An embedded explicit Runge-Kutta pair as data. With stages k_i = f(t + c_i h, y + h Σ_j a_ij k_j):
///
///     y(t + h) = y + h Σ b_i k_i,    error estimate = h Σ e_i k_i.
///
/// Dense output is the cubic through both ends, plus for each row d_m of `dense` the term
/// h w_m(θ) Σ d_mi k_i with w = θ²(1-θ)², θ³(1-θ)², θ³(1-θ)³, θ⁴(1-θ)³, which vanishes at both ends. Its k_i are the stages, then
/// (unless the last stage is it) the derivative at the end of the step, then extra stages computed only when needed.
///
/// **Source:** Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, II.4-II.6.
struct ButcherTableau {
    /// Order of the propagated solution.
    int order = 0;
    /// p where the error estimate of a step is O(h^p).
    int errorOrder = 0;
    /// c
    std::span<const Real> nodes;
    /// a: strictly lower triangle by rows, including zeros.
    std::span<const Real> matrix;
    /// b
    std::span<const Real> weights;
    /// e = b - b̂, with b̂ of order embeddedOrder
    std::span<const Real> error;
    int embeddedOrder = 0;
    /// A second, coarser e' = b - b̂': scales the estimate by |e| / sqrt(|e|² + 0.01 |e'|²). May be empty.
    std::span<const Real> coarseError = {};
    int coarseOrder = 0;
    /// Safety factor on the error estimate, tuned so that the global error matches the requested accuracy: at most ten
    /// times the accuracy after ten seconds of the ten-link pendulum (tests/benchmarks), and a hundred times on every
    /// reference problem (tests/physics), from 1e-3 to 1e-9.
    Real errorFactor = 1;
    /// True if the last row of a is b: the last stage is the first of the next step.
    bool firstSameAsLast = false;

    /// c of the extra stages of dense output, and their rows of a, each over all k before it.
    std::span<const Real> denseNodes = {};
    std::span<const Real> denseMatrix = {};
    /// d, each row over all k.
    std::span<const Real> dense = {};
    /// Order of the dense output.
    int denseOrder = 3;

    constexpr int stages() const { return int(nodes.size()); }
    constexpr int extraStages() const { return int(denseNodes.size()); }
    /// Number of k used by the dense output.
    constexpr int denseColumns() const {
        return stages() + (!firstSameAsLast && !dense.empty() ? 1 : 0) + extraStages();
    }
    constexpr int denseRows() const { return int(dense.size()) / denseColumns(); }
    /// Writes samples at equal intervals.
    constexpr std::span<const Real> row(int i) const {
        return matrix.subspan(std::size_t(i * (i - 1) / 2), std::size_t(i));
    }
    constexpr std::span<const Real> denseRow(int extra) const {
        const int first = denseColumns() - extraStages();
        return denseMatrix.subspan(std::size_t(extra * first + extra * (extra - 1) / 2), std::size_t(first + extra));
    }
};

/// w_m(θ) of the m-th row of dense output.
constexpr Real denseFactor(int m, Real theta) {
    const Real rest = 1 - theta;
    Real w = theta * theta * rest * rest;
    for (int i = 1; i <= m; ++i) w *= i % 2 == 1 ? theta : rest;
    return w;
}

}  // namespace trammel
