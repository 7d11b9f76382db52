// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>

namespace trammel {

/// One of the listed types. A visitor names in this way the shapes that it leaves out, so that it does not compile for a
/// shape that is added later until that is handled too.
template <class T, class... Types>
concept OneOf = (std::same_as<T, Types> || ...);

}  // namespace trammel
