// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace trammel {

/// Ends the description of a State or rate that is not finite, or too large to be computed.
inline constexpr std::string_view divergenceRemedy = " Check the masses, inertias and forces of its elements.";

inline bool isDivergence(std::string_view problem) { return problem.ends_with(divergenceRemedy); }

}  // namespace trammel
