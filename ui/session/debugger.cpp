// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/debugger.h"

#include <algorithm>

#include "inspect/partial_inspection.h"
#include "inspect/row_units.h"
#include "ui/session/instant_text.h"

namespace trammel::ui {

namespace {
/// Polling interval for a paused worker while one computes, ms; must feel immediate.
constexpr int StopPollInterval = 20;
/// Records are polled less often: once every this many ticks.
constexpr int TicksPerLook = 10;
}  // namespace

std::shared_ptr<const StateReport> InspectionTarget::report() const {
    if (report_) return report_;
    if (stop) return report_ = {stop, &stop->report};
    report_ = std::make_shared<const StateReport>(model && state ? inspectState(*model, *state) : StateReport());
    return report_;
}

std::shared_ptr<const StateReport> InspectionTarget::entries() const {
    if (stop) return report();
    if (!entries_)
        entries_ = std::make_shared<const StateReport>(model && state ? inspectEntries(*state) : StateReport());
    return entries_;
}

std::size_t InspectionTarget::totalBytes() const {
    if (stop) return report()->totalBytes();
    return model && state ? countBytes(*state, *entries()) : 0;
}

std::vector<ValueRow> InspectionTarget::rowsOf(CacheEntryKey entry) const {
    const auto s = static_cast<std::size_t>(int(entry.subsystem)), e = static_cast<std::size_t>(int(entry.entry));
    if (!model) return {};
    const bool isKnown =
        stop ? s < stop->values.size() && e < stop->values[s].size() : state && state->hasCacheEntry(entry);
    if (!isKnown) return {};
    std::vector<ValueRow> rows = rowsOfText(*model, stop ? stop->values[s][e] : textOfEntry(*state, entry));
    const std::string& name = state->getCacheEntryInfo(entry).getName();
    for (ValueRow& row : rows)
        if (const std::string unit = unitOfRow(name, row.label); !unit.empty()) row.label += " [" + unit + "]";
    return rows;
}

Debugger::Debugger(Session& session, QObject* parent) : QObject(parent), session_(session) {
    session_.player().setMonitors([this](const CompiledModelPtr& model) {
        // Stop monitoring the previous run, which may still compute; it must not stay paused.
        if (const auto previous = monitor_.lock()) previous->release();
        auto monitor = std::make_shared<RunMonitor>(model);
        monitor_ = monitor;
        monitored_ = model;
        passOn();
        timer_.start();
        return monitor;
    });
    timer_.setInterval(StopPollInterval);
    connect(&timer_, &QTimer::timeout, this, &Debugger::poll);
    connect(&session_, &Session::changed, this, [this](SessionChanges changes) {
        if (changes & (SessionChange::DisplayedState | SessionChange::Model)) forget();
        if (changes & SessionChange::Model) dropOldFaults();
        if (changes & SessionChange::Run) poll();
    });
}

Debugger::~Debugger() {
    session_.player().setMonitors({});
    // Otherwise this worker could not be resumed.
    if (const auto monitor = monitor_.lock()) monitor->release();
}

std::shared_ptr<const RunMonitor> Debugger::monitor() const {
    const SimulationRun* const run = session_.player().run();
    return run ? run->getOptions().monitor : nullptr;
}

void Debugger::addBreakpoint(const Breakpoint& breakpoint) {
    breakpoints_.push_back(breakpoint);
    passOn();
}
void Debugger::setEnabled(std::size_t breakpoint, bool enabled) {
    breakpoints_.at(breakpoint).enabled = enabled;
    passOn();
}
void Debugger::removeBreakpoint(std::size_t breakpoint) {
    breakpoints_.erase(breakpoints_.begin() + static_cast<std::ptrdiff_t>(breakpoint));
    passOn();
}
void Debugger::toggleBreakpoint(const Breakpoint& breakpoint) {
    const auto known = std::find_if(breakpoints_.begin(), breakpoints_.end(), [breakpoint](Breakpoint other) {
        other.enabled = breakpoint.enabled;
        return other == breakpoint;
    });
    if (known == breakpoints_.end()) return addBreakpoint(breakpoint);
    breakpoints_.erase(known);
    passOn();
}

void Debugger::setTracing(bool on) {
    tracing_ = on;
    passOn();
}
void Debugger::setProfiling(bool on) {
    profiling_ = on;
    passOn();
}
void Debugger::setRecordingDigests(bool on) {
    digests_ = on;
    passOn();
}

void Debugger::passOn() {
    if (const auto monitor = monitor_.lock()) {
        monitor->setBreakpoints(breakpoints_);
        monitor->setTracing(tracing_);
        monitor->setProfiling(profiling_);
        monitor->setRecordingDigests(digests_);
    }
    Q_EMIT wishesChanged();
}

template <class Leave>
bool Debugger::leave(Leave how) {
    const auto monitor = monitor_.lock();
    if (!stop_ || !monitor) return false;
    how(*monitor);
    timer_.start();
    poll();
    return true;
}
bool Debugger::resume() {
    // First: the worker may reach the next breakpoint at once.
    if (stop_) leaveStop();
    return leave([](RunMonitor& m) { m.resume(); });
}
void Debugger::leaveStop() {
    Player& player = session_.player();
    if (!player.isPausedInStep()) return;
    player.showsFrame() ? player.seekFrame(player.frame()) : player.reset();
}
bool Debugger::runOneStep() {
    return leave([](RunMonitor& m) { m.resumeOneStep(); });
}
bool Debugger::runOneStage() {
    return leave([](RunMonitor& m) { m.resumeOneStage(); });
}
bool Debugger::runToStage(Stage stage) {
    return leave([stage](RunMonitor& m) { m.resumeToStage(stage); });
}

void Debugger::requestPause() {
    if (const auto monitor = monitor_.lock()) monitor->requestPause();
}

void Debugger::poll() {
    const auto monitor = monitor_.lock();
    if (!monitor && !stop_) return timer_.stop();
    const Player& player = session_.player();
    const auto now = monitor && player.run() && player.isComputing() ? monitor->getStop() : nullptr;
    if (now != stop_) {
        stop_ = now;
        stopped_ = stop_ ? monitored_.lock() : nullptr;
        if (stop_) {
            session_.showStop(stop_, stopped_);
        } else if (!player.isComputing()) {
            leaveStop();
        }
        forget();
        if (stop_)
            Q_EMIT session_.notice(
                tr("Paused at %1 s. %2").arg(pausedTimeText(stop_->time), QString::fromStdString(stop_->cause)));
        Q_EMIT stopChanged();
        Q_EMIT recordsGrew();
    } else if (++ticks_ % TicksPerLook == 0) {
        Q_EMIT recordsGrew();
    }
    if (stop_ || !player.isComputing()) timer_.stop();
}

const InspectionTarget& Debugger::inspected() const {
    // A model that a caller waited for is announced by a later event.
    const bool isOfPresentModel = inspected_.stop || inspected_.model == session_.displayed().model();
    if (isKnown_ && isOfPresentModel) return inspected_;
    isKnown_ = true;
    inspected_ = {};
    if (inspectsWorker()) {
        inspected_.model = stopped_;
        inspected_.state = &stop_->state;
        inspected_.stop = stop_;
    } else if (const DisplayedState& shown = session_.displayed(); shown.model()) {
        inspected_.model = shown.model();
        inspected_.state = &shown.state();
    }
    return inspected_;
}

void Debugger::inspectWorker(bool worker) {
    inspectsWorker_ = worker;
    forget();
}

void Debugger::setFaults(std::vector<AuditFinding> faults, CompiledModelPtr audited) {
    faults_ = std::move(faults);
    audited_ = std::move(audited);
    forget();
    dropOldFaults();
}

void Debugger::dropOldFaults() {
    const CompiledModelPtr& model = session_.lastModel();
    if (!audited_ || (model && &model->getSystem() == &audited_->getSystem())) return;
    faults_.clear();
    audited_.reset();
    forget();
    Q_EMIT auditOutdated();
}

void Debugger::forget() {
    isKnown_ = false;
    Q_EMIT inspectedChanged();
}

}  // namespace trammel::ui
