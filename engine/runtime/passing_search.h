// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "inspect/passing_bodies.h"
#include "runtime/background_task.h"
#include "runtime/simulation_run.h"

namespace trammel {

/// Searches the frames of a run, also while it computes, for bodies that pass through each other.
///
/// Works in portions, on the calling thread; one thread at a time.
class PassingSearch {
public:
    explicit PassingSearch(std::shared_ptr<const SimulationRun> run);

    /// Looks at new frames until @p control is canceled or the given time, s, has passed. Ends at a pose that cannot be
    /// computed.
    void gather(const TaskControl& control, double seconds);
    /// True if all frames have been looked at, or nothing more can be found.
    bool isUpToDate() const;
    /// In the order of time; not while a portion is under way.
    std::vector<Passing> getFound() const { return passing_ ? passing_->getFound() : std::vector<Passing>{}; }

private:
    const std::shared_ptr<const SimulationRun> run_;
    /// Made by the first portion, since it converts all shapes.
    std::unique_ptr<PassingBodies> passing_;
    State state_;
    std::size_t gathered_ = 0;
    bool isOver_ = false;
};

}  // namespace trammel
