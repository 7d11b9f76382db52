// SPDX-License-Identifier: Apache-2.0
#include "exploration/plans/sobol_indices.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "exploration/random_numbers.h"

namespace trammel {

namespace {
/// Responses of a row: at A, at B, and at A with one column of B each.
struct Block {
    Real a = 0, b = 0;
    std::span<const Real> mixed;
};

/// First-order index in [0], total in [1].
std::array<Real, 2> indicesOf(const std::vector<Block>& blocks, const std::vector<std::size_t>& rows,
                              std::size_t factor) {
    const auto n = Real(rows.size());
    Real mean = 0, variance = 0, first = 0, total = 0;
    for (const std::size_t row : rows) mean += (blocks[row].a + blocks[row].b) / (2 * n);
    for (const std::size_t row : rows) {
        const Block& block = blocks[row];
        const Real mixed = block.mixed[factor];
        variance += (square(block.a - mean) + square(block.b - mean)) / (2 * n);
        first += (block.b - mean) * (mixed - block.a) / n;
        total += square(block.a - mixed) / (2 * n);
    }
    return {first / variance, total / variance};
}

std::vector<std::size_t> resampled(std::uint64_t seed, std::size_t count, std::uint32_t repetition) {
    std::vector<std::size_t> rows(count);
    for (std::size_t i = 0; i < count; ++i)
        rows[i] = std::size_t(randomUniform(seed, RandomUse::Bootstrap, i, repetition) * Real(count));
    return rows;
}
}  // namespace

std::string SobolIndicesPlan::describeFault(const PlanInputs& inputs) const {
    return 2 * inputs.factors.size() <= mostSobolDimensions ? std::string() : "There are too many factors.";
}

std::size_t SobolIndicesPlan::countRuns(const PlanInputs& inputs) const {
    return std::size_t(integerOf(inputs.properties, "samples")) * (inputs.factors.size() + 2);
}

std::vector<Real> SobolIndicesPlan::makePoints(const PlanInputs& inputs) const {
    const auto samples = std::size_t(integerOf(inputs.properties, "samples"));
    const std::size_t d = inputs.factors.size();
    const std::vector<Real> shares = sobolPoints(2 * d, samples);
    std::vector<Real> points;
    points.reserve(countRuns(inputs) * d);
    for (std::size_t row = 0; row < samples; ++row) {
        const Real* const a = &shares[row * 2 * d];
        const Real* const b = a + d;
        // Run 0 of a row is A, run 1 is B, run 2 + i is A with column i of B.
        for (std::size_t run = 0; run < d + 2; ++run)
            for (std::size_t k = 0; k < d; ++k)
                points.push_back(inputs.factors[k].atShare(run == 1 || run == 2 + k ? b[k] : a[k]));
    }
    return points;
}

std::vector<AnalysisTable> SobolIndicesPlan::analyze(const PlanInputs& inputs, const std::vector<std::string>& names,
                                                     std::span<const Real> response) const {
    constexpr std::uint32_t repetitions = 200;
    constexpr Real tail = 0.025;
    const std::size_t d = inputs.factors.size(), size = d + 2;
    std::vector<Block> blocks;
    std::size_t left = 0;
    for (std::size_t row = 0; (row + 1) * size <= response.size(); ++row) {
        const std::span<const Real> values = response.subspan(row * size, size);
        if (std::ranges::all_of(values, [](Real x) { return std::isfinite(x); }))
            blocks.push_back({values[0], values[1], values.subspan(2)});
        else
            ++left;
    }
    AnalysisTable table{"Sobol indices",
                        {"first order", "from", "to", "total", "from", "to"},
                        {},
                        left == 0 ? std::string()
                                  : std::to_string(left) + " of " + std::to_string(left + blocks.size()) +
                                        " rows are left out, as a run of theirs failed."};
    std::vector<std::size_t> all(blocks.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    for (std::size_t k = 0; k < d && !blocks.empty(); ++k) {
        const auto value = indicesOf(blocks, all, k);
        std::array<std::vector<Real>, 2> spread;
        for (std::uint32_t r = 0; r < repetitions; ++r) {
            const auto sample = indicesOf(blocks, resampled(inputs.seed, blocks.size(), r), k);
            for (std::size_t i = 0; i < 2; ++i) spread[i].push_back(sample[i]);
        }
        AnalysisTable::Row row{names[k], {}};
        for (std::size_t i = 0; i < 2; ++i) {
            std::sort(spread[i].begin(), spread[i].end());
            const auto low = std::size_t(tail * repetitions);
            row.values.insert(row.values.end(), {value[i], spread[i][low], spread[i][repetitions - 1 - low]});
        }
        table.rows.push_back(std::move(row));
    }
    return {table};
}

}  // namespace trammel
