// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/shown_state.h"

#include <algorithm>
#include <exception>

namespace trammel::ui {

ShownState::ShownState() = default;

void ShownState::clear() {
    model_.reset();
    source_ = nullptr;
    log_.clear();
    failure_.clear();
}

void ShownState::adopt(const State& state) {
    state_ = state;
    state_.setObserver(&log_);
}

void ShownState::showInitial(CompiledModelPtr model) {
    const bool sameSystem = model && model_ && &model->getSystem() == &model_->getSystem();
    model_ = std::move(model);
    source_ = nullptr;
    if (!sameSystem) log_.clear();
    if (!model_) return;
    adopt(model_->getInitialState());
    realizeAsDemanded();
}

void ShownState::showFrame(const SimulationRun& run, std::size_t frame, CompiledModelPtr model) {
    const bool sameSystem = model_ && &model->getSystem() == &model_->getSystem();
    if (!sameSystem) log_.clear();
    if (source_ != &run || !sameSystem) adopt(run.getInitialState());
    source_ = &run;
    model_ = std::move(model);
    run.restoreFrame(frame, state_);
    realizeAsDemanded();
}

void ShownState::demand(Stage stage) {
    demanded_ = std::clamp<Stage>(stage, Stage::Position, Stage::HighestRuntime);
    if (model_) realizeAsDemanded();
}

void ShownState::invalidateFrom(Stage stage) {
    const Stage lowest = std::clamp<Stage>(stage, Stage::Instance, Stage::HighestRuntime);
    demanded_ = std::clamp<Stage>(lowest.prev(), Stage::Position, demanded_);
    if (model_) state_.invalidateAllCacheAtOrAbove(lowest);
}

void ShownState::realizeAsDemanded() {
    failure_.clear();
    try {
        realize(*model_, state_, demanded_);
    } catch (const std::exception& fault) {
        // A pose can have no accelerations (a massless body that nothing holds). The view goes on at what was reached.
        failure_ = QString::fromUtf8(fault.what());
    }
}

}  // namespace trammel::ui
