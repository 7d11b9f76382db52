// SPDX-License-Identifier: Apache-2.0
#include "runtime/frame_search.h"

#include <chrono>
#include <new>

namespace trammel {

FrameSearch::FrameSearch(std::shared_ptr<const SimulationRun> run) : run_(std::move(run)) {}

bool FrameSearch::isUpToDate() const { return isOver_ || gathered_ >= run_->getTrajectory()->size(); }

void FrameSearch::gather(const TaskControl& control, double seconds) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point end =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    const std::size_t available = run_->getTrajectory()->size();
    try {
        if (!hasBegun_) isOver_ = !begin(run_->getModel());
        hasBegun_ = true;
        while (!isOver_ && gathered_ < available && !control.isCanceled()) {
            if (!state_) state_.emplace(run_->getInitialState());
            run_->restoreFrame(gathered_, *state_);
            isOver_ = !look(*run_->getModel(), *state_);
            ++gathered_;
            if (Clock::now() >= end) break;
        }
    } catch (const std::bad_alloc&) {
        isOver_ = isOutOfMemory_ = true;
    } catch (...) {
        // The displayed frame shows the reason.
        isOver_ = true;
    }
}

}  // namespace trammel
