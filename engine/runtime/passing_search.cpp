// SPDX-License-Identifier: Apache-2.0
#include "runtime/passing_search.h"

#include <chrono>
#include <exception>

#include "inspect/realization.h"

namespace trammel {

PassingSearch::PassingSearch(std::shared_ptr<const SimulationRun> run)
    : run_(std::move(run)), state_(run_->getInitialState()) {}

bool PassingSearch::isUpToDate() const { return isOver_ || gathered_ >= run_->getTrajectory()->size(); }

void PassingSearch::gather(const TaskControl& control, double seconds) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point end =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    const std::size_t available = run_->getTrajectory()->size();
    try {
        if (!passing_) passing_ = std::make_unique<PassingBodies>(run_->getModel());
        isOver_ = !passing_->hasPairs();
        while (!isOver_ && gathered_ < available && !control.isCanceled() && Clock::now() < end) {
            run_->restoreFrame(gathered_, state_);
            realize(*run_->getModel(), state_, Stage::Position);
            passing_->look(state_);
            ++gathered_;
            isOver_ = passing_->getFound().size() >= PassingBodies::mostFound();
        }
    } catch (...) {
        // The displayed frame shows the reason.
        isOver_ = true;
    }
}

}  // namespace trammel
