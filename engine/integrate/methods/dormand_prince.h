// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "integrate/butcher_tableau.h"

namespace trammel {

struct DormandPrince {
    static constexpr const char* key = "dormandPrince";
    static constexpr const char* label = "Dormand-Prince 5(4)";
    static constexpr const char* doc = "Fifth order with fourth-order dense output; efficient at medium accuracy.";
    static constexpr const char* reference =
        "Dormand and Prince's pair of orders 5 and 4, propagating the solution of order 5; dense output of order 4 "
        "without further evaluations.\n\n**Source:** Dormand, Prince, J. Comp. Appl. Math. 6 (1980) 19; Hairer, "
        "Nørsett, Wanner, *Solving ODEs I*, II.5, II.6.";

    static constexpr Real c[] = {0, 1. / 5, 3. / 10, 4. / 5, 8. / 9, 1, 1};
    // clang-format off
    static constexpr Real a[] = {
        1. / 5,
        3. / 40, 9. / 40,
        44. / 45, -56. / 15, 32. / 9,
        19372. / 6561, -25360. / 2187, 64448. / 6561, -212. / 729,
        9017. / 3168, -355. / 33, 46732. / 5247, 49. / 176, -5103. / 18656,
        35. / 384, 0, 500. / 1113, 125. / 192, -2187. / 6784, 11. / 84};
    // clang-format on
    static constexpr Real b[] = {35. / 384, 0, 500. / 1113, 125. / 192, -2187. / 6784, 11. / 84, 0};
    static constexpr Real e[] = {71. / 57600, 0, -71. / 16695, 71. / 1920, -17253. / 339200, 22. / 525, -1. / 40};
    static constexpr Real d[] = {-12715105075. / 11282082432.,  0,
                                 87487479700. / 32700410799.,   -10690763975. / 1880347072.,
                                 701980252875. / 199316789632., -1453857185. / 822651844.,
                                 69997945. / 29380423.};
    static constexpr ButcherTableau tableau{.order = 5,
                                            .errorOrder = 5,
                                            .nodes = c,
                                            .matrix = a,
                                            .weights = b,
                                            .error = e,
                                            .embeddedOrder = 4,
                                            .errorFactor = 25,
                                            .firstSameAsLast = true,
                                            .dense = d,
                                            .denseOrder = 4};
};

}  // namespace trammel
