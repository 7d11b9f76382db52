// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <algorithm>
#include <array>
#include <cmath>

namespace trammel::ui {

/// Colors from dark violet over green to yellow, even in lightness and distinct without color vision.
///
/// Source: viridis, N. Smith and S. van der Walt, 2015; between nine of its colors linear.
inline QColor valueColor(double share) {
    constexpr std::array<std::array<int, 3>, 9> colors{{{68, 1, 84},
                                                        {71, 44, 122},
                                                        {59, 81, 139},
                                                        {44, 113, 142},
                                                        {33, 144, 141},
                                                        {39, 173, 129},
                                                        {92, 200, 99},
                                                        {170, 220, 50},
                                                        {253, 231, 37}}};
    const double at = std::clamp(share, 0., 1.) * double(colors.size() - 1);
    const auto below = std::min(std::size_t(at), colors.size() - 2);
    const double part = at - double(below);
    const auto mix = [&](std::size_t i) {
        return int(std::lround(colors[below][i] + part * (colors[below + 1][i] - colors[below][i])));
    };
    return {mix(0), mix(1), mix(2)};
}

}  // namespace trammel::ui
