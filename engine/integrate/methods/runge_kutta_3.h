// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "integrate/butcher_tableau.h"

namespace trammel {

struct RungeKutta3 {
    static constexpr const char* key = "rungeKutta3";
    static constexpr const char* label = "Runge-Kutta 3(2)";
    static constexpr const char* doc = "Third order (Bogacki-Shampine), efficient at loose accuracy.";
    static constexpr const char* reference =
        "Bogacki and Shampine's pair of orders 3 and 2; its last evaluation is the first of the next step.\n\n"
        "**Source:** Bogacki, Shampine, Appl. Math. Lett. 2 (1989) 321.";

    static constexpr Real c[] = {0, 1. / 2, 3. / 4, 1};
    // clang-format off
    static constexpr Real a[] = {
        1. / 2,
        0, 3. / 4,
        2. / 9, 1. / 3, 4. / 9};
    // clang-format on
    static constexpr Real b[] = {2. / 9, 1. / 3, 4. / 9, 0};
    static constexpr Real e[] = {-5. / 72, 1. / 12, 1. / 9, -1. / 8};
    static constexpr ButcherTableau tableau{.order = 3,
                                            .errorOrder = 3,
                                            .nodes = c,
                                            .matrix = a,
                                            .weights = b,
                                            .error = e,
                                            .embeddedOrder = 2,
                                            .errorFactor = 32,
                                            .firstSameAsLast = true};
};

}  // namespace trammel
