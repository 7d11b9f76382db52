// SPDX-License-Identifier: Apache-2.0
#include "math/spectrum.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <unsupported/Eigen/FFT>

namespace trammel {

namespace {
/// The largest product of 2, 3 and 5 up to @p n: a transform of so many samples is fast.
std::size_t fastCount(std::size_t n) {
    for (;; --n) {
        std::size_t rest = n;
        for (const std::size_t factor : {2u, 3u, 5u})
            while (rest % factor == 0) rest /= factor;
        if (rest == 1) return n;
    }
}
}  // namespace

std::pair<std::vector<Real>, std::vector<Real>> calcAmplitudeSpectrum(std::span<const Real> t,
                                                                      std::span<const Real> y) {
    const std::size_t all = t.size();
    if (all < 4 || !(t.back() > t.front())) return {};
    const Real step = (t.back() - t.front()) / Real(all - 1);
    // A prime number of samples would take its square.
    constexpr std::size_t few = 2048;
    const std::size_t n = all > few ? fastCount(all) : all;
    std::vector<Real> even(n);
    Real mean = 0;
    for (std::size_t i = 0, k = 0; i < n; ++i) {
        const Real time = t.front() + step * Real(all - n + i);
        while (k + 2 < all && t[k + 1] <= time) ++k;
        const Real whole = t[k + 1] - t[k];
        const Real part = whole > 0 ? std::clamp((time - t[k]) / whole, 0., 1.) : 0;
        even[i] = y[k] + part * (y[k + 1] - y[k]);
        mean += even[i] / Real(n);
    }
    Real weight = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const Real hann = 0.5 - 0.5 * std::cos(2 * std::numbers::pi * Real(i) / Real(n - 1));
        even[i] = (even[i] - mean) * hann;
        weight += hann;
    }
    Eigen::FFT<Real> transform;
    std::vector<std::complex<Real>> waves;
    transform.fwd(waves, even);
    std::pair<std::vector<Real>, std::vector<Real>> found;
    for (std::size_t k = 0; k <= n / 2; ++k) {
        found.first.push_back(Real(k) / (step * Real(n)));
        found.second.push_back(2 * std::abs(waves[k]) / weight);
    }
    return found;
}

}  // namespace trammel
