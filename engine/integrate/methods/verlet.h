// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "integrate/one_step_integrator.h"

namespace trammel {

/// Velocity Verlet: q by its Taylor polynomial, u and z by the trapezoidal rule, iterated where forces depend on them.
///
/// Needs qdotdot of every subsystem. Cost: one evaluation per iteration; two iterations where forces depend on q only.
class Verlet : public OneStepIntegrator {
public:
    static constexpr const char* key = "verlet";
    static constexpr const char* label = "Velocity Verlet";
    static constexpr const char* doc =
        "Second order; with fixed steps and conservative forces energy does not drift over long runs.";
    static constexpr const char* reference =
        "q(t+h) = q + h q̇ + ½ h² q̈; then u and z by the trapezoidal rule, found by at most ten functional iterations. "
        "The error of a step is estimated for u and z with the explicit Euler step, for q with the trapezoidal rule. "
        "Symplectic with fixed steps where forces depend on positions alone.\n\n"
        "**Source:** Swope, Andersen, Berens, Wilson, J. Chem. Phys. 76 (1982) 637; "
        "Hairer, Lubich, Wanner, *Geometric Numerical Integration*, I.3.";
    static constexpr int order = 2;

    using OneStepIntegrator::OneStepIntegrator;
    const char* getMethodName() const override { return label; }
    int getMethodMinOrder() const override { return order; }
    int getMethodMaxOrder() const override { return order; }

protected:
    int getErrorOrder() const override { return 2; }
    void allocateMethod(int ny) override;
    bool takeStep(Real tMax) override;
    bool attemptStep(Real t1, Vector& y1, Vector& yError) override;

private:
    /// At the start of the step; what is not q has none.
    Vector qDotDot0_;
    Vector explicit_, change_;
};

}  // namespace trammel
