// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "math/scalar.h"

namespace trammel {

/// Amplitudes of oscillations in samples @p y at times @p t, ascending: the mean removed, interpolated to equal steps,
/// weighted by a Hann window, so that a steady oscillation of many periods has its own amplitude at its frequency.
///
///   A_k = 2 |sum_i w_i y_i exp(-2 pi j i k / n)| / sum_i w_i,  f_k = k / (n step),  k = 0 .. n/2
///
/// O(n log n): of more than 2048 samples the oldest are left out, so that n is a product of 2, 3 and 5.
/// **Source:** Harris, "On the use of windows for harmonic analysis with the discrete Fourier transform" (1978).
/// @return frequencies, 1/s with times in s, and amplitudes; empty for fewer than four samples or no duration
std::pair<std::vector<Real>, std::vector<Real>> calcAmplitudeSpectrum(std::span<const Real> t, std::span<const Real> y);

}  // namespace trammel
