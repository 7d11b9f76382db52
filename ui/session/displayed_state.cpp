// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/displayed_state.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <algorithm>
#include <exception>
#include <optional>

#include "base/failure_text.h"
#include "inspect/satisfy_constraints.h"
#include "ui/session/left_memory.h"
#include "ui/session/model_compiler.h"
#include "ui/session/text.h"

namespace trammel::ui {

namespace {

QString translated(const char* text) { return QCoreApplication::translate("DisplayedState", text); }

std::vector<CacheEntryKey> missing(const std::vector<CacheEntryKey>& before, const State& now) {
    std::vector<CacheEntryKey> lost;
    for (const CacheEntryKey key : before)
        if (!now.hasCacheEntry(key) || now.getCacheValidity(key) != CacheValidity::Valid) lost.push_back(key);
    return lost;
}

/// True for a State of a model of about a thousand elements or more.
bool isLarge(const State& state) {
    std::size_t variables = 0;
    for (int s = 0; s < state.getNumSubsystems(); ++s)
        variables += state.getPerSubsystemInfo(SubsystemIndex(s)).discreteVariables.size();
    return variables >= LargeModel;
}

void replace(State& shown, State next, RealizationObserver& observer) {
    std::swap(shown, next);
    shown.setObserver(&observer);
    next.setObserver(nullptr);
    if (isLarge(next)) destroyInBackground(std::move(next));
}

/// Stages and variable versions of a State before a change.
class Before {
public:
    explicit Before(const State& state)
        : reached_(state.getSystemStage()), valid_(validEntries(state)), time_(state.getTime()), y_(state.getY()) {}

    std::vector<CacheEntryKey> compare(const State& now, InvalidationSummary& invalidation) const {
        invalidation.reached = reached_;
        invalidation.entriesBefore = static_cast<int>(valid_.size());
        std::vector<CacheEntryKey> lost = missing(valid_, now);
        invalidation.entriesLost = static_cast<int>(lost.size());
        invalidation.lowest = now.getSystemStage() < reached_ ? now.getSystemStage().next() : Stage(Stage::Infinity);
        invalidation.variablesKept = now.getTime() == time_ && now.getY().size() == y_.size() && now.getY() == y_;
        return lost;
    }

private:
    Stage reached_;
    std::vector<CacheEntryKey> valid_;
    Real time_;
    Vector y_;
};

}  // namespace

QString formatDuration(double seconds) {
    const double micro = seconds * 1e6;
    if (micro < 0.1) return translated("<0.1 µs");
    if (micro < 1000) return translated("%1 µs").arg(micro, 0, 'f', micro < 10 ? 1 : 0);
    return translated("%1 ms").arg(micro / 1000, 0, 'f', 1);
}

QString InvalidationSummary::describe() const {
    if (rebuilt) return translated("Rebuilds the system; nothing is kept and runs restart.");
    const QString entries = translated("%1 of %2 cache entries").arg(entriesLost).arg(entriesBefore);
    const QString kept = variablesKept ? translated("q and u kept") : translated("pose or speeds change");
    if (lowest >= Stage::Infinity) return translated("Invalidates no realized stage; %1; %2.").arg(entries, kept);
    const QString stages =
        lowest == reached ? nameOf(lowest) : translated("%1 to %2").arg(nameOf(lowest), nameOf(reached));
    return translated("Invalidates %1: %2, %3 to restore; %4.").arg(stages, entries, formatDuration(seconds), kept);
}

DisplayedState::DisplayedState() = default;

void DisplayedState::forgetEdits() {
    edited_ = false;
    editedVariables_.clear();
}

void DisplayedState::clear() {
    forgetEdits();
    model_.reset();
    source_ = nullptr;
    log_.clear();
    failure_.clear();
}

void DisplayedState::adopt(const State& state) { replace(state_, copyForWindow(model_, state), log_); }

void DisplayedState::showInitial(CompiledModelPtr model) {
    static const State none;
    const State& start = model ? model->getInitialState() : none;
    showStart(std::move(model), start);
}

void DisplayedState::showStart(CompiledModelPtr model, const State& start) {
    const bool sameSystem = model && model_ && &model->getSystem() == &model_->getSystem();
    const bool another = model != model_;
    // First, since memory may run out.
    std::optional<State> next;
    if (model && !sameSystem) next = copyForWindow(model, start);
    source_ = nullptr;
    forgetEdits();
    if (!sameSystem) {
        log_.clear();
        if (model_) {
            invalidation_ = {invalidation_.number + 1, Stage::Topology, stage(), 0, 0, false, true, 0};
            invalidation_.entriesBefore = invalidation_.entriesLost = static_cast<int>(validEntries(state_).size());
            dropped_.clear();
        }
        model_ = std::move(model);
        if (!model_) return;
        replace(state_, std::move(*next), log_);
        return realizeAsDemanded();
    }
    model_ = std::move(model);
    const auto write = [this, &start] {
        const State::ActivityScope scope(state_, "user's edit");
        return adoptVariables(state_, start);
    };
    if (another ? measure(write) : write()) return realizeAsDemanded();
    adopt(start);
    realizeAsDemanded();
}

void DisplayedState::showInstant(const SimulationRun& run, RunInstant instant, CompiledModelPtr model) {
    const bool sameSystem = model_ && &model->getSystem() == &model_->getSystem();
    // To copy the State of a large model takes longer than to write what differs.
    const auto write = [this, &run] {
        // Where memory runs out, the variables are of neither run.
        source_ = nullptr;
        const State::ActivityScope scope(state_, "timeline");
        return adoptVariables(state_, run.getInitialState());
    };
    if (!sameSystem || (source_ != &run && !write())) {
        State next = copyForWindow(model, run.getInitialState());
        if (!sameSystem) log_.clear();
        replace(state_, std::move(next), log_);
    }
    model_ = std::move(model);
    source_ = &run;
    dropped_.clear();
    forgetEdits();
    {
        const State::ActivityScope scope(state_, "timeline");
        restoreInstant(run, instant, state_);
    }
    realizeAsDemanded();
}

void DisplayedState::showCopy(const State& state, CompiledModelPtr model) {
    State next = copyForWindow(model, state);
    source_ = nullptr;
    dropped_.clear();
    forgetEdits();
    model_ = std::move(model);
    replace(state_, std::move(next), log_);
    realizeAsDemanded();
}

void DisplayedState::demand(Stage stage) {
    demanded_ = std::clamp<Stage>(stage, Stage::Position, Stage::HighestRuntime);
    if (model_) realizeAsDemanded();
}

void DisplayedState::invalidateFrom(Stage stage) {
    const Stage lowest = std::clamp<Stage>(stage, Stage::Instance, Stage::HighestRuntime);
    demanded_ = std::clamp<Stage>(lowest.prev(), Stage::Position, demanded_);
    if (!model_) return;
    const State::ActivityScope scope(state_, "user's request");
    state_.invalidateAllCacheAtOrAbove(lowest);
}

QString DisplayedState::realizeOnly(CacheEntryKey entry) {
    try {
        if (realizeEntry(*model_, state_, entry)) return {};
        return translated("Computed only on demand.");
    } catch (const std::exception& fault) {
        return text(failureText(fault));
    }
}

template <class Write>
bool DisplayedState::measure(Write write) {
    const Before before(state_);
    if (!write()) return false;
    const long number = invalidation_.number + 1;
    invalidation_ = {};
    invalidation_.number = number;
    dropped_ = before.compare(state_, invalidation_);
    QElapsedTimer clock;
    clock.start();
    realizeAsDemanded();
    invalidation_.seconds = static_cast<double>(clock.nsecsElapsed()) * 1e-9;
    return true;
}

template <class Write>
bool DisplayedState::edit(Write write) {
    const bool done = measure([&] {
        const State::ActivityScope scope(state_, "user's edit");
        return write();
    });
    edited_ = edited_ || done;
    return done;
}

void DisplayedState::setTime(Real seconds) {
    edit([&] {
        state_.setTime(seconds);
        return true;
    });
}

void DisplayedState::setVariable(int index, Real value) {
    editedVariables_.insert(index);
    edit([&] {
        writeVariable(state_, index, value);
        return true;
    });
}

bool DisplayedState::setDiscrete(DiscreteVarKey variable, const QString& text) {
    return edit([&] { return writeDiscrete(state_, variable, text.toStdString()); });
}

bool DisplayedState::violatesConstraints() const { return model_ && trammel::violatesConstraints(*model_, state_); }

bool DisplayedState::satisfyConstraints() {
    if (!model_) return false;
    const bool done = edit([&] { return trammel::satisfyConstraints(*model_, state_, editedVariables_); });
    // The failed search has invalidated the state.
    if (!done) realizeAsDemanded();
    return done;
}

void DisplayedState::realizeAsDemanded() {
    failure_.clear();
    try {
        realize(*model_, state_, demanded_);
    } catch (const std::exception& fault) {
        // Accelerations may not exist (a massless free body). Keep the stage that was realized.
        failure_ = text(failureText(fault));
    }
}

InvalidationSummary estimateInvalidation(const CompiledModel& model, const State& shown, Stage stage,
                                         const CompiledModel& next) {
    InvalidationSummary invalidation;
    invalidation.reached = stage;
    const bool sameSystem = &model.getSystem() == &next.getSystem();
    try {
        State scratch = shown;
        realize(model, scratch, stage);
        const Before before(scratch);
        if (sameSystem && adoptVariables(scratch, next.getInitialState())) {
            before.compare(scratch, invalidation);
            QElapsedTimer clock;
            clock.start();
            realize(next, scratch, stage);
            invalidation.seconds = static_cast<double>(clock.nsecsElapsed()) * 1e-9;
            return invalidation;
        }
        invalidation.lowest = Stage::Topology;
        invalidation.entriesBefore = invalidation.entriesLost = static_cast<int>(validEntries(scratch).size());
        invalidation.variablesKept = false;
        invalidation.rebuilt = true;
    } catch (const std::exception&) {
        // If realization fails, everything realized before is lost.
        invalidation.lowest = Stage::Instance;
    }
    return invalidation;
}

}  // namespace trammel::ui
