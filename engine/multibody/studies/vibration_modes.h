// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <string>
#include <vector>

#include "multibody/studies/linearization.h"

namespace trammel {

/// A column of complex amplitudes of exp(lambda t).
using ComplexVector = Eigen::VectorXcd;

/// A mode of a linearized model: x(t) = Re(x exp(lambda t)), with A x = lambda x.
struct VibrationMode {
    std::complex<Real> lambda;
    /// A conjugate pair is represented by the member with positive imaginary part.
    bool isOscillation() const { return lambda.imag() != 0; }
    bool isStable() const { return lambda.real() <= 0; }
    /// |lambda|, rad/s: undamped natural frequency of an oscillation.
    Real naturalFrequency() const { return std::abs(lambda); }
    /// -Re lambda / |lambda|: 1 nonoscillatory, 0 undamped, negative unstable. 0 for lambda = 0.
    Real dampingRatio() const { return lambda.real() == 0 ? 0 : -lambda.real() / std::abs(lambda); }
    /// Damped frequency, Hz.
    Real frequencyInHertz() const { return std::abs(lambda.imag()) / (2 * Pi); }

    /// Scaled so that the largest change of q is 1 rad or 1 m; if q is zero, the largest speed is 1.
    ComplexVector x, q, u, z;
    /// Participating speeds by share of kinetic energy (of displacements if nothing moves), in descending order.
    struct Part {
        UIndex speed;
        std::string name;
        Real share = 0;
    };
    std::vector<Part> parts;
};

/// All modes, slowest first. Mobilities without restoring force give lambda = 0 exactly.
///
/// A is first permuted to block triangular form, so that decoupled parts do not affect each other numerically. O(n^3).
/// Throws Exception unless the linearization succeeded. **Source:** Tarjan, "Depth-first search and linear graph
/// algorithms" (1972) for the blocks; Parlett, Reinsch, "Balancing a matrix" (1969); the QR algorithm is Eigen's.
std::vector<VibrationMode> calcVibrationModes(const LinearizedModel&);

/// Eigenvalues of any square matrix, with multiplicity; sorted by magnitude, then by imaginary part.
std::vector<std::complex<Real>> calcEigenvalues(const Matrix& A);

}  // namespace trammel
