// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "base/stage.h"
#include "math/scalar.h"

namespace trammel {

/// What realizing a stage or computing an entry cost so far.
struct CostCount {
    long count = 0;
    double seconds = 0;
    /// Of those, how many began from the very bits that the one before began from: time, coordinates, speeds, auxiliary
    /// variables and parameters as far as the result depends on them.
    long sameInputs = 0;
    void add(double s) {
        ++count;
        if (s > 0) seconds += s;
    }
};

/// Where the time of a run goes, as far as it was observed.
struct RunProfile {
    /// Steps taken, and those of them that were observed.
    long steps = 0, stepsObserved = 0;
    /// Wall time of the observed part, s.
    double secondsObserved = 0;
    std::array<CostCount, Stage::NValid> system;
    /// By subsystem and stage.
    std::vector<std::array<CostCount, Stage::NValid>> subsystems;

    /// What became of the values of one cache entry, or of several together.
    struct Entry {
        CostCount computed;
        long invalidated = 0;
        /// How often somebody asked for the value and it was there.
        long read = 0;
        /// How often a value that was computed because its stage was realized was lost before anybody asked for it again.
        /// Whoever made it may have used it at once: then it is the keeping that was for nothing.
        long unread = 0;

        /// Part of those who wanted the value that found it there, 0 .. 1; NaN if nobody did.
        double hitRate() const {
            const double wanted = double(read) + double(computed.count);
            return wanted > 0 ? double(read) / wanted : NaN;
        }
        Entry& operator+=(const Entry& other);
    };
    /// By subsystem and entry.
    std::vector<std::vector<Entry>> entries;
    /// How often each stage was the lowest lost.
    std::array<long, Stage::NValid> losses{};

    /// One part of the run, as far as it was observed.
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
    /// In the order of time, each about as many observed steps as the others.
    std::vector<Slice> slices;
};

}  // namespace trammel
