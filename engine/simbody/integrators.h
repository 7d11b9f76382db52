// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "integrate/explicit_runge_kutta.h"
#include "integrate/methods/cvode.h"
#include "integrate/methods/semi_explicit_euler.h"
#include "integrate/methods/verlet.h"
#include "integrate/time_stepper.h"

// Documented names of integrators, also returned by getMethodName(). A failed integration is a result, not an
// exception: Integrator::StepFailed, with getFailure().
namespace SimTK {

using trammel::Integrator;
using trammel::TimeStepper;

/// Order 1, for comparison.
class ExplicitEulerIntegrator : public trammel::ExplicitRungeKutta {
public:
    explicit ExplicitEulerIntegrator(const trammel::System& system);
    /// With fixed steps of this size.
    ExplicitEulerIntegrator(const trammel::System& system, trammel::Real fixedStepSize)
        : ExplicitEulerIntegrator(system) {
        setFixedStepSize(fixedStepSize);
    }
};

/// Order 2 with order 1 embedded.
class RungeKutta2Integrator : public trammel::ExplicitRungeKutta {
public:
    explicit RungeKutta2Integrator(const trammel::System& system);
};

/// Order 3 with order 2 embedded: for loose accuracy.
class RungeKutta3Integrator : public trammel::ExplicitRungeKutta {
public:
    explicit RungeKutta3Integrator(const trammel::System& system);
};

/// Order 4 with an error estimate of order 4: a good first choice.
class RungeKuttaMersonIntegrator : public trammel::ExplicitRungeKutta {
public:
    explicit RungeKuttaMersonIntegrator(const trammel::System& system);
};

/// Order 5 with order 4 embedded. The documented spelling of Fehlberg's name.
class RungeKuttaFeldbergIntegrator : public trammel::ExplicitRungeKutta {
public:
    explicit RungeKuttaFeldbergIntegrator(const trammel::System& system);
};
using RungeKuttaFehlbergIntegrator = RungeKuttaFeldbergIntegrator;

/// Order 2, second order in q directly; velocity Verlet with fixed steps.
class VerletIntegrator : public trammel::Verlet {
public:
    explicit VerletIntegrator(const trammel::System& system) : Verlet(system) {}
    /// With fixed steps of this size.
    VerletIntegrator(const trammel::System& system, trammel::Real fixedStepSize) : Verlet(system) {
        setFixedStepSize(fixedStepSize);
    }
    const char* getMethodName() const override { return "Verlet"; }
    /// Documented as 3: the order of q over one step.
    int getMethodMaxOrder() const override { return 3; }
};

/// Settings of CPodesIntegrator.
struct CPodes {
    enum LinearMultistepMethod { UnspecifiedLinearMultistepMethod = 0, BDF, Adams };
    enum NonlinearSystemIterationType { UnspecifiedNonlinearSystemIterationType = 0, Newton, Functional };
};

/// Multistep methods of variable order, by CVODE: BDF, orders 1 to 5, for stiff systems; Adams, 1 to 12, for smooth ones.
class CPodesIntegrator : public trammel::Cvode {
public:
    explicit CPodesIntegrator(const trammel::System& system, CPodes::LinearMultistepMethod method = CPodes::BDF);
    /// BDF uses Newton iteration and Adams functional iteration, regardless of the argument; the result does not depend
    /// on it.
    CPodesIntegrator(const trammel::System& system, CPodes::LinearMultistepMethod method,
                     CPodes::NonlinearSystemIterationType)
        : CPodesIntegrator(system, method) {}

    /// Ignored: the System's projection is always used, with BDF within CVODE's steps.
    void setUseCPodesProjection() {}
    /// Limits the order, before initialize(). Throws Exception for an order below 1 or above the current limit.
    void setOrderLimit(int order) { setHighestOrder(order); }
};

/// Order 1, symplectic; all steps have the given size.
class SemiExplicitEulerIntegrator : public trammel::SemiExplicitEuler {
public:
    /// @throws Exception unless @p fixedStepSize is positive
    SemiExplicitEulerIntegrator(const trammel::System& system, trammel::Real fixedStepSize);
    bool methodHasErrorControl() const override { return false; }
    const char* getMethodName() const override { return "SemiExplicitEuler"; }
};

/// Order 1 with error control by step doubling.
class SemiExplicitEuler2Integrator : public trammel::SemiExplicitEuler {
public:
    explicit SemiExplicitEuler2Integrator(const trammel::System& system) : SemiExplicitEuler(system) {}
    const char* getMethodName() const override { return "SemiExplicitEuler2"; }
};

}  // namespace SimTK
