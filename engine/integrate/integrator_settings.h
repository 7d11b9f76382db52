// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "math/vec.h"

namespace trammel {

/// Settings common to all integrators. A step size of zero means automatic.
struct IntegratorSettings {
    /// Maximum error of one step, relative to the scale of each variable (see calcErrorNorm()).
    Real accuracy = 1e-3;
    /// Maximum weighted constraint error; 0: a tenth of the accuracy.
    Real constraintTolerance = 0;
    /// s
    Real initialStepSize = 0;
    Real minimumStepSize = 0;
    Real maximumStepSize = 0;
    /// All steps have this size, regardless of the error, s; 0: error control.
    Real fixedStepSize = 0;
    /// End of the simulation, s.
    Real finalTime = Infinity;
    /// Use the maximum instead of the root mean square within a group of variables.
    bool useInfinityNorm = false;
    /// stepTo() returns after each step.
    bool returnEveryInternalStep = false;
    /// If true, report times are interpolated by dense output; otherwise steps end at report times.
    bool allowInterpolation = true;
    /// Project even if the constraint errors are below the tolerance.
    bool projectEveryStep = false;
    /// Project interpolated states onto the constraints.
    bool projectInterpolatedStates = true;
    /// stepTo() returns after this many steps; 0: no limit.
    int internalStepLimit = 0;
    /// Number of interior points of each step at which witness functions are evaluated.
    int eventCheckPoints = 3;
};

}  // namespace trammel
