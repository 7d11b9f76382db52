// SPDX-License-Identifier: Apache-2.0
#include "math/vec.h"

#include <algorithm>
#include <cmath>

namespace trammel::detail {

bool anyIsNaN(const Real* values, int count) {
    return std::any_of(values, values + count, [](Real value) { return std::isnan(value); });
}
bool areFinite(const Real* values, int count) {
    return std::all_of(values, values + count, [](Real value) { return std::isfinite(value); });
}

}  // namespace trammel::detail
