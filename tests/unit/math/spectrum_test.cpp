// SPDX-License-Identifier: Apache-2.0
#include "math/spectrum.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace trammel {
namespace {

TEST(AmplitudeSpectrum, HasTheAmplitudeOfAnOscillationForAnyNumberOfSamples) {
    // 100 003 is a prime.
    for (const std::size_t n : {1000u, 2001u, 100003u}) {
        std::vector<Real> t, y;
        for (std::size_t i = 0; i < n; ++i) {
            t.push_back(0.01 * Real(i));
            y.push_back(2 + 3 * std::sin(2 * std::numbers::pi * 5 * t.back()));
        }
        const auto [frequencies, amplitudes] = calcAmplitudeSpectrum(t, y);
        ASSERT_EQ(frequencies.size(), (n == 100003 ? 100000 : n) / 2 + 1);
        const auto highest = std::ranges::max_element(amplitudes);
        EXPECT_NEAR(*highest, 3, 0.05);
        EXPECT_NEAR(frequencies[std::size_t(highest - amplitudes.begin())], 5, 0.06);
    }
}

TEST(AmplitudeSpectrum, IsEmptyWithoutDuration) {
    EXPECT_TRUE(calcAmplitudeSpectrum({}, {}).first.empty());
    const std::vector<Real> same(10, 1.);
    EXPECT_TRUE(calcAmplitudeSpectrum(same, same).first.empty());
}

}  // namespace
}  // namespace trammel
