// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstring>
#include <memory>

#include "integrate/methods/registry.h"

namespace trammel::test {

/// Runge-Kutta-Merson with default accuracy.
inline std::unique_ptr<Integrator> merson(const System& system) { return createIntegrator("rungeKuttaMerson", system); }

inline std::unique_ptr<Integrator> merson(const System& system, Real accuracy) {
    auto integrator = merson(system);
    integrator->setAccuracy(accuracy);
    return integrator;
}

/// A step past the report of where a continuous interval starts.
inline Integrator::SuccessfulStepStatus goTo(Integrator& integrator, Real t, Real event = Infinity) {
    const auto status = integrator.stepTo(t, event);
    return status == Integrator::StartOfContinuousInterval ? integrator.stepTo(t, event) : status;
}

/// Bitwise comparison.
inline bool identical(const Vector& a, const Vector& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), std::size_t(a.size()) * sizeof(Real)) == 0;
}

}  // namespace trammel::test
