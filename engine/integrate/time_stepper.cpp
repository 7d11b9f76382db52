// SPDX-License-Identifier: Apache-2.0
#include "integrate/time_stepper.h"

#include "base/exceptions.h"

namespace trammel {

namespace {
/// A schedule that does not advance would be processed forever.
void requireLater(const System& system, Real next, Real now, bool includeCurrentTime, const char* what) {
    if (includeCurrentTime ? next >= now : next > now) return;
    throw Exception("TimeStepper::stepTo(): system '" + system.getName() + "' schedules " + what +
                    " for t = " + readable(next, 17) + " s, which is not later than t = " + readable(now, 17) + " s.");
}

/// An observer of the State shown to a program also observes the advanced one, in which the motion is computed.
void shareObserver(Integrator& integrator) {
    RealizationObserver* const observer = integrator.getState().getObserver();
    if (integrator.getAdvancedState().getObserver() != observer) integrator.updAdvancedState().setObserver(observer);
}
}  // namespace

TimeStepper::TimeStepper(const System& system, Integrator& integrator) : system_(system), integrator_(&integrator) {}

Integrator& TimeStepper::requireIntegrator() const {
    if (!integrator_) throw Exception("TimeStepper: no integrator is set; call setIntegrator() first.");
    return *integrator_;
}

void TimeStepper::initialize(const State& state) {
    unhandled_ = Integrator::ReachedReportTime;
    terminationHandled_ = false;
    nextEvent_ = nextReport_ = {};
    updIntegrator().initialize(state);
    if (integrator_->isSimulationOver()) return;
    scheduleEvents(true);
    scheduleReports(integrator_->getAdvancedState(), true);
}

Integrator::SuccessfulStepStatus TimeStepper::stepTo(Real time) {
    Integrator& integrator = updIntegrator();
    if (time > limit_)
        throw Exception("TimeStepper::stepTo(): t = " + readable(time, 17) +
                        " s is beyond the limit, t = " + readable(limit_, 17) + " s.");
    if (terminationHandled_) return Integrator::EndOfSimulation;
    // A program that requests all States sets the observer of the advanced one itself.
    if (!reportAll_) shareObserver(integrator);
    handleArrival(std::exchange(unhandled_, Integrator::ReachedReportTime));
    while (true) {
        const auto status = integrator.stepTo(std::min(nextReport_.time, time), std::min(nextEvent_.time, limit_));
        switch (status) {
            case Integrator::ReachedReportTime:
                if (getTime() >= nextReport_.time) {
                    RealizationObserver* const observer = getState().getObserver();
                    system_.reportEvents(getState(), Event::Cause::Scheduled, nextReport_.ids);
                    if (getState().getObserver() != observer) shareObserver(integrator);
                    scheduleReports(getState(), false);
                }
                if (getTime() >= time) return status;
                break;
            case Integrator::ReachedEventTrigger:
            case Integrator::ReachedScheduledEvent:
            case Integrator::TimeHasAdvanced:
                if (reportAll_) {
                    unhandled_ = status;
                    return status;
                }
                handleArrival(status);
                break;
            case Integrator::StartOfContinuousInterval:
                if (reportAll_) return status;
                break;
            case Integrator::EndOfSimulation:
                if (!std::exchange(terminationHandled_, true)) integrator_->handleEvents(Event::Cause::Termination, {});
                return status;
            case Integrator::ReachedStepLimit:
            case Integrator::StepFailed:
            case Integrator::InvalidSuccessfulStepStatus: return status;
        }
    }
}

void TimeStepper::handleArrival(Integrator::SuccessfulStepStatus arrival) {
    switch (arrival) {
        case Integrator::ReachedEventTrigger:
            integrator_->handleEvents(Event::Cause::Triggered, integrator_->getTriggeredEvents());
            break;
        case Integrator::ReachedScheduledEvent:
            integrator_->handleEvents(Event::Cause::Scheduled, nextEvent_.ids);
            break;
        case Integrator::TimeHasAdvanced: integrator_->handleEvents(Event::Cause::TimeAdvanced, {}); break;
        default: return;
    }
    // Schedules may depend on handled events. An event due now but not handled yet stays due.
    if (integrator_->isSimulationOver()) return;
    scheduleEvents(arrival != Integrator::ReachedScheduledEvent && nextEvent_.time == integrator_->getAdvancedTime());
    scheduleReports(integrator_->getAdvancedState(), false);
}

Result<IntegratorMemory> TimeStepper::makeMemory() {
    Result<IntegratorMemory> result = updIntegrator().makeMemory();
    MemoryWriter writer(system_);
    visitMemory(writer);
    for (auto& row : writer.result->numbers) result->numbers.push_back(std::move(row));
    return result;
}

Diagnostics TimeStepper::resume(const IntegratorMemory& memory) {
    Diagnostics diagnostics = updIntegrator().resume(memory);
    if (diagnostics.hasErrors()) return diagnostics;
    MemoryReader reader(system_, memory);
    visitMemory(reader);
    terminationHandled_ = false;
    diagnostics.append(reader.diagnostics);
    return diagnostics;
}

void TimeStepper::visitMemory(MemoryVisitor& visitor) {
    visitor.value("unhandled arrival", unhandled_);
    const auto visit = [&visitor](const char* time, const char* ids, Schedule& schedule) {
        visitor.value(time, schedule.time);
        std::vector<Real> numbers(schedule.ids.begin(), schedule.ids.end());
        visitor.list(ids, numbers);
        schedule.ids.clear();
        for (const Real id : numbers) schedule.ids.push_back(EventId(int(id)));
    };
    visit("time of the next events", "next events", nextEvent_);
    visit("time of the next reports", "next reports", nextReport_);
}

void TimeStepper::scheduleEvents(bool includeCurrentTime) {
    const State& state = integrator_->getAdvancedState();
    system_.calcTimeOfNextScheduledEvent(state, nextEvent_.time, nextEvent_.ids, includeCurrentTime);
    requireLater(system_, nextEvent_.time, state.getTime(), includeCurrentTime, "an event");
}

void TimeStepper::scheduleReports(const State& state, bool includeCurrentTime) {
    system_.calcTimeOfNextScheduledReport(state, nextReport_.time, nextReport_.ids, includeCurrentTime);
    requireLater(system_, nextReport_.time, state.getTime(), includeCurrentTime, "a report");
}

}  // namespace trammel
