// SPDX-License-Identifier: Apache-2.0
#include "multibody/studies/vibration_modes.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/exceptions.h"
#include "base/numerical_failure.h"
#include "math/dense_solvers.h"

namespace trammel {

namespace {

/// A permutation to block triangular form: strongly connected components, each after all components it acts on.
std::vector<int> triangularOrder(const Matrix& A) {
    const int n = int(A.rows());
    std::vector<int> number(std::size_t(n), -1), low(std::size_t(n), 0), stack, order;
    std::vector<char> waiting(std::size_t(n), 0);
    int next = 0;
    const std::function<void(int)> visit = [&](int v) {
        number[std::size_t(v)] = low[std::size_t(v)] = next++;
        stack.push_back(v);
        waiting[std::size_t(v)] = 1;
        for (int w = 0; w < n; ++w) {
            if (w == v || A(w, v) == 0) continue;
            if (number[std::size_t(w)] < 0) {
                visit(w);
                low[std::size_t(v)] = std::min(low[std::size_t(v)], low[std::size_t(w)]);
            } else if (waiting[std::size_t(w)]) {
                low[std::size_t(v)] = std::min(low[std::size_t(v)], number[std::size_t(w)]);
            }
        }
        if (low[std::size_t(v)] != number[std::size_t(v)]) return;
        for (int w = -1; w != v;) {
            w = stack.back();
            stack.pop_back();
            waiting[std::size_t(w)] = 0;
            order.push_back(w);
        }
    };
    for (int v = 0; v < n; ++v)
        if (number[std::size_t(v)] < 0) visit(v);
    return order;
}

/// Powers of two that scale rows and columns to equal norms.
Vector balance(Matrix& A) {
    const int n = int(A.rows());
    Vector scale(n, 1.);
    constexpr Real worthwhile = 0.95;
    constexpr int mostSweeps = 100;
    bool changed = true;
    for (int sweep = 0; changed && sweep < mostSweeps; ++sweep) {
        changed = false;
        for (int i = 0; i < n; ++i) {
            Real row = A.row(i).cwiseAbs().sum() - std::abs(A(i, i));
            Real column = A.col(i).cwiseAbs().sum() - std::abs(A(i, i));
            if (!(row > 0) || !(column > 0)) continue;
            const Real before = row + column;
            Real f = 1;
            for (; column < row / 2; column *= 2, row /= 2) f *= 2;
            for (; column >= row * 2; column /= 2, row *= 2) f /= 2;
            if (row + column >= worthwhile * before) continue;
            A.col(i) *= f;
            A.row(i) /= f;
            scale[i] *= f;
            changed = true;
        }
    }
    return scale;
}

/// Eigenvalues and, if requested, eigenvectors as columns.
GeneralEigen decompose(const Matrix& A, bool vectors) {
    const int n = int(A.rows());
    if (n == 0) return {};
    const std::vector<int> order = triangularOrder(A);
    Matrix ordered(n, n);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) ordered(i, j) = A(order[std::size_t(i)], order[std::size_t(j)]);
    const Vector scale = balance(ordered);
    const std::optional<GeneralEigen> balanced = calcGeneralEigen(ordered, vectors);
    if (!balanced) throw NumericalFailure("The eigenvalues cannot be computed: the system matrix is not finite.");
    GeneralEigen found{balanced->values, {}};
    if (!vectors) return found;
    found.vectors.resize(n, n);
    for (int i = 0; i < n; ++i) found.vectors.row(order[std::size_t(i)]) = scale[i] * balanced->vectors.row(i);
    return found;
}

/// Frequencies this close (relatively) are ordered by damping.
bool slower(std::complex<Real> a, std::complex<Real> b) {
    constexpr Real same = 1e-9;
    const Real x = std::abs(a), y = std::abs(b);
    if (std::abs(x - y) > same * std::max(x, y)) return x < y;
    if (a.imag() != b.imag() && (a.imag() == 0 || b.imag() == 0)) return a.imag() == 0;
    if (std::abs(a.real() - b.real()) > same * std::max(x, y)) return a.real() > b.real();
    return a.imag() > b.imag();
}

std::vector<VibrationMode::Part> partsOf(const LinearizedModel& model, const VibrationMode& mode,
                                         const std::vector<std::string>& nameOfSpeed) {
    // Kinetic energy; without motion, the same measure of displacements.
    const Eigen::VectorXcd moving =
        mode.u.cwiseAbs().maxCoeff() > 0 ? mode.u : Eigen::VectorXcd(Eigen::VectorXcd::Zero(mode.u.size()));
    Vector energy(int(moving.size()));
    for (int i = 0; i < energy.size(); ++i) energy[i] = model.massOfSpeed[i] * std::norm(moving[i]);
    if (!(energy.sum() > 0)) {
        energy.setZero();
        for (int i = 0; i < model.numPositions; ++i) {
            const UIndex u = model.speedOf[std::size_t(i)];
            energy[u] += model.massOfSpeed[u] * std::norm(mode.x[i]);
        }
    }
    std::vector<VibrationMode::Part> parts;
    constexpr Real worthNaming = 0.01;
    const Real total = energy.sum();
    for (int i = 0; i < energy.size(); ++i)
        if (energy[i] > worthNaming * total)
            parts.push_back({UIndex(i), nameOfSpeed[std::size_t(i)], energy[i] / total});
    std::stable_sort(parts.begin(), parts.end(), [](const auto& a, const auto& b) { return a.share > b.share; });
    return parts;
}

}  // namespace

std::vector<std::complex<Real>> calcEigenvalues(const Matrix& A) {
    const GeneralEigen spectrum = decompose(A, false);
    std::vector<std::complex<Real>> values(spectrum.values.data(), spectrum.values.data() + spectrum.values.size());
    std::stable_sort(values.begin(), values.end(), slower);
    return values;
}

std::vector<VibrationMode> calcVibrationModes(const LinearizedModel& model) {
    if (!model.succeeded) throw Exception("calcVibrationModes(): there is no linearized model. " + model.message);
    const GeneralEigen spectrum = decompose(model.A, true);
    std::vector<VibrationMode> modes;
    for (int k = 0; k < int(spectrum.values.size()); ++k) {
        if (spectrum.values[k].imag() < 0) continue;
        VibrationMode mode;
        mode.lambda = spectrum.values[k];
        mode.x = spectrum.vectors.col(k);
        mode.q = model.Q * mode.x;
        mode.u = model.U * mode.x;
        mode.z = model.Z * mode.x;
        // Scales the largest element to 1, which makes the result unique.
        const auto normalizeBy = [&](const ComplexVector& v) {
            Eigen::Index most = 0;
            if (v.size() == 0 || !(v.cwiseAbs().maxCoeff(&most) > 0)) return false;
            const std::complex<Real> by = v[most];
            for (ComplexVector* part : {&mode.x, &mode.q, &mode.u, &mode.z}) *part /= by;
            return true;
        };
        if (!normalizeBy(mode.q) && !normalizeBy(mode.u)) normalizeBy(mode.z);
        if (mode.u.size() > 0) mode.parts = partsOf(model, mode, model.nameOfSpeed);
        modes.push_back(std::move(mode));
    }
    std::stable_sort(modes.begin(), modes.end(),
                     [](const VibrationMode& a, const VibrationMode& b) { return slower(a.lambda, b.lambda); });
    return modes;
}

}  // namespace trammel
