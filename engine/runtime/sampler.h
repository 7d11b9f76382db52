// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "inspect/observables.h"
#include "runtime/simulation_run.h"

namespace trammel {

/// Follows observables through all stored frames of a run, in a thread of its own, also while the run still computes.
///
/// Frames are visited in their order, each once for all observables that have got equally far; what is asked for later
/// begins at the first frame. The numbers are those of Observables::calc() at each frame; NaN where that fails. All
/// members are for one controlling thread, and never wait for a frame to be computed.
class Sampler {
public:
    /// @param observables of the run's model
    Sampler(std::shared_ptr<const SimulationRun> run, std::shared_ptr<const Observables> observables);
    ~Sampler();
    Sampler(const Sampler&) = delete;
    Sampler& operator=(const Sampler&) = delete;

    /// What stands for the time of each frame, s, in place of an observable.
    static constexpr std::size_t Time = std::size_t(-1);

    const Observables& getObservables() const;
    /// Begins to gather @p observable; again: no effect.
    void want(std::size_t observable);
    /// Its values for the frames that follow those taken before; empty if there are none yet.
    std::vector<Real> take(std::size_t observable);
    /// The run may have stored more frames. True while there is something to wait for: the run computes, or values of
    /// stored frames have not been taken.
    bool goOn();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace trammel
