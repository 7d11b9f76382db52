// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "integrate/integrator.h"

namespace trammel {

/// Runs a System with its events: lets an Integrator step, and between steps calls handlers and reporters.
///
/// At one moment: reports first, then events, those of one moment in the order of their subsystems. A handler gets the
/// State just after a triggered event; what it moves is brought back to the constraints, and stepping starts afresh
/// from the lowest stage it changed. The steps do not depend on the times stepTo() is asked for.
///
/// **Source:** SimTK TimeStepper (behaviour).
class TimeStepper {
public:
    /// Both must outlive the TimeStepper.
    TimeStepper(const System& system, Integrator& integrator);

    /// Start from a copy of @p state and call the Initialization handlers.
    void initialize(const State& state);
    /// Go on until @p time.
    /// @return ReachedReportTime when getState() is at @p time; EndOfSimulation or StepFailed when it will not be;
    ///         ReachedStepLimit when the integrator's step limit was reached: call again to go on
    Integrator::SuccessfulStepStatus stepTo(Real time);
    /// Let stepTo() also return at steps (if the integrator returns them), just before an event is handled, and after.
    void setReportAllSignificantStates(bool on) { reportAll_ = on; }
    bool getReportAllSignificantStates() const { return reportAll_; }

    const State& getState() const { return integrator_.getState(); }
    Real getTime() const { return integrator_.getTime(); }
    const Integrator& getIntegrator() const { return integrator_; }

private:
    struct Schedule {
        Real time = Infinity;
        Array_<EventId> ids;
    };
    void handle(Event::Cause cause, const Array_<EventId>& ids);
    void handleArrival(Integrator::SuccessfulStepStatus arrival);
    void scheduleEvents(bool includeCurrentTime);
    void scheduleReports(const State& state, bool includeCurrentTime);

    const System& system_;
    Integrator& integrator_;
    bool reportAll_ = false;
    Schedule nextEvent_, nextReport_;
    /// Where a State has been returned whose event is still to be handled.
    Integrator::SuccessfulStepStatus unhandled_ = Integrator::ReachedReportTime;
    bool terminationHandled_ = false;
};

}  // namespace trammel
