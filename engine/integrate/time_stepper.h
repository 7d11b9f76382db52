// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "integrate/integrator.h"

namespace trammel {

/// Simulates a System with events: advances an Integrator and calls handlers and reporters between steps.
///
/// Order at one time: scheduled reports, on the unchanged State; then triggered, scheduled and time-advanced events;
/// each cause in the order of subsystems, and within the default one handlers in the order they were added, scheduled
/// before triggered, then triggered reporters. A handler receives the State just after a triggered event; changes are
/// projected onto the constraints, and the integration restarts from the lowest stage changed. Steps do not depend on
/// the times passed to stepTo().
///
/// **Source:** SimTK TimeStepper (behavior).
class TimeStepper {
public:
    /// Both must outlive the TimeStepper.
    TimeStepper(const System& system, Integrator& integrator);
    /// An Integrator must be set before initialize().
    explicit TimeStepper(const System& system) : system_(system) {}
    /// Takes effect at the next initialize().
    void setIntegrator(Integrator& integrator) { integrator_ = &integrator; }

    /// Starts from a copy of @p state; the integrator handles Initialization.
    void initialize(const State& state);
    /// Advances to @p time, s.
    /// @return ReachedReportTime when getState() is at @p time; EndOfSimulation or StepFailed if that cannot be
    /// reached;
    ///         ReachedStepLimit at the integrator's step limit: call again to continue
    Integrator::SuccessfulStepStatus stepTo(Real time);
    /// No step passes @p time, which must not be before the time reached; stepTo() accepts no later time. For changing
    /// the advanced State at that time from outside, followed by Integrator::reinitialize(). Infinity: no limit.
    void setLimit(Real time) { limit_ = time; }
    /// Data from which resume() continues bitwise identically; see Integrator::makeMemory().
    Result<IntegratorMemory> makeMemory();
    /// Continues the run that made @p memory, instead of initialize(); see Integrator::resume().
    Diagnostics resume(const IntegratorMemory& memory);
    /// Makes stepTo() also return at steps (if the integrator returns them), just before an event is handled, and
    /// after.
    void setReportAllSignificantStates(bool on) { reportAll_ = on; }
    bool getReportAllSignificantStates() const { return reportAll_; }
    /// After ReachedScheduledEvent: the events that are due.
    const Array_<EventId>& getScheduledEvents() const { return nextEvent_.ids; }

    const State& getState() const { return getIntegrator().getState(); }
    Real getTime() const { return getIntegrator().getTime(); }
    const System& getSystem() const { return system_; }
    /// Throws Exception if none is set.
    const Integrator& getIntegrator() const { return requireIntegrator(); }
    Integrator& updIntegrator() { return requireIntegrator(); }

private:
    struct Schedule {
        Real time = Infinity;
        Array_<EventId> ids;
    };
    Integrator& requireIntegrator() const;
    void visitMemory(MemoryVisitor& visitor);
    void handleArrival(Integrator::SuccessfulStepStatus arrival);
    void scheduleEvents(bool includeCurrentTime);
    void scheduleReports(const State& state, bool includeCurrentTime);

    const System& system_;
    Integrator* integrator_ = nullptr;
    bool reportAll_ = false;
    Real limit_ = Infinity;
    Schedule nextEvent_, nextReport_;
    /// Status returned before its event has been handled.
    Integrator::SuccessfulStepStatus unhandled_ = Integrator::ReachedReportTime;
    bool terminationHandled_ = false;
};

}  // namespace trammel
