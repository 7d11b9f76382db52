// SPDX-License-Identifier: Apache-2.0
#include "integrate/methods/runge_kutta_chebyshev.h"

#include <algorithm>

namespace trammel {

void RungeKuttaChebyshev::visitMemory(MemoryVisitor& visitor) {
    OneStepIntegrator::visitMemory(visitor);
    stages_.visitMemory(visitor);
}

bool RungeKuttaChebyshev::takeStep(Real tMax) {
    beginStep();
    return takeBegunStep(std::min(tMax, getStep().t0 + stages_.begin(updAdvancedState(), start())));
}

bool RungeKuttaChebyshev::attemptStep(Real t1, Vector& y1, Vector& yError) {
    return stages_.attempt(updAdvancedState(), start(), t1, getSettings().accuracy, y1, yError);
}

}  // namespace trammel
