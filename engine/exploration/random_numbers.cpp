// SPDX-License-Identifier: Apache-2.0
#include "exploration/random_numbers.h"

#include <algorithm>
#include <boost/random/sobol.hpp>
#include <utility>

namespace trammel {

std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key) {
    // Multipliers and Weyl constants of the paper.
    constexpr std::uint64_t m0 = 0xD2511F53, m1 = 0xCD9E8D57;
    constexpr std::uint32_t w0 = 0x9E3779B9, w1 = 0xBB67AE85;
    constexpr int rounds = 10;
    for (int round = 0; round < rounds; ++round) {
        const std::uint64_t p0 = m0 * counter[0], p1 = m1 * counter[2];
        counter = {std::uint32_t(p1 >> 32) ^ counter[1] ^ key[0], std::uint32_t(p1),
                   std::uint32_t(p0 >> 32) ^ counter[3] ^ key[1], std::uint32_t(p0)};
        key[0] += w0;
        key[1] += w1;
    }
    return counter;
}

std::uint64_t randomBits(std::uint64_t seed, RandomUse use, std::uint64_t row, std::uint32_t column) {
    const auto bits = philox({std::uint32_t(row), std::uint32_t(row >> 32), column, std::uint32_t(use)},
                             {std::uint32_t(seed), std::uint32_t(seed >> 32)});
    return std::uint64_t(bits[0]) << 32 | bits[1];
}

namespace {
/// The 52 highest bits, with a half added: never 0 nor 1.
Real toUnit(std::uint64_t bits) { return (Real(bits >> 12) + 0.5) * 0x1p-52; }
}  // namespace

Real randomUniform(std::uint64_t seed, RandomUse use, std::uint64_t row, std::uint32_t column) {
    return toUnit(randomBits(seed, use, row, column));
}

std::vector<std::size_t> randomOrder(std::uint64_t seed, std::size_t count, std::uint32_t column) {
    std::vector<std::pair<std::uint64_t, std::size_t>> keys(count);
    for (std::size_t i = 0; i < count; ++i) keys[i] = {randomBits(seed, RandomUse::Order, i, column), i};
    std::sort(keys.begin(), keys.end());
    std::vector<std::size_t> order(count);
    std::transform(keys.begin(), keys.end(), order.begin(), [](const auto& key) { return key.second; });
    return order;
}

std::vector<Real> sobolPoints(std::size_t dimensions, std::size_t count, std::size_t first) {
    boost::random::sobol sequence(dimensions);
    sequence.discard(first * dimensions);
    std::vector<Real> points(dimensions * count);
    // Exact: a power of two divides the integer.
    for (Real& x : points) x = Real(sequence() >> 11) * 0x1p-53;
    return points;
}

}  // namespace trammel
