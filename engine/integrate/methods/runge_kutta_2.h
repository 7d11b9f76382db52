// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "integrate/butcher_tableau.h"

namespace trammel {

struct RungeKutta2 {
    static constexpr const char* key = "rungeKutta2";
    static constexpr const char* label = "Runge-Kutta 2(1)";
    static constexpr const char* doc = "Second order (Heun), for rough results with few evaluations per step.";
    static constexpr const char* reference =
        "Heun's method (explicit trapezoid) of order 2 with explicit Euler embedded.\n\n"
        "**Source:** Hairer, Nørsett, Wanner, *Solving ODEs I*, II.1.";

    static constexpr Real c[] = {0, 1};
    static constexpr Real a[] = {1};
    static constexpr Real b[] = {1. / 2, 1. / 2};
    static constexpr Real e[] = {-1. / 2, 1. / 2};
    static constexpr ButcherTableau tableau{.order = 2,
                                            .errorOrder = 2,
                                            .nodes = c,
                                            .matrix = a,
                                            .weights = b,
                                            .error = e,
                                            .embeddedOrder = 1,
                                            .errorFactor = 8};
};

}  // namespace trammel
