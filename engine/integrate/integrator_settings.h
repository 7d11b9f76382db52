// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "math/vec.h"

namespace trammel {

/// What a user may ask of any integrator. Zero for a step size means "choose yourself".
struct IntegratorSettings {
    /// Largest error of one step, relative to the scale of each variable (see calcErrorNorm()).
    Real accuracy = 1e-3;
    /// Largest weighted constraint error; 0: a tenth of the accuracy.
    Real constraintTolerance = 0;
    /// s
    Real initialStepSize = 0;
    Real minimumStepSize = 0;
    Real maximumStepSize = 0;
    /// Every step has this length, whatever its error, s.
    Real fixedStepSize = 0;
    /// The simulation ends here, s.
    Real finalTime = Infinity;
    /// Judge a group of variables by its worst member rather than by the root mean square.
    bool useInfinityNorm = false;
    /// stepTo() returns after each step.
    bool returnEveryInternalStep = false;
    /// Report times are served by dense output; otherwise steps end at report times.
    bool allowInterpolation = true;
    /// Project even when the constraint errors are below the tolerance.
    bool projectEveryStep = false;
    /// Reported states satisfy the constraints, too.
    bool projectInterpolatedStates = true;
    /// stepTo() returns after this many steps; 0: no limit.
    int internalStepLimit = 0;
    /// Interior points of each step at which witness functions are looked at, besides its ends.
    int eventCheckPoints = 3;
};

}  // namespace trammel
