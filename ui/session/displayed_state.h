// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <set>

#include "inspect/inspection.h"
#include "runtime/run_instant.h"
#include "runtime/simulation_run.h"
#include "ui/session/realization_log.h"

namespace trammel::ui {

/// Stages and cache entries that a change of the displayed state invalidated, and the cost of realizing them again.
struct InvalidationSummary {
    /// Sequence number of the change; 0: none yet.
    long number = 0;
    /// Lowest stage invalidated; Infinity: none.
    Stage lowest = Stage::Infinity;
    /// Stage realized before the change and again after it.
    Stage reached = Stage::Empty;
    /// Cache entries valid before, and how many of them became invalid.
    int entriesBefore = 0, entriesLost = 0;
    /// True if t, q, u and z are unchanged.
    bool variablesKept = true;
    /// True if the System was rebuilt; nothing is kept.
    bool rebuilt = false;
    /// Time to realize the previous stage again, s.
    double seconds = 0;

    /// "Invalidates Instance to Position: 5 of 18 cache entries, 12 µs to restore; q and u kept."
    QString describe() const;
};
/// "12 µs"
QString formatDuration(double seconds);

/// The displayed state: the window's own copy, realized only as far as some panel requires.
///
/// The view requires Position. A panel that shows more demands a higher stage, which then applies to every frame shown.
class DisplayedState {
public:
    DisplayedState();
    DisplayedState(const DisplayedState&) = delete;
    DisplayedState& operator=(const DisplayedState&) = delete;

    /// Displays nothing.
    void clear();
    /// Displays the initial pose of @p model. If the System is unchanged, writes only the differences; invalidation() reports
    /// the cost.
    void showInitial(CompiledModelPtr model);
    /// Same with an explicit initial State @p start of @p model's System.
    void showStart(CompiledModelPtr model, const State& start);
    /// Displays an instant of @p run using @p model, which must share the System of the run's model.
    void showInstant(const SimulationRun& run, RunInstant instant, CompiledModelPtr model);
    /// Displays the variables of @p state, a State of @p model's System.
    void showCopy(const State& state, CompiledModelPtr model);

    /// Null if nothing is displayed.
    const CompiledModelPtr& model() const { return model_; }
    /// Valid only while model() is not null.
    const State& state() const { return state_; }
    /// The realized stage; Empty if nothing is displayed.
    Stage stage() const { return model_ ? state_.getSystemStage() : Stage(Stage::Empty); }

    /// The stage that every displayed state is realized to; at least Position.
    Stage demanded() const { return demanded_; }
    /// Realizes the displayed state to @p stage, now and for every later frame.
    void demand(Stage stage);
    /// Invalidates @p stage (at least Instance) and above once, and lowers demanded() to the stage below.
    void invalidateFrom(Stage stage);

    /// Realizes the minimum that validates the entry, once. Returns why the entry is still invalid; empty on success.
    QString realizeOnly(CacheEntryKey entry);
    void setTime(Real seconds);
    /// Writes a variable of y (SI) and realizes the previous stage again.
    void setVariable(int index, Real value);
    /// Writes a discrete variable from text; false if the text does not parse.
    bool setDiscrete(DiscreteVarKey variable, const QString& text);
    /// True from an edit by the three functions above until another instant is displayed.
    bool isEdited() const { return edited_; }
    /// True if the displayed state violates position or velocity constraints visibly.
    bool violatesConstraints() const;
    /// Moves the displayed state onto all constraints, with edited coordinates and speeds kept where possible. False,
    /// without a change, if they cannot be satisfied.
    bool satisfyConstraints();

    const RealizationLog& log() const { return log_; }
    /// Cost of the last edit of the model or of a variable.
    const InvalidationSummary& invalidation() const { return invalidation_; }
    /// Entries invalidated by it, until another instant is displayed.
    const std::vector<CacheEntryKey>& entriesDropped() const { return dropped_; }
    /// Why the demanded stage was not realized, one sentence; empty if it was.
    const QString& failure() const { return failure_; }

private:
    void realizeAsDemanded();
    void adopt(const State& state);
    /// Another instant is displayed.
    void forgetEdits();
    template <class Write>
    bool measure(Write write);
    /// Measures a write by the user.
    template <class Write>
    bool edit(Write write);

    CompiledModelPtr model_;
    /// Run whose discrete variables `state_` holds; only compared, never dereferenced.
    const SimulationRun* source_ = nullptr;
    RealizationLog log_;
    State state_;
    Stage demanded_ = Stage::Position;
    InvalidationSummary invalidation_;
    std::vector<CacheEntryKey> dropped_;
    QString failure_;
    bool edited_ = false;
    /// Variables of y edited since another instant was displayed.
    std::set<int> editedVariables_;
};

/// Cost of displaying @p next instead of @p shown, a State of @p model realized to @p stage; measured on copies.
/// Thread-safe.
InvalidationSummary estimateInvalidation(const CompiledModel& model, const State& shown, Stage stage,
                                         const CompiledModel& next);

}  // namespace trammel::ui
