// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "runtime/simulation_run.h"

namespace trammel {

/// Recomputes a run from its first State, or from a checkpoint, in a background thread and compares every frame
/// bitwise: proves that the recording determines the run. Refuses a recorded motion, which nothing computed. The destructor
/// cancels, and waits for one step.
class RunCheck {
public:
    /// @param from a frame: starts at the last checkpoint before it
    explicit RunCheck(std::shared_ptr<const SimulationRun> run, std::size_t from = 0);
    ~RunCheck();
    RunCheck(const RunCheck&) = delete;
    RunCheck& operator=(const RunCheck&) = delete;

    /// Fraction of frames compared, 0 to 1.
    double getProgress() const;
    /// The first frame that is compared.
    std::size_t getFirstFrame() const;
    bool isFinished() const;
    /// Asks for an early end, and returns at once.
    void cancel();
    void wait() const;
    /// After completion.
    bool isIdentical() const;
    /// After completion. "Recomputed: bitwise identical in all 501 frames.", "Recomputed from 2.4 s: ..."
    const std::string& getSentence() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace trammel
