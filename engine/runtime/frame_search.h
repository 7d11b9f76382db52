// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "runtime/background_task.h"
#include "runtime/simulation_run.h"

namespace trammel {

/// Searches the frames of a run, even while it computes.
///
/// Works in portions, on the calling thread; one thread at a time.
class FrameSearch {
public:
    explicit FrameSearch(std::shared_ptr<const SimulationRun> run);
    virtual ~FrameSearch() = default;
    FrameSearch(const FrameSearch&) = delete;
    FrameSearch& operator=(const FrameSearch&) = delete;

    /// Examines new frames until @p control is canceled or the given time, s, has passed; at least one, so that portions of
    /// a thread that yields come to an end. Ends at a pose that cannot be computed.
    void gather(const TaskControl& control, double seconds);
    /// True if all frames have been examined, or nothing more can be found.
    bool isUpToDate() const;
    /// It ended early, since memory ran out.
    bool isOutOfMemory() const { return isOutOfMemory_; }

protected:
    /// Before the first frame. False: there is nothing to find.
    virtual bool begin(const CompiledModelPtr& model) = 0;
    /// At the next frame, which is restored but not realized. False: nothing more can be found.
    virtual bool look(const CompiledModel& model, State& state) = 0;

private:
    const std::shared_ptr<const SimulationRun> run_;
    /// Copied by the first gather(): that of a large model takes long.
    std::optional<State> state_;
    std::size_t gathered_ = 0;
    bool hasBegun_ = false, isOver_ = false, isOutOfMemory_ = false;
};

}  // namespace trammel
