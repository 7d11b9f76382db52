// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "integrate/one_step_integrator.h"

namespace trammel {

/// Velocity Verlet: q by its Taylor polynomial, u and z by the trapezoidal rule, iterated if forces depend on them.
///
/// Requires qdotdot of every subsystem. Cost: one evaluation per iteration; two iterations if forces depend on q only.
class Verlet : public OneStepIntegrator {
public:
    static constexpr const char* key = "verlet";
    static constexpr const char* label = "Velocity Verlet";
    static constexpr const char* doc =
        "Second order; no long-term energy drift with fixed steps and conservative forces.";
    static constexpr const char* reference =
        "q(t+h) = q + h q̇ + ½ h² q̈; then u and z by the trapezoidal rule, solved by at most ten functional iterations. "
        "The error is estimated by comparison with the explicit Euler step for u and z and with the trapezoidal rule "
        "for q. Symplectic with fixed steps where forces depend on positions alone.\n\n**Source:** Swope, Andersen, "
        "Berens, Wilson, J. Chem. Phys. 76 (1982) 637; Hairer, Lubich, Wanner, *Geometric Numerical Integration*, I.3.";
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
    /// At the start of the step; zero for variables other than q.
    Vector qDotDot0_;
    Vector explicit_, change_;
};

}  // namespace trammel
