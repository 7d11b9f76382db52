// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "integrate/butcher_tableau.h"

namespace trammel {

struct RungeKuttaMerson {
    static constexpr const char* key = "rungeKuttaMerson";
    static constexpr const char* label = "Runge-Kutta-Merson 4(3)";
    static constexpr const char* doc = "Fourth order, robust: a good first choice for mechanisms without contact.";
    static constexpr const char* reference =
        "Merson's five stages: order 4, error estimate of order 4 in general and of order 5 for linear systems.\n\n"
        "**Source:** Merson, Proc. Symp. Data Processing, Weapons Research Establishment, Salisbury, 1957; "
        "Hairer, Nørsett, Wanner, *Solving ODEs I*, II.4.";

    static constexpr Real c[] = {0, 1. / 3, 1. / 3, 1. / 2, 1};
    // clang-format off
    static constexpr Real a[] = {
        1. / 3,
        1. / 6, 1. / 6,
        1. / 8, 0, 3. / 8,
        1. / 2, 0, -3. / 2, 2};
    // clang-format on
    static constexpr Real b[] = {1. / 6, 0, 0, 2. / 3, 1. / 6};
    static constexpr Real e[] = {1. / 15, 0, -3. / 10, 4. / 15, -1. / 30};
    static constexpr ButcherTableau tableau{.order = 4,
                                            .errorOrder = 4,
                                            .nodes = c,
                                            .matrix = a,
                                            .weights = b,
                                            .error = e,
                                            .embeddedOrder = 3,
                                            .errorFactor = 10};
};

}  // namespace trammel
