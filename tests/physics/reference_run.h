// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "integrate/integrator.h"
#include "reference_problems.h"

namespace trammel::test {

/// The model of a reference problem, from models/validation. Throws if it has errors.
CompiledModelPtr openReferenceModel(const std::string& name);

/// Settings of a reference run.
struct ReferenceSettings {
    std::string integrator = "rungeKuttaMerson";
    Real accuracy = 1e-4;
    /// s; zero: steps by accuracy.
    Real fixedStep = 0;
    /// Stop at this time (s).
    Real until = Infinity;
    /// Maximum number of steps.
    long stepLimit = 1000000;
};

/// Result of a reference run.
struct ReferenceResult {
    /// Empty if the last row was reached; otherwise the reason, one sentence.
    std::string failure;
    /// Largest difference from the reference, beyond its accuracy, relative to the sizes of the outputs.
    Real error = 0;
    /// At the ends of steps: largest weighted position error and velocity error.
    Real largestGap = 0, largestSlip = 0;
    /// Their tolerance.
    Real constraintTolerance = 0;
    /// Change of energy relative to the largest kinetic energy.
    Real energyDrift = 0;
    long steps = 0;
};

/// Called with the State at the end of each step.
using StepWatcher = std::function<void(const CompiledModel&, const State&)>;

/// Simulates the model through all rows of the problem, as a run of the program does.
ReferenceResult runReference(const ReferenceProblem& problem, const CompiledModel& model,
                             const ReferenceSettings& settings, const StepWatcher& watch = {});

}  // namespace trammel::test
