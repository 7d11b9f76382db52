// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "integrate/integrator.h"

namespace trammel {

/// Runs a System with its events: lets an Integrator step, and between steps calls handlers and reporters.
///
/// At one moment: scheduled reports first, which see the State before anything is changed; then triggered, scheduled
/// and time-advanced events; each cause in the order of subsystems, and within the default one handlers in the order
/// they were added, scheduled before triggered, then triggered reporters. A handler gets the State just after a
/// triggered event; what it moves is brought back to the constraints, and stepping starts afresh from the lowest stage
/// it changed. The steps do not depend on the times stepTo() is asked for.
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

    /// Start from a copy of @p state; the integrator lets Initialization be handled.
    void initialize(const State& state);
    /// Go on until @p time.
    /// @return ReachedReportTime when getState() is at @p time; EndOfSimulation or StepFailed when it will not be;
    ///         ReachedStepLimit when the integrator's step limit was reached: call again to go on
    Integrator::SuccessfulStepStatus stepTo(Real time);
    /// No step passes @p time, which must not be before the time reached, and stepTo() must not be asked for a later one:
    /// for who changes the advanced State there from outside, and tells Integrator::reinitialize(). Infinity: no limit.
    void setLimit(Real time) { limit_ = time; }
    /// What resume() needs to go on from here bit for bit; see Integrator::makeMemory().
    Result<IntegratorMemory> makeMemory();
    /// Instead of initialize(): go on where the TimeStepper that made @p memory was; see Integrator::resume().
    Diagnostics resume(const IntegratorMemory& memory);
    /// Let stepTo() also return at steps (if the integrator returns them), just before an event is handled, and after.
    void setReportAllSignificantStates(bool on) { reportAll_ = on; }
    bool getReportAllSignificantStates() const { return reportAll_; }
    /// After ReachedScheduledEvent: what is due.
    const Array_<EventId>& getScheduledEvents() const { return nextEvent_.ids; }

    const State& getState() const { return getIntegrator().getState(); }
    Real getTime() const { return getIntegrator().getTime(); }
    const System& getSystem() const { return system_; }
    /// Throw Exception if there is none yet.
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
    /// Where a State has been returned whose event is still to be handled.
    Integrator::SuccessfulStepStatus unhandled_ = Integrator::ReachedReportTime;
    bool terminationHandled_ = false;
};

}  // namespace trammel
