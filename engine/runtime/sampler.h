// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "inspect/outputs.h"
#include "runtime/simulation_run.h"

namespace trammel {

/// Samples outputs at all frames of a run in a background thread, also while the run computes.
///
/// Frames are visited in order, once for all outputs at the same position; outputs requested later start at the first
/// frame. Values are those of Outputs::calc(); NaN on failure. All members are for one controlling thread, and
/// never wait for a computation.
class Sampler {
public:
    /// @param outputs of the run's model
    Sampler(std::shared_ptr<const SimulationRun> run, std::shared_ptr<const Outputs> outputs);
    ~Sampler();
    Sampler(const Sampler&) = delete;
    Sampler& operator=(const Sampler&) = delete;

    /// Index of time, s, in place of an output.
    static constexpr std::size_t Time = std::size_t(-1);

    const Outputs& getOutputs() const;
    /// Starts sampling @p output; repeated calls have no effect.
    void want(std::size_t output);
    /// Values for the frames after those taken before; empty if none yet.
    std::vector<Real> take(std::size_t output);
    /// Call when the run may have more frames. Returns true while more values may come: the run computes, or values
    /// have not been taken. Once memory has run out no more values come.
    bool continueSampling();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace trammel
