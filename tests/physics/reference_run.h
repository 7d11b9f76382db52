// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "integrate/integrator.h"
#include "reference_problems.h"

namespace trammel::test {

/// The model of a reference problem, from models/validation. Throws if it has any fault.
CompiledModelPtr openReferenceModel(const std::string& name);

/// How a reference problem is to be computed.
struct ReferenceSettings {
    std::string integrator = "rungeKuttaMerson";
    Real accuracy = 1e-4;
    /// s; zero: steps by accuracy.
    Real fixedStep = 0;
    /// Compute no further than this (s).
    Real until = Infinity;
    /// Give up after so many steps.
    long stepLimit = 1000000;
};

/// What came of it.
struct ReferenceResult {
    /// Empty if the last row was reached; otherwise why not, in a sentence.
    std::string failure;
    /// Largest difference from the reference, beyond its digits, in the sizes of the observables.
    Real error = 0;
    /// At the end of every step: position errors, and speed errors, as weighted for tolerances.
    Real largestGap = 0, largestSlip = 0;
    /// The tolerance they were asked to meet.
    Real constraintTolerance = 0;
    /// Change of energy as a share of the largest kinetic energy.
    Real energyDrift = 0;
    long steps = 0;
};

/// Called with each State that a step ends with.
using StepWatcher = std::function<void(const CompiledModel&, const State&)>;

/// Carry the model through all rows of the problem, as a run of the program does.
ReferenceResult runReference(const ReferenceProblem& problem, const CompiledModel& model,
                             const ReferenceSettings& settings, const StepWatcher& watch = {});

}  // namespace trammel::test
