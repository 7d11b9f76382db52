// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "integrate/one_step_integrator.h"

namespace trammel {

/// Speeds first, then coordinates with the new speeds; error control by step doubling.
///
/// Cost: one evaluation per fixed step, two per step with error control.
class SemiExplicitEuler : public OneStepIntegrator {
public:
    static constexpr const char* key = "semiExplicitEuler";
    static constexpr const char* label = "Semi-explicit Euler";
    static constexpr const char* doc =
        "First order; with fixed steps the cheapest method without long-term energy drift.";
    static constexpr const char* reference =
        "u(t+h) = u + h u̇, z(t+h) = z + h ż, then q(t+h) = q + h N(q) u(t+h). Symplectic with fixed steps where forces "
        "depend on positions alone. With error control each step is repeated as two half steps, which are propagated; "
        "the difference is the error estimate.\n\n**Source:** Hairer, Lubich, Wanner, *Geometric Numerical "
        "Integration*, I.1.2, VI.3.";
    static constexpr int order = 1;

    using OneStepIntegrator::OneStepIntegrator;
    const char* getMethodName() const override { return label; }
    int getMethodMinOrder() const override { return order; }
    int getMethodMaxOrder() const override { return order; }

protected:
    int getErrorOrder() const override { return 2; }
    void allocateMethod(int ny) override;
    bool attemptStep(Real t1, Vector& y1, Vector& yError) override;

private:
    /// One step of size @p h from @p y0 with derivative @p ydot0 at time @p t0; @p state is scratch for qdot.
    static void advance(const System& system, State& state, Real t0, const Vector& y0, const Vector& ydot0, Real h,
                        Vector& y1);

    Vector whole_, half_, halfDot_;
};

}  // namespace trammel
