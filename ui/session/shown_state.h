// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "runtime/simulation_run.h"
#include "ui/session/realization_log.h"

namespace trammel::ui {

/// The State in view: the window's own copy, realized only as far as somebody looks.
///
/// The view needs Position. A panel that shows more demands a higher stage, which then holds for every frame shown.
class ShownState {
public:
    ShownState();
    ShownState(const ShownState&) = delete;
    ShownState& operator=(const ShownState&) = delete;

    /// Nothing is shown.
    void clear();
    /// Shows the pose from which @p model starts.
    void showInitial(CompiledModelPtr model);
    /// Shows a stored frame of @p run with @p model, which must share the System of the run's model.
    void showFrame(const SimulationRun& run, std::size_t frame, CompiledModelPtr model);

    /// Null when nothing is shown.
    const CompiledModelPtr& model() const { return model_; }
    /// Only while model() is not null.
    const State& state() const { return state_; }
    /// The stage reached; Empty when nothing is shown.
    Stage stage() const { return model_ ? state_.getSystemStage() : Stage(Stage::Empty); }

    /// The stage that every State shown is realized to; Position at least.
    Stage demanded() const { return demanded_; }
    /// Realizes what is shown to @p stage, now and from now on.
    void demand(Stage stage);
    /// Gives up what is known from @p stage on (Instance at least), once, and demands no more than the stage below.
    void invalidateFrom(Stage stage);

    const RealizationLog& log() const { return log_; }
    /// Why the demanded stage was not reached, in one sentence; empty if it was.
    const QString& failure() const { return failure_; }

private:
    void realizeAsDemanded();
    void adopt(const State& state);

    CompiledModelPtr model_;
    /// The run whose discrete variables `state_` holds; only compared, never followed.
    const SimulationRun* source_ = nullptr;
    RealizationLog log_;
    State state_;
    Stage demanded_ = Stage::Position;
    QString failure_;
};

}  // namespace trammel::ui
