// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "runtime/simulation_run.h"

namespace trammel {

/// Computes a run again from its first State, or from an instant within it, in a thread of its own, and compares every
/// stored frame bit by bit: what the run shows is then all there is to know of it. Destroying it ends the work after one
/// step.
class RunCheck {
public:
    /// @param from a stored frame: computing begins at the last checkpoint of the run before it
    explicit RunCheck(std::shared_ptr<const SimulationRun> run, std::size_t from = 0);
    ~RunCheck();
    RunCheck(const RunCheck&) = delete;
    RunCheck& operator=(const RunCheck&) = delete;

    /// Part of the frames compared, 0 to 1.
    double getProgress() const;
    /// The first frame that is compared.
    std::size_t getFirstFrame() const;
    bool isFinished() const;
    void wait() const;
    /// Only when finished.
    bool isIdentical() const;
    /// Only when finished. "Computed again: bit-identical in all 501 frames.", "Computed again from 2.4 s: ..."
    const std::string& getSentence() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace trammel
