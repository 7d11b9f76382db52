// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "integrate/butcher_tableau.h"

namespace trammel {

struct RungeKuttaFehlberg {
    static constexpr const char* key = "rungeKuttaFehlberg";
    static constexpr const char* label = "Runge-Kutta-Fehlberg 5(4)";
    static constexpr const char* doc = "Fifth order with six evaluations per step; the classical pair.";
    static constexpr const char* reference =
        "Fehlberg's pair of orders 4 and 5; propagates the solution of order 5.\n\n**Source:** Fehlberg, NASA TR "
        "R-315, 1969; Hairer, Nørsett, Wanner, *Solving ODEs I*, II.5.";

    static constexpr Real c[] = {0, 1. / 4, 3. / 8, 12. / 13, 1, 1. / 2};
    // clang-format off
    static constexpr Real a[] = {
        1. / 4,
        3. / 32, 9. / 32,
        1932. / 2197, -7200. / 2197, 7296. / 2197,
        439. / 216, -8, 3680. / 513, -845. / 4104,
        -8. / 27, 2, -3544. / 2565, 1859. / 4104, -11. / 40};
    // clang-format on
    static constexpr Real b[] = {16. / 135, 0, 6656. / 12825, 28561. / 56430, -9. / 50, 2. / 55};
    static constexpr Real e[] = {1. / 360, 0, -128. / 4275, -2197. / 75240, 1. / 50, 2. / 55};
    static constexpr ButcherTableau tableau{.order = 5,
                                            .errorOrder = 5,
                                            .nodes = c,
                                            .matrix = a,
                                            .weights = b,
                                            .error = e,
                                            .embeddedOrder = 4,
                                            .errorFactor = 80};
};

}  // namespace trammel
