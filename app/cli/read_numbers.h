// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

#include "math/vec.h"

namespace trammel::cli {

/// Reads a finite number; false if anything else is present.
inline bool readNumber(std::string_view text, Real& x) {
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), x);
    return problem == std::errc() && end == text.data() + text.size() && std::isfinite(x);
}
/// "x,y,z"
inline bool readPoint(std::string_view text, Vec3& p) {
    for (int i = 0; i < 3; ++i) {
        const std::size_t comma = i < 2 ? text.find(',') : text.size();
        if (comma == text.npos || !readNumber(text.substr(0, comma), p[i])) return false;
        text.remove_prefix(std::min(text.size(), comma + 1));
    }
    return true;
}

}  // namespace trammel::cli
