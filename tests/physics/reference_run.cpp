// SPDX-License-Identifier: Apache-2.0
#include "reference_run.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "compile/catalog.h"
#include "document/document_file.h"
#include "integrate/methods/registry.h"
#include "integrate/time_stepper.h"
#include "multibody/multibody_system.h"

namespace trammel::test {

CompiledModelPtr openReferenceModel(const std::string& name) {
    const auto document =
        readDocumentFile(TRAMMEL_SOURCE_DIR "/models/validation/" + name + ".trammel", builtinCatalog());
    if (!document || !document.diagnostics.empty()) throw std::runtime_error("'" + name + "' cannot be read.");
    const auto model = compileDocument(*document);
    if (!model || model.diagnostics.hasErrors()) throw std::runtime_error("'" + name + "' cannot be built.");
    return *model;
}

namespace {

/// Observations at the end of every step.
class Watch {
public:
    Watch(const CompiledModel& model, const StepWatcher& watcher, ReferenceResult& result)
        : model_(model), watcher_(watcher), result_(result) {}

    void look(const State& s) {
        const MultibodySystem& system = model_.getSystem();
        system.realize(s, Stage::Velocity);
        result_.largestGap = std::max(result_.largestGap, model_.calcConstraintError(s));
        if (s.getNUErr() > 0)
            result_.largestSlip = std::max(result_.largestSlip, Real(s.getUErr().cwiseAbs().maxCoeff()));
        const Real energy = system.calcEnergy(s);
        if (std::isnan(start_)) start_ = energy;
        change_ = std::max(change_, std::abs(energy - start_));
        kinetic_ = std::max(kinetic_, system.calcKineticEnergy(s));
        if (watcher_) watcher_(model_, s);
    }
    void finish() const { result_.energyDrift = kinetic_ > 0 ? change_ / kinetic_ : change_; }

private:
    const CompiledModel& model_;
    const StepWatcher& watcher_;
    ReferenceResult& result_;
    Real start_ = NaN, change_ = 0, kinetic_ = 0;
};

/// Advances to @p t; false, with the reason in the result, on failure.
bool carryTo(Real t, TimeStepper& stepper, long stepLimit, Watch& watch, ReferenceResult& result) {
    const Integrator& integrator = stepper.getIntegrator();
    while (true) {
        const auto status = stepper.stepTo(t);
        switch (status) {
            case Integrator::ReachedReportTime: return true;
            case Integrator::EndOfSimulation:
            case Integrator::StepFailed:
                result.failure = integrator.getFailure() ? integrator.getFailure()->full() : "It ended early.";
                return false;
            default: break;
        }
        watch.look(integrator.getAdvancedState());
        if (integrator.getNumStepsTaken() > stepLimit) {
            result.failure = "It took more than " + std::to_string(stepLimit) + " steps.";
            return false;
        }
    }
}

}  // namespace

ReferenceResult runReference(const ReferenceProblem& problem, const CompiledModel& model,
                             const ReferenceSettings& settings, const StepWatcher& watcher) {
    ReferenceResult result;
    const auto integrator = createIntegrator(settings.integrator, model.getSystem());
    integrator->setAccuracy(settings.accuracy);
    if (settings.fixedStep > 0) integrator->setFixedStepSize(settings.fixedStep);
    // As in every run of the program.
    integrator->setProjectEveryStep(true);
    integrator->setReturnEveryInternalStep(true);
    TimeStepper stepper(model.getSystem(), *integrator);
    stepper.setReportAllSignificantStates(true);
    stepper.initialize(model.getInitialState());
    result.constraintTolerance = integrator->getConstraintToleranceInUse();

    Watch watch(model, watcher, result);
    watch.look(model.getInitialState());
    for (const ReferenceRow& row : problem.rows) {
        if (row.t > settings.until) break;
        if (!carryTo(row.t, stepper, settings.stepLimit, watch, result)) break;
        for (std::size_t i = 0; i < row.values.size(); ++i) {
            const ReferenceOutput& o = problem.outputs[i];
            const Real off = std::abs(o.value(model, stepper.getState()) - row.values[i]) / o.size;
            // NaN is a failure.
            result.error = std::isnan(off) ? Infinity : std::max(result.error, off - row.digits);
        }
    }
    watch.finish();
    result.steps = integrator->getNumStepsTaken();
    return result;
}

}  // namespace trammel::test
