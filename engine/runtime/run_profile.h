// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "base/stage.h"
#include "math/scalar.h"

namespace trammel {

/// Cost of realizing a stage or computing an entry.
struct CostCount {
    long count = 0;
    double seconds = 0;
    /// Computations from bitwise identical inputs: time, coordinates, speeds, auxiliary variables and parameters, as
    /// far as the result depends on them.
    long sameInputs = 0;
    void add(double s) {
        ++count;
        if (s > 0) seconds += s;
    }
};

/// Distribution of a run's computing time, from the observed part.
struct RunProfile {
    /// Steps taken, and observed steps.
    long steps = 0, stepsObserved = 0;
    /// Wall time of the observed part, s.
    double secondsObserved = 0;
    std::array<CostCount, Stage::NValid> system;
    /// By subsystem and stage.
    std::vector<std::array<CostCount, Stage::NValid>> subsystems;

    /// Fate of the values of one cache entry, or of several together.
    struct Entry {
        CostCount computed;
        long invalidated = 0;
        /// Reads that found the value valid.
        long read = 0;
        /// Values computed with their stage and invalidated before being read. The computing code may have used them
        /// directly; then only caching them was useless.
        long unread = 0;

        /// Fraction of reads that found the value valid, 0 .. 1; NaN without reads.
        double hitRate() const {
            const double wanted = double(read) + double(computed.count);
            return wanted > 0 ? double(read) / wanted : NaN;
        }
        Entry& operator+=(const Entry& other);
    };
    /// By subsystem and entry.
    std::vector<std::vector<Entry>> entries;
    /// Number of times each stage was the lowest invalidated.
    std::array<long, Stage::NValid> losses{};

    /// One interval of the run, from the observed part.
    struct Slice {
        /// Simulated time, s.
        Real begin = 0, end = 0;
        long steps = 0;
        /// By stage.
        std::array<double, Stage::NValid> seconds{};
        /// All entries together.
        Entry entries;

        Slice& operator+=(const Slice& next);
    };
    static constexpr std::size_t maxSlices() { return 128; }
    /// In order of time, with about equal numbers of observed steps.
    std::vector<Slice> slices;
};

}  // namespace trammel
