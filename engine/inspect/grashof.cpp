// SPDX-License-Identifier: Apache-2.0
#include "inspect/grashof.h"

#include <algorithm>
#include <cmath>

#include "inspect/four_bar.h"

namespace trammel {

std::string describeGrashof(const CompiledModel& model) {
    const std::optional<FourBarLoop> loop = findFourBar(model);
    if (!loop) return {};
    const auto shortest = std::ranges::min_element(loop->lengths);
    const Real longest = *std::ranges::max_element(loop->lengths);
    Real sum = 0;
    for (const Real length : loop->lengths) sum += length;
    const Real excess = 2 * (*shortest + longest) - sum;
    constexpr Real rounding = 1e-6;
    if (std::abs(excess) <= rounding * sum)
        return "change point: its links can become collinear, where the assembly branch is undetermined";
    if (excess > 0) return "triple rocker: no link turns fully";
    const auto name = [&](std::ptrdiff_t side) {
        return model.getDocument().get(loop->bodies[std::size_t(side)]).name;
    };
    const std::ptrdiff_t side = shortest - loop->lengths.begin();
    switch (side) {
        case 0: return "double crank: " + name(1) + " and " + name(3) + " turn fully";
        case 2: return "double rocker: only " + name(side) + " turns fully";
        default: return "crank-rocker: " + name(side) + " turns fully";
    }
}

}  // namespace trammel
