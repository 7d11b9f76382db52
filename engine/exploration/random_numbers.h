// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "math/scalar.h"

namespace trammel {

/// Ten rounds of Philox 4x32, a bijection of @p counter for each @p key: random numbers without a state, so that any of
/// them is computed alone.
///
/// Source: J. K. Salmon et al., Parallel random numbers: as easy as 1, 2, 3, SC 2011.
std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key);

/// Use of random numbers: equal rows and columns of different uses are independent.
enum class RandomUse : std::uint32_t { Sample, Order, Start, Bootstrap, Search };

/// 64 random bits, a function of the arguments alone.
std::uint64_t randomBits(std::uint64_t seed, RandomUse use, std::uint64_t row, std::uint32_t column);
/// randomBits() as a number in (0, 1): a multiple of 2^-52 plus 2^-53.
Real randomUniform(std::uint64_t seed, RandomUse use, std::uint64_t row, std::uint32_t column);
/// A random order of 0, ..., @p count - 1, one for each @p column.
std::vector<std::size_t> randomOrder(std::uint64_t seed, std::size_t count, std::uint32_t column);

/// Points first + 1, ..., first + count of the Sobol sequence in @p dimensions dimensions, each number in (0, 1), by rows.
/// The point at the origin, number 0, is never among them. Direction numbers of Joe and Kuo, for up to 3667 dimensions.
std::vector<Real> sobolPoints(std::size_t dimensions, std::size_t count, std::size_t first = 0);
inline constexpr std::size_t mostSobolDimensions = 3667;

}  // namespace trammel
