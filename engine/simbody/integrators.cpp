// SPDX-License-Identifier: Apache-2.0
#include "simbody/integrators.h"

#include "base/exceptions.h"
#include "integrate/methods/explicit_euler.h"
#include "integrate/methods/runge_kutta_2.h"
#include "integrate/methods/runge_kutta_3.h"
#include "integrate/methods/runge_kutta_fehlberg.h"
#include "integrate/methods/runge_kutta_merson.h"

namespace SimTK {

using trammel::ExplicitRungeKutta;
using trammel::System;

ExplicitEulerIntegrator::ExplicitEulerIntegrator(const System& system)
    : ExplicitRungeKutta(system, trammel::ExplicitEuler::tableau, "ExplicitEuler") {}
RungeKutta2Integrator::RungeKutta2Integrator(const System& system)
    : ExplicitRungeKutta(system, trammel::RungeKutta2::tableau, "RungeKutta2") {}
RungeKutta3Integrator::RungeKutta3Integrator(const System& system)
    : ExplicitRungeKutta(system, trammel::RungeKutta3::tableau, "RungeKutta3") {}
RungeKuttaMersonIntegrator::RungeKuttaMersonIntegrator(const System& system)
    : ExplicitRungeKutta(system, trammel::RungeKuttaMerson::tableau, "RungeKuttaMerson") {}
RungeKuttaFeldbergIntegrator::RungeKuttaFeldbergIntegrator(const System& system)
    : ExplicitRungeKutta(system, trammel::RungeKuttaFehlberg::tableau, "RungeKuttaFeldberg") {}

CPodesIntegrator::CPodesIntegrator(const System& system, CPodes::LinearMultistepMethod method)
    : Cvode(system, method == CPodes::Adams ? trammel::CvodeSolver::Method::Adams : trammel::CvodeSolver::Method::Bdf,
            method == CPodes::Adams ? "CPodesAdams" : "CPodesBDF",
            method == CPodes::Adams ? trammel::CvodeAdams::highestOrder : trammel::CvodeBdf::highestOrder) {}

SemiExplicitEulerIntegrator::SemiExplicitEulerIntegrator(const System& system, trammel::Real fixedStepSize)
    : SemiExplicitEuler(system) {
    if (!(fixedStepSize > 0))
        throw trammel::Exception("SemiExplicitEulerIntegrator: the step size must be positive; it is " +
                                 trammel::readable(fixedStepSize) + " s.");
    setFixedStepSize(fixedStepSize);
}

}  // namespace SimTK
