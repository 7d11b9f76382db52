// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "integrate/butcher_tableau.h"

namespace trammel {

struct ExplicitEuler {
    static constexpr const char* key = "explicitEuler";
    static constexpr const char* label = "Explicit Euler";
    static constexpr const char* doc =
        "First order, for teaching and comparison: shows the growth of error with step size.";
    static constexpr const char* reference =
        "Order 1; the error of a step is estimated with Heun's second-order method, whose additional evaluation is the "
        "first of the next step.\n\n**Source:** Hairer, Nørsett, Wanner, *Solving ODEs I*, II.1.";

    static constexpr Real c[] = {0, 1};
    static constexpr Real a[] = {1};
    static constexpr Real b[] = {1, 0};
    static constexpr Real e[] = {1. / 2, -1. / 2};
    /// Here the estimate comes from a more accurate method: b - e is of order 2.
    static constexpr ButcherTableau tableau{.order = 1,
                                            .errorOrder = 2,
                                            .nodes = c,
                                            .matrix = a,
                                            .weights = b,
                                            .error = e,
                                            .embeddedOrder = 2,
                                            .firstSameAsLast = true};
};

}  // namespace trammel
