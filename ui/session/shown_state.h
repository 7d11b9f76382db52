// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "compile/inspection.h"
#include "runtime/run_instant.h"
#include "runtime/simulation_run.h"
#include "ui/session/realization_log.h"

namespace trammel::ui {

/// What a change of the State in view dropped, and what it took to have it back.
struct Damage {
    /// Counts the changes; 0: there was none yet.
    long number = 0;
    /// The lowest stage lost; Infinity: none.
    Stage lowest = Stage::Infinity;
    /// The stage that was reached before, and again after.
    Stage reached = Stage::Empty;
    /// Cache entries that were valid before, and those of them that were not after.
    int entriesBefore = 0, entriesLost = 0;
    /// Whether t, q, u and z stayed as they were.
    bool variablesKept = true;
    /// The System was built anew: nothing could be kept.
    bool rebuilt = false;
    /// Realizing again what was realized before took so long.
    double seconds = 0;

    /// "Dropped Instance to Position: 5 of 18 cache entries, 12 µs to restore; q and u kept."
    QString describe() const;
};
/// "12 µs"
QString formatDuration(double seconds);

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
    /// Shows the pose from which @p model starts. Of a model with the same System only what differs is written, and
    /// damage() tells what that cost.
    void showInitial(CompiledModelPtr model);
    /// The same with another State to start from, one of @p model's System.
    void showStart(CompiledModelPtr model, const State& start);
    /// Shows an instant of @p run with @p model, which must share the System of the run's model.
    void showInstant(const SimulationRun& run, RunInstant instant, CompiledModelPtr model);
    /// Shows the variables of @p state, a State of @p model's System.
    void showCopy(const State& state, CompiledModelPtr model);

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

    /// Realizes as little as makes the entry valid, once. Says why it is not valid then; empty if it is.
    QString realizeOnly(CacheEntryKey entry);
    void setTime(Real seconds);
    /// Writes a variable of y (SI), and realizes again what was.
    void setVariable(int index, Real value);
    /// Writes a discrete variable from its text; false if it is not the text of such a value.
    bool setDiscrete(DiscreteVarKey variable, const QString& text);

    const RealizationLog& log() const { return log_; }
    /// What the last edit of the model or of a variable cost.
    const Damage& damage() const { return damage_; }
    /// Entries that it dropped, until another instant is shown.
    const std::vector<CacheEntryKey>& entriesDropped() const { return dropped_; }
    /// Why the demanded stage was not reached, in one sentence; empty if it was.
    const QString& failure() const { return failure_; }

private:
    void realizeAsDemanded();
    void adopt(const State& state);
    template <class Write>
    bool measure(Write write);

    CompiledModelPtr model_;
    /// The run whose discrete variables `state_` holds; only compared, never followed.
    const SimulationRun* source_ = nullptr;
    RealizationLog log_;
    State state_;
    Stage demanded_ = Stage::Position;
    Damage damage_;
    std::vector<CacheEntryKey> dropped_;
    QString failure_;
};

/// What showing @p next in place of @p shown, a State of @p model realized to @p stage, would cost; measured on copies.
/// For any thread.
Damage foresee(const CompiledModel& model, const State& shown, Stage stage, const CompiledModel& next);

}  // namespace trammel::ui
