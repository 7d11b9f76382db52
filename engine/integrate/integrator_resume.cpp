// SPDX-License-Identifier: Apache-2.0
// Integrator: saving and resuming.
#include <cstring>

#include "base/exceptions.h"
#include "base/numerical_failure.h"
#include "integrate/integrator.h"

namespace trammel {

namespace {
bool identical(const Vector& a, const Vector& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), std::size_t(a.size()) * sizeof(Real)) == 0;
}
}  // namespace

Result<IntegratorMemory> Integrator::makeMemory() {
    if (!initialized_) throw Exception("Integrator::makeMemory(): call initialize() first.");
    if (isSimulationOver()) throw Exception("Integrator::makeMemory(): the simulation has ended.");
    MemoryWriter writer(system_);
    writer.result->method = getMethodName();
    writer.state("advanced", advanced_);
    visitOwnMemory(writer);
    visitMemory(writer);
    return std::move(writer.result);
}

Diagnostics Integrator::resume(const IntegratorMemory& memory) {
    initialized_ = false;
    termination_ = NotTerminated;
    endReturned_ = false;
    failure_.reset();
    MemoryReader reader(system_, memory);
    if (memory.method != getMethodName()) {
        reader.diagnostics.error("method",
                                 "The interrupted run used " + memory.method + ", not " + getMethodName() + ".",
                                 "Choose the same method.");
        return reader.diagnostics;
    }
    reader.state("advanced", advanced_);
    if (reader.diagnostics.hasErrors()) return reader.diagnostics;
    const auto cannotBeEvaluated = [&] {
        reader.diagnostics.error("advanced", "The motion cannot be evaluated there. " + problem_, "Restart the run.");
        return reader.diagnostics;
    };
    try {
        system_.realizeModel(advanced_);
        system_.realize(advanced_, Stage::Instance);
    } catch (const NumericalFailure& e) {
        setLastProblem(e.what());
        return cannotBeEvaluated();
    }
    if (!evaluate(advanced_)) return cannotBeEvaluated();
    allocate(true);
    visitOwnMemory(reader);
    visitMemory(reader);
    if (reader.diagnostics.hasErrors()) return reader.diagnostics;

    // Recompute values that are not stored; a mismatch means a different run.
    const IntegratorStatistics statistics = statistics_;
    const Step step = step_;
    const int limiting = limitingIndex_;
    const Vector y = advanced_.getY();
    if (!recoverHistory() || !identical(step.y1, step_.y1) || !identical(y, advanced_.getY())) {
        reader.diagnostics.error("history", "The steps of the interrupted run cannot be reproduced.",
                                 "Resume with the model and the settings of the interrupted run.");
        return reader.diagnostics;
    }
    statistics_ = statistics;
    limitingIndex_ = limiting;
    initialized_ = true;
    if (reportInterpolated_) showInterpolated(reportTime_);
    return reader.diagnostics;
}

void Integrator::visitOwnMemory(MemoryVisitor& visitor) {
    visitor.value("start of interval", startOfInterval_);
    visitor.value("step not returned", stepNotReturned_);
    visitor.value("event pending", eventPending_);
    visitor.value("report is within the step", reportInterpolated_);
    if (reportInterpolated_) reportTime_ = interpolated_.getTime();
    visitor.value("report time", reportTime_);
    visitor.value("limiting variable", limitingIndex_);

    visitor.value("step start", step_.t0);
    visitor.value("step end", step_.t1);
    visitor.vector("y at step start", step_.y0);
    visitor.vector("rates at step start", step_.ydot0);
    visitor.vector("y at step end", step_.y1);
    visitor.vector("rates at step end", step_.ydot1);
    visitor.value("next break", nextBreak_);

    visitor.value("window low", window_.low);
    visitor.value("window high", window_.high);
    std::vector<Real> ids(window_.ids.begin(), window_.ids.end());
    std::vector<Real> transitions(window_.transitions.begin(), window_.transitions.end());
    visitor.list("triggered events", ids);
    visitor.list("transitions", transitions);
    window_.ids.clear();
    window_.transitions.clear();
    visitor.list("witness functions of the triggered events", window_.values);
    visitor.value("width of the window", window_.width);
    succession_.visitMemory(visitor);
    pace_.visitMemory(visitor);
    for (const Real id : ids) window_.ids.push_back(EventId(int(id)));
    for (const Real t : transitions) window_.transitions.push_back(Event::Trigger(int(t)));

    visitor.value("steps attempted", statistics_.stepsAttempted);
    visitor.value("steps taken", statistics_.stepsTaken);
    visitor.value("error test failures", statistics_.errorTestFailures);
    visitor.value("convergence failures", statistics_.convergenceFailures);
    visitor.value("projection failures", statistics_.projectionFailures);
    visitor.value("projections of q", statistics_.qProjections);
    visitor.value("projections of u", statistics_.uProjections);
    visitor.value("iterations", statistics_.iterations);
    visitor.value("realizations", statistics_.realizations);
    visitor.value("first step size", statistics_.initialStepSize);
    visitor.value("last step size", statistics_.lastStepSize);
    visitor.value("next step size", statistics_.nextStepSize);
}

}  // namespace trammel
