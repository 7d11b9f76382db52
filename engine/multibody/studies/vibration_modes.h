// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <string>
#include <vector>

#include "multibody/studies/linearization.h"

namespace trammel {

/// A column of complex numbers: what grows and turns as exp(lambda t).
using ComplexVector = Eigen::VectorXcd;

/// One natural motion of a linearized model: x(t) = Re(x exp(lambda t)), with A x = lambda x.
struct VibrationMode {
    std::complex<Real> lambda;
    /// Of a pair of conjugates the one with positive imaginary part stands for both.
    bool isOscillation() const { return lambda.imag() != 0; }
    bool isStable() const { return lambda.real() <= 0; }
    /// |lambda|, rad/s; of an oscillation the natural frequency, without damping.
    Real naturalFrequency() const { return std::abs(lambda); }
    /// -Re lambda / |lambda|: 1 does not oscillate, 0 goes on forever, below 0 it grows. 0 for lambda = 0.
    Real dampingRatio() const { return lambda.real() == 0 ? 0 : -lambda.real() / std::abs(lambda); }
    /// Of the oscillation as it happens, Hz.
    Real frequencyInHertz() const { return std::abs(lambda.imag()) / (2 * Pi); }

    /// Scaled so that the largest change of q is 1 rad or 1 m; where no q takes part, the largest speed.
    ComplexVector x, q, u, z;
    /// What takes part, by its part of the kinetic energy (of the displacements where nothing moves), most first.
    struct Part {
        UIndex speed;
        std::string name;
        Real share = 0;
    };
    std::vector<Part> parts;
};

/// All natural motions, slowest first. Mobilities that nothing drives back give lambda = 0, exactly.
///
/// A is brought to block triangular form first, so that what goes on in one part does not blur what others do.
/// O(n^3). The model must have been linearized with success, else Exception.
/// **Source:** Tarjan, "Depth-first search and linear graph algorithms" (1972) for the blocks; Parlett, Reinsch,
/// "Balancing a matrix" (1969); the QR algorithm is Eigen's.
std::vector<VibrationMode> calcVibrationModes(const LinearizedModel&);

/// Eigenvalues alone, of any square matrix, each as often as it occurs; sorted by size, then by imaginary part.
std::vector<std::complex<Real>> calcEigenvalues(const Matrix& A);

}  // namespace trammel
