// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <span>

#include "inspect/outputs.h"
#include "runtime/simulation_run.h"

namespace trammel {

/// Samples outputs at all frames of a run in a background thread, also while the run computes.
///
/// Frames are visited in order, once for all outputs at the same position; outputs requested later start at the first
/// frame. Values are those of Outputs::calc(); NaN on failure. All members are for one controlling thread, and
/// never wait for a computation, except for the destructor.
class Sampler {
public:
    /// @param outputs of the run's model; null if only what the run stores is wanted
    Sampler(std::shared_ptr<const SimulationRun> run, std::shared_ptr<const Outputs> outputs);
    ~Sampler();
    Sampler(const Sampler&) = delete;
    Sampler& operator=(const Sampler&) = delete;

    /// Indices, in place of an output, of time and of the wall time of computing each frame, s, which the run stores.
    static constexpr std::size_t Time = std::size_t(-1), ComputeTime = std::size_t(-2);

    /// Only with outputs.
    const Outputs& getOutputs() const;
    /// Starts sampling @p output; repeated calls have no effect.
    void want(std::size_t output);
    /// Gives @p sink the values for the frames after those taken before; false without any. If it throws, they are
    /// given again by the next call.
    bool take(std::size_t output, const std::function<void(std::span<const Real>)>& sink);
    /// Call when the run may have more frames. Returns true while more values may come: the run computes, or values
    /// have not been taken. Once memory has run out no more values come until retry().
    bool continueSampling();
    bool isOutOfMemory() const;
    /// After lack of memory: continues with the first frame whose values are missing.
    void retry();
    /// Asks for the end: no more values come.
    void stop();
    /// The destructor would wait for outputs of a frame. After stop(), once false it stays so.
    bool isComputing() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace trammel
