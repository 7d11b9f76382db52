// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "inspect/observables.h"
#include "runtime/simulation_run.h"

namespace trammel {

/// Samples outputs at all frames of a run in a background thread, also while the run computes.
///
/// Frames are visited in order, once for all outputs at the same position; outputs requested later start at the first
/// frame. Values are those of Observables::calc(); NaN on failure. All members are for one controlling thread, and
/// never wait for a computation.
class Sampler {
public:
    /// @param observables of the run's model
    Sampler(std::shared_ptr<const SimulationRun> run, std::shared_ptr<const Observables> observables);
    ~Sampler();
    Sampler(const Sampler&) = delete;
    Sampler& operator=(const Sampler&) = delete;

    /// Index of time, s, in place of an output.
    static constexpr std::size_t Time = std::size_t(-1);

    const Observables& getObservables() const;
    /// Starts sampling @p observable; repeated calls have no effect.
    void want(std::size_t observable);
    /// Values for the frames after those taken before; empty if there are none yet.
    std::vector<Real> take(std::size_t observable);
    /// Call when the run may have more frames. Returns true while there is something to wait for: the run computes, or
    /// values have not been taken.
    bool goOn();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace trammel
