// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>

namespace trammel {

/// One of the listed types. A visitor names with it the shapes that it ignores, so that a shape added later does not
/// compile until the visitor handles it.
template <class T, class... Types>
concept OneOf = (std::same_as<T, Types> || ...);

}  // namespace trammel
